"""Playing: a hand as a fold of actions, its timeline, matches, views, players and records."""
