"""Why a step went as it did, why a move is refused, and the effect of other rules."""
