"""The rule set of a game: what can be chosen, and by which version of the rules it is decided."""

from kingdomino.rules.options import OPTIONS, Edition, FirstLine, GameKind, Mode, check_fields, options_of
from kingdomino.rules.rule_set import DOMINO_COUNT, Rules, check

__all__ = [
    "DOMINO_COUNT",
    "OPTIONS",
    "Edition",
    "FirstLine",
    "GameKind",
    "Mode",
    "Rules",
    "check",
    "check_fields",
    "options_of",
]
