"""domino_lab: a domino rules engine that explains itself, its pictures, and widgets to step through it."""
