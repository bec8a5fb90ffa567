"""The six patience games. Each has a state of its own that decides; steps, rulings and events are those of `play`."""
