"""Lesson: a hand that stops at its questions, and goes on when the learner has made the move."""
