"""Board: a hand or a patience that is being played, and the views with which one plays it."""
