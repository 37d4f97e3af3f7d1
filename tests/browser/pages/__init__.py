"""What holds of every page."""
