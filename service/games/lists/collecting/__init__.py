"""Collections of games."""
