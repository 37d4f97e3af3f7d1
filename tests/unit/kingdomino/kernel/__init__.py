"""The compiled kernel plays as the rules do."""
