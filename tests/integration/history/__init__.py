"""What is served of games that were played."""
