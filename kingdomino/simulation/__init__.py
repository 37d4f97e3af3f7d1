"""Whole games played by policies, and their statistics."""

from kingdomino.simulation.games import PlayedGame, play, play_many, seated

__all__ = ["PlayedGame", "play", "play_many", "seated"]
