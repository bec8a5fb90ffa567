"""Fuzzing: our own texts with wounds of every kind, and what must be true of each of them.

`originals` has the texts, `wounds` makes a mutant of one by its number, `checks` says what must hold of it, and
`python -m tests.fuzzing` tries as many as one likes.
"""
