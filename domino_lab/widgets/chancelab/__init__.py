"""The chance lab: an estimate first, then trials, then the exact value."""
