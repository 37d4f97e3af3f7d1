"""The turn machine: what a command leads to, or why it is refused."""

from kingdomino.machine.deciding import advance, automatic, begin, decide, judge, legal_commands, settle
from kingdomino.machine.drawing import draw
from kingdomino.machine.evolving import evolve, start

__all__ = [
    "advance",
    "automatic",
    "begin",
    "decide",
    "draw",
    "evolve",
    "judge",
    "legal_commands",
    "settle",
    "start",
]
