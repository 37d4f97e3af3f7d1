"""What the director of a tournament sees before acting."""
