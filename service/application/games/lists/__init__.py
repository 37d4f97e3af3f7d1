"""Lists of games, as pages and the API show them."""
