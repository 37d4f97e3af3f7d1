"""A player's own account, and the visibility of private games."""
