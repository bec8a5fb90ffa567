"""The course, the games and the reference as a folder of web pages, which need no Python."""
