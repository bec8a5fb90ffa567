"""Hands as plain numbers, compiled by numba. This is the only other place that decides by the rules."""
