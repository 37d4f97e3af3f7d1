"""What an operator runs and reads."""
