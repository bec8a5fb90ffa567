"""Chance: exact counting, fast simulation, what one seat can know, and perfect play."""
