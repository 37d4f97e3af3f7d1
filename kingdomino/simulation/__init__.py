"""Whole games played by policies, and their statistics.

It has no randomness of its own: the caller provides the streams. Start with `games.py`.
"""

from kingdomino.simulation.games import PlayedGame, play, play_many, seated

__all__ = ["PlayedGame", "play", "play_many", "seated"]
