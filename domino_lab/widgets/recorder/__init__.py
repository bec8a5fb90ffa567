"""Recorder: a teacher plays a hand, writes notes and questions into it, and saves it as a record."""
