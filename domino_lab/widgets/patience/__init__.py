"""Patience: a game for one player that is played in a notebook, with hints, results, and the best way to go on."""
