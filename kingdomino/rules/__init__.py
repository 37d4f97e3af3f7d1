"""The rule set of a game: what can be chosen, and by which version of the rules it is decided."""

from kingdomino.rules.rule_set import (
    DOMINO_COUNT,
    MEANINGLESS,
    Edition,
    FirstLine,
    GameKind,
    Mode,
    Rules,
    check,
    check_fields,
)

__all__ = [
    "DOMINO_COUNT",
    "MEANINGLESS",
    "Edition",
    "FirstLine",
    "GameKind",
    "Mode",
    "Rules",
    "check",
    "check_fields",
]
