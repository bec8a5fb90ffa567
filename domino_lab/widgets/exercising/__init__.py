"""Exercises on chance, one card after another: an estimate, trials, an answer with its reason, a table of the class."""
