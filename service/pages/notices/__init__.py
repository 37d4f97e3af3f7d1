"""The pages of a player's notices and channels."""
