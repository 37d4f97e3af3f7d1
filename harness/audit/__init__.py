"""Public records, and what a forger makes of them."""
