"""The registry of options: each thing that can be chosen of a rule set is declared here, once.

From a declaration follow how it is parsed and what it is refused with, its field in the API, its place in the
form of a new game, its word in a transcript, its form in a log, and its row in `docs/play/rules.md`. What it
is called where people choose it is in `service/i18n/games/rules.py`. What it changes is for the rule that
asks `Rules.chosen` for it: see `docs/extending.md`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kingdomino.rules.violations import RuleViolation


class GameKind(Enum):
    """Which of the two games."""

    KINGDOMINO = "kingdomino"
    ORIGINS = "origins"

    # Of the member itself, not of its name: a variant is looked up by it at every event.
    __hash__ = object.__hash__


class Mode(Enum):
    """How Origins is played: fires alone, with totems, or with cavemen (R25, R26, R29)."""

    DISCOVERY = "discovery"
    TOTEM = "totem"
    TRIBE = "tribe"

    # As of `GameKind`.
    __hash__ = object.__hash__


class Edition(Enum):
    """How three players deal: without 12 dominoes, or with one left over in each line (R2-R4)."""

    CLASSIC = "classic"
    SECOND = "second"


class FirstLine(Enum):
    """How the order of the first choice is found (R5)."""

    DRAWN = "drawn"
    ALTERNATING = "alternating"
    SEATED = "seated"


Value = bool | Enum
"""The value of an option: of a switch whether it is on, of a choice one of several."""


@dataclass(frozen=True, slots=True)
class OnlyFor:
    """The numbers of players that an option is for, and the code and the sentence for any other."""

    players: tuple[int, ...]
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class NotWith:
    """The switches that a switch does not go with, the code of their mix, and why."""

    others: tuple[str, ...]
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    `name` is that of the field in the API, in the log and in a transcript; `default` is a member of the
    enumeration of all values, the first one, or False for a switch. It means something in `games` only.
    `about` says in a sentence what it does, `rule` names the rules. An option `of_old` is written into every
    log; a later one only where something else than the default was chosen, so that games from before it
    have the bytes, and the hashes, that they had.
    """

    name: str
    default: Value
    about: str
    rule: str
    games: tuple[GameKind, ...] = tuple(GameKind)
    only_for: OnlyFor | None = None
    not_with: NotWith | None = None
    of_old: bool = False

    @property
    def values(self) -> tuple[Value, ...]:
        """All values, the default first."""
        return tuple(type(self.default)) if isinstance(self.default, Enum) else (False, True)


_BASE_GAME, _ORIGINS = (GameKind.KINGDOMINO,), (GameKind.ORIGINS,)

_ALL = (
    Option("edition", Edition.CLASSIC, "How three players deal.", "R2-R4", _BASE_GAME, of_old=True),
    Option(
        "first_line",
        FirstLine.DRAWN,
        "How the order of the first choice is found.",
        "R5",
        _BASE_GAME,
        of_old=True,
    ),
    Option(
        "mode",
        Mode.DISCOVERY,
        "Fires alone, also totems, or also cavemen.",
        "R25, R26, R29",
        _ORIGINS,
        of_old=True,
    ),
    Option(
        "middle_kingdom",
        default=False,
        about="Points for a castle in the middle; in Origins Realm of Fire.",
        rule="R14, R31",
        of_old=True,
    ),
    Option(
        "harmony",
        default=False,
        about="Points for a complete kingdom; in Origins Homo Habilis.",
        rule="R15, R31",
        of_old=True,
    ),
    Option(
        "mighty_duel",
        default=False,
        about="Two players, all dominoes, kingdoms of 7x7.",
        rule="R16",
        games=_BASE_GAME,
        only_for=OnlyFor((2,), "rules/mighty-duel-players", "Mighty Duel is for 2 players"),
        of_old=True,
    ),
    Option(
        "no_limit",
        default=False,
        about="Kingdoms of any size.",
        rule="R17",
        games=_BASE_GAME,
        not_with=NotWith(
            ("middle_kingdom", "harmony", "mighty_duel"), "rules/no-limit-mix", "they need a limit"
        ),
        of_old=True,
    ),
)

OPTIONS = {option.name: option for option in _ALL}
"""Every option by its name, in the order in which they are written."""


def options_of(game: GameKind) -> list[Option]:
    """The options that mean something in the game."""
    return [option for option in OPTIONS.values() if game in option.games]


def check_fields(game: GameKind, given: Iterable[str]) -> None:
    """Refuse options that mean nothing in the game: `rules/meaningless`."""
    meaningless = sorted(name for name in given if name in OPTIONS and game not in OPTIONS[name].games)
    if meaningless:
        names = ", ".join(meaningless)
        raise RuleViolation("rules/meaningless", f"{names}: this means nothing in {game.value}")
