"""A hand played move by move: states, legal moves, timelines, matches, players."""
