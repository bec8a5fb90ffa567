"""Why a step went as it did, why a move is refused, and what other rules would change."""
