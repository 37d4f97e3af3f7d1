"""The pages of what a player is told, and by which channel."""
