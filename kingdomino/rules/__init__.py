"""The rule set of a game: its options, and the version of the rules that decides it.

It is agreed on before the first line is dealt. What an option changes in a game belongs in `base` and
`origins`. Start with `options.py`.
"""

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
