"""The turn machine: the events of a command, or its refusal.

Only the registry names a variant. Start with `deciding.py`.
"""

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
