"""The review of a finished game: best moves, losses, luck and skill."""
