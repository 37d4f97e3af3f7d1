"""Live updates: what happens in games, to everybody who follows them."""
