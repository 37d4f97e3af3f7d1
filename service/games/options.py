"""What can be chosen for a new game, and which choices exclude each other, as the rules say it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules, check, check_fields
from kingdomino.rules.versions import VERSIONS
from kingdomino.rules.violations import RuleViolation
from service.i18n.speaking import lazy_gettext as _l

PLAYERS = (2, 3, 4)
FLAG = "true"
MEANINGLESS = "rules/meaningless"

KINDS: Mapping[str, Any] = {"game": GameKind, "edition": Edition, "first_line": FirstLine, "mode": Mode}
"""The fields of the rules that name one of several things; the others are flags."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a field, as the form sends it, its name and what it means."""

    field: str
    value: str
    name: object
    meaning: object


@dataclass(frozen=True, slots=True)
class Option:
    """Choices under one heading: of one field only one counts, several fields are switched by themselves."""

    title: object
    choices: tuple[Choice, ...]

    @property
    def single(self) -> bool:
        """Whether it is one of several values."""
        return len({choice.field for choice in self.choices}) == 1 and len(self.choices) > 1


def _one_of(title: object, field: str, choices: Mapping[str, tuple[object, object]]) -> Option:
    return Option(title, tuple(Choice(field, value, *words) for value, words in choices.items()))


OPTIONS = (
    _one_of(
        _l("Game"),
        "game",
        {
            "kingdomino": (_l("Kingdomino"), _l("Fields, forests and crowns: the classic.")),
            "origins": (_l("Origins"), _l("Volcanoes and fire, in three depths.")),
        },
    ),
    _one_of(
        _l("Players"),
        "players",
        {
            "2": (_l("Two"), _l("Two kings each.")),
            "3": (_l("Three"), _l("One king each.")),
            "4": (_l("Four"), _l("One king each, all dominoes.")),
        },
    ),
    _one_of(
        _l("Mode"),
        "mode",
        {
            "discovery": (_l("Discovery"), _l("Volcanoes throw fire, which counts as crowns do.")),
            "totem": (_l("Totem"), _l("Resources on the land; who has most of one holds its totem.")),
            "tribe": (_l("Tribe"), _l("Resources pay for cavemen, who score by what is around them.")),
        },
    ),
    Option(
        _l("Extra points and sizes"),
        (
            Choice(
                "middle_kingdom",
                FLAG,
                _l("Middle Kingdom"),
                _l(
                    "%(points)s points for a castle in the very middle. In Origins: Realm of Fire.",
                    points=VERSIONS.newest.middle_kingdom,
                ),
            ),
            Choice(
                "harmony",
                FLAG,
                _l("Harmony"),
                _l(
                    "%(points)s points for a kingdom without a discarded domino. In Origins: Homo Habilis.",
                    points=VERSIONS.newest.harmony,
                ),
            ),
            Choice(
                "mighty_duel",
                FLAG,
                _l("Mighty Duel"),
                _l("Two players, all 48 dominoes, kingdoms of 7 by 7."),
            ),
            Choice("no_limit", FLAG, _l("No limit"), _l("Kingdoms grow as they like: easy, for children.")),
        ),
    ),
    _one_of(
        _l("First line"),
        "first_line",
        {
            "drawn": (_l("Drawn"), _l("Kings are drawn one at a time, nobody knows who is next.")),
            "alternating": (_l("Alternating"), _l("A random order of the players, in turns.")),
            "seated": (_l("Seated"), _l("A random first player, then around the table.")),
        },
    ),
    _one_of(
        _l("Edition"),
        "edition",
        {
            "classic": (_l("Classic"), _l("With three players 12 dominoes stay out unseen.")),
            "second": (_l("Second"), _l("With three players each line has four; the last one is left over.")),
        },
    ),
)
"""In the order of the form; the first choice of one of several is the default."""

REASONS = {
    "rules/mighty-duel-players": _l("Mighty Duel is for two players."),
    "rules/no-limit-mix": _l("Without a limit there is no middle and no full kingdom, so these do not mix."),
    MEANINGLESS: _l("This has no meaning in the chosen game."),
}
"""Why choices exclude each other, by the code of the rules' refusal."""


@cache
def exclusions() -> tuple[tuple[Choice, Choice, str], ...]:
    """A choice, another that excludes it, and the code that the rules give: what no table can have.

    Two choices exclude each other where the rules refuse them with every number of players that they leave.
    What means nothing is excluded by the game only, never the other way round.
    """
    choices = [choice for option in OPTIONS for choice in option.choices]
    return tuple(
        (one, other, code)
        for one, other in permutations(choices, 2)
        if one.field != other.field and (code := _refusal(one, other)) is not None
    )


def _refusal(one: Choice, other: Choice) -> str | None:
    chosen = {one.field: one.value, other.field: other.value}
    if other.field == "game" and (code := _meaningless(GameKind(other.value), one.field)):
        return code
    numbers = [int(chosen["players"])] if "players" in chosen else PLAYERS
    codes = [_checked(chosen, players) for players in numbers]
    return None if None in codes else codes[0]


def _meaningless(game: GameKind, field: str) -> str | None:
    try:
        check_fields(game, {field})
    except RuleViolation as violation:
        return violation.code
    return None


def _checked(chosen: Mapping[str, str], players: int) -> str | None:
    try:
        check(_rules(chosen), players)
    except RuleViolation as violation:
        return violation.code
    return None


def _rules(chosen: Mapping[str, str]) -> Rules:
    return Rules(**dict(_values(chosen)))


def _values(chosen: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for field, value in chosen.items():
        if field != "players":
            yield field, KINDS[field](value) if field in KINDS else True


def exclusions_in_words() -> list[dict[str, str]]:
    """The exclusions for the form's script, each with its reason in the language of the request."""
    return [
        {
            "field": one.field,
            "value": one.value,
            "by": other.field,
            "at": other.value,
            "code": code,
            "reason": str(REASONS[code]),
        }
        for one, other, code in exclusions()
    ]
