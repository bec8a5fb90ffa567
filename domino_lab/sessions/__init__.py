"""What a person does with a hand: step through it, play, learn, record. Nothing here knows about pages."""
