"""The aggregate of a game: its state, the decisions about it, and its draws."""
