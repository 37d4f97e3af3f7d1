"""What is stored and derived from it."""
