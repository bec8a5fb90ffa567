"""Explanations: why a step went as it did, and why an action is refused."""
