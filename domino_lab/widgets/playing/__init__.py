"""Playing: a match that is played, by people and by players that cannot peek, and the widget to play it in."""
