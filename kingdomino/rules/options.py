"""The registry of options: each option of a rule set is declared here, once.

An option's parsing and refusals, its field in the API, its place in the form of a new game, its word in a
transcript, its form in a log and its row in `docs/play/rules.md` follow from its declaration. Its name for
players is in `service/application/i18n/games/rules.py`. Its effect is in the rule that reads it with
`Rules.chosen`: see `docs/extending.md`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kingdomino.rules.violations import RuleViolation


class GameKind(Enum):
    """One of the two games."""

    KINGDOMINO = "kingdomino"
    ORIGINS = "origins"

    # The hash of the member, not of its name: every event looks its variant up by the member.
    __hash__ = object.__hash__


class Mode(Enum):
    """A mode of Origins: fires alone, with totems, or with cavemen (R25, R26, R29)."""

    DISCOVERY = "discovery"
    TOTEM = "totem"
    TRIBE = "tribe"

    # As in `GameKind`.
    __hash__ = object.__hash__


class Edition(Enum):
    """The way to deal to three players: without 12 dominoes, or with one left over in each line (R2-R4)."""

    CLASSIC = "classic"
    SECOND = "second"


class FirstLine(Enum):
    """The way in which the order of the first choice is determined (R5)."""

    DRAWN = "drawn"
    ALTERNATING = "alternating"
    SEATED = "seated"


Value = bool | Enum
"""The value of an option: True or False for a switch, a member of an enumeration for a choice."""


@dataclass(frozen=True, slots=True)
class OnlyFor:
    """The numbers of players that an option allows, and the refusal (code, text) for any other number."""

    players: tuple[int, ...]
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class NotWith:
    """The switches that cannot be combined with a switch, the code of the refusal, and the reason."""

    others: tuple[str, ...]
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set.

    `name` is the name of its field in the API, in the log and in a transcript. `default` is the first member
    of the enumeration of its values, or False for a switch. The option has a meaning in `games` only. `about`
    describes its effect in a sentence, `rule` names the rules. An option with `of_old` is written into every
    log; a later option only if its value is not the default, so that earlier games keep their bytes and
    hashes.
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
    Option(
        "edition",
        Edition.CLASSIC,
        "Deal for three players: without 12 dominoes, or with one left over in each line.",
        "R2-R4",
        _BASE_GAME,
        of_old=True,
    ),
    Option(
        "first_line",
        FirstLine.DRAWN,
        "Order of the first choice: kings drawn one by one, a random order, or by seat.",
        "R5",
        _BASE_GAME,
        of_old=True,
    ),
    Option(
        "mode",
        Mode.DISCOVERY,
        "Mode of Origins: fires alone, with totems, or with cavemen.",
        "R25, R26, R29",
        _ORIGINS,
        of_old=True,
    ),
    Option(
        "middle_kingdom",
        default=False,
        about="Bonus for a castle in the middle of the 5x5 (7x7); in Origins, Realm of Fire.",
        rule="R14, R31",
        of_old=True,
    ),
    Option(
        "harmony",
        default=False,
        about="Bonus for a complete kingdom; in Origins, Homo Habilis.",
        rule="R15, R31",
        of_old=True,
    ),
    Option(
        "mighty_duel",
        default=False,
        about="A game for two players with all dominoes and kingdoms of 7x7 squares.",
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
"""Every option by name, in the order in which options are written."""


def options_of(game: GameKind) -> list[Option]:
    """The options that have a meaning in the game."""
    return [option for option in OPTIONS.values() if game in option.games]


def check_fields(game: GameKind, given: Iterable[str]) -> None:
    """Refuse options that have no meaning in the game, with `rules/meaningless`."""
    meaningless = sorted(name for name in given if name in OPTIONS and game not in OPTIONS[name].games)
    if meaningless:
        names = ", ".join(meaningless)
        raise RuleViolation("rules/meaningless", f"{names}: this means nothing in {game.value}")
