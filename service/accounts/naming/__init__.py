"""Names of players: what is one, which are reserved, and finding players by them."""
