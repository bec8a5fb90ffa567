"""What somebody does with a hand: steps through it, plays, learns, records. Nothing here knows a page."""
