"""How the page of a game looks and moves."""
