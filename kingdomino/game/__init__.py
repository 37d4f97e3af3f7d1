"""A game as values: its state, what players want, what happens, and what chance gives."""

from kingdomino.game.state import Game, Slot, Stage, laid, offered, to_act

__all__ = ["Game", "Slot", "Stage", "laid", "offered", "to_act"]
