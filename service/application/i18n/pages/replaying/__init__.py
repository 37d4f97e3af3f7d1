"""The words of the replay page."""
