"""Players as others see them, and whom a player follows and blocks."""
