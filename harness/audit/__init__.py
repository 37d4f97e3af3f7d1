"""Public records and forgeries of them."""
