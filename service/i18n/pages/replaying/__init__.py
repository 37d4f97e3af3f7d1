"""What the page of a replay says."""
