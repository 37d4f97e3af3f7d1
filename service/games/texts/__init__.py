"""What accounts write about games, and keep beside them."""
