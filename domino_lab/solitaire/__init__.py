"""The six patience games: own states that decide for themselves, with the same steps, rulings and events."""
