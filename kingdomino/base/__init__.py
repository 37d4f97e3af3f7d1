"""The base game: legal moves and their consequences (R5-R10, R32)."""
