"""The web server, and the parent of all processes."""
