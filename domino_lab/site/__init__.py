"""Site: the course, the games and the reference as one static folder, in which hands are stepped without a kernel."""
