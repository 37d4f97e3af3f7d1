"""The page of a game, from the first turn to the result."""
