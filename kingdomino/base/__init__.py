"""The base game: what is legal, and what follows from it (R5-R10, R32)."""
