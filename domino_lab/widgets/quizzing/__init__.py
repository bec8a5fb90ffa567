"""Questions to answer one at a time, from random positions or from a hand file, and sheets of them to print."""
