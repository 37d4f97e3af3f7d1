"""The review of a finished game: the best moves found, what others lost, luck and skill."""
