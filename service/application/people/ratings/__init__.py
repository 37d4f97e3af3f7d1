"""Ratings of players: a fold over one ordered stream of rated games."""
