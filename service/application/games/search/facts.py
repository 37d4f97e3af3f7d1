"""The facts that the index stores about a finished game, computed from its record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import decode
from replays.events.game_events import GameScored
from replays.match.aggregate import Match, fold
from service.application.people.pools import Family, family_of

DAY_MS = 24 * 60 * 60 * 1000
STARTED, SCORED = "GameStarted", "GameScored"
TURNS = frozenset({"DominoPlaced", "DominoDiscarded"})
"""The types of events that count turns: each turn has exactly one of them."""


class VariantChoice(Enum):
    """The variant as players choose it when they open a table; the value is stored and used in the API."""

    BASE = "base"
    DUEL = "duel"
    UNLIMITED = "unlimited"
    DISCOVERY = "discovery"
    TOTEM = "totem"
    TRIBE = "tribe"


class Company(Enum):
    """The company at a table: `people` is two persons or more, perhaps with bots; `solo` at most one."""

    PEOPLE = "people"
    SOLO = "solo"


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a scored game. `ended_at` is in ms UTC; `days` are full days from its start to its end.

    `turns` counts the dominoes placed or discarded; `points` are the winner's. `is_public` is true if
    everybody may watch the game; it never changes, because a table's options never change.
    """

    game: GameId
    ended_at: int
    variant: VariantChoice
    players: int
    company: Company
    is_rated: bool
    is_public: bool
    points: int
    days: int
    turns: int


def variant_of(match: Match) -> VariantChoice:
    """The variant of a game: the family of its rules, or the mode for Origins."""
    family = family_of(match.rules)
    return VariantChoice(match.rules.mode.value if family is Family.ORIGINS else family.value)


def company_of(match: Match) -> Company:
    """The company of a match whose table is full."""
    persons = sum(sitter.bot is None for sitter in match.sitters)
    return Company.PEOPLE if persons > 1 else Company.SOLO


def facts_of(game: GameId, events: Sequence[StoredEvent], is_public: Callable[[Match], bool]) -> Facts | None:
    """The facts about a game with these events; None for a game without a result.

    Folds only the events before the start, and the result; of the others it counts the turns. Raises
    `UNREADABLE` for a game whose opening or result is damaged, also if a time or the points are not whole
    numbers.
    """
    if not events or events[-1].type != SCORED:
        return None
    types = [event.type for event in events]
    start = types.index(STARTED)
    table, result = fold(game, events[:start]), decode(events[-1])
    if table is None or not isinstance(result, GameScored):
        raise ValueError("the events before the start are missing")
    ended, begun = events[-1].record["at"], events[start].record["at"]
    points = result.scores[result.ranking[0][0]].total
    if any(type(number) is not int for number in (ended, begun, points)):
        raise ValueError(f"times and points are whole numbers, not {ended}, {begun}, {points}")
    return Facts(
        game,
        ended,
        variant_of(table),
        table.players,
        company_of(table),
        bool(table.created.options.rated),
        is_public(table),
        points,
        (ended - begun) // DAY_MS,
        sum(each in TURNS for each in types),
    )
