"""The six patience games. The state of each decides by itself; steps, rulings and events are those of `play`."""
