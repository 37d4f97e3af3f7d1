"""The aggregate of a game: its state, what may happen to it, its draws."""
