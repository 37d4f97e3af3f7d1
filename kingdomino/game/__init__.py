"""A game as values: its state, commands, events and draws.

Nothing here decides whether a command is legal. Start with `state.py`.
"""

from kingdomino.game.state import Game, Slot, Stage, laid, offered, to_act

__all__ = ["Game", "Slot", "Stage", "laid", "offered", "to_act"]
