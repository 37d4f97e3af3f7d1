"""A player's own side, and who sees what."""
