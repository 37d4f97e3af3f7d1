"""A game as values: its state, commands, events and draws."""

from kingdomino.game.state import Game, Slot, Stage, laid, offered, to_act

__all__ = ["Game", "Slot", "Stage", "laid", "offered", "to_act"]
