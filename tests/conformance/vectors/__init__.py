"""Published vectors for other implementations."""
