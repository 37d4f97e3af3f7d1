"""The archive, one part at a time."""
