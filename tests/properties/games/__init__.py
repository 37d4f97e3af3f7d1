"""Random games by the rules."""
