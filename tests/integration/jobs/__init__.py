"""From the end of a game to its score, by real workers."""
