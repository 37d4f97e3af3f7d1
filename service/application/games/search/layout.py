"""The keys of the index and the names of its bitmaps, and the bitmaps in which a game has its bit."""

import uuid
from collections.abc import Iterator
from enum import Enum

from replays.encoding.identity import GameId
from service.application.games.search.facts import DAY_MS, Company, Facts, VariantChoice

FORM = "1"
"""The version of the index's form; an index in another form is rebuilt."""
SERVED = frozenset({FORM})
"""The forms that searches can read: an index in one of them is read until one in `FORM` is built.

A bitmap that such an index lacks is empty.
"""
STATE = "{finished}:state"
GENERATIONS = "{finished}:generations"
ID_BYTES = 16


class Number(Enum):
    """A number of a game that a query can limit by a range; the value names its slices."""

    POINTS = "points"
    DAYS = "days"
    TURNS = "turns"
    ENDED = "ended"


BITS = {Number.POINTS: 12, Number.DAYS: 12, Number.TURNS: 8, Number.ENDED: 16}
"""The bits of each number; values too large count as the largest. `ended` has days since 1970, up to 2149."""

PUBLIC, RATED = "public", "rated"
SEATS = (2, 3, 4)


def variant_name(variant: VariantChoice) -> str:
    """The name of the bitmap of a variant."""
    return f"variant:{variant.value}"


def company_name(company: Company) -> str:
    """The name of the bitmap of a company."""
    return f"company:{company.value}"


def seats_name(seats: int) -> str:
    """The name of the bitmap of games with this number of seats."""
    return f"players:{seats}"


def slice_names(number: Number) -> list[str]:
    """The names of a number's slices, the lowest bit first."""
    return [f"{number.value}:{place}" for place in range(BITS[number])]


BITMAPS = (
    PUBLIC,
    RATED,
    *map(variant_name, VariantChoice),
    *map(company_name, Company),
    *map(seats_name, SEATS),
    *(name for number in Number for name in slice_names(number)),
)
"""The names of all bitmaps, in the order in which scripts receive their keys."""


def bitmap_key(generation: str, name: str) -> str:
    """The key for this name in a generation."""
    return f"{{finished}}:{generation}:{name}"


def keys_of(generation: str) -> list[str]:
    """All keys of a generation: the ids, their numbers, and the bitmaps."""
    return [bitmap_key(generation, name) for name in ("ids", "numbers", *BITMAPS)]


def raw_id(game: GameId) -> bytes:
    """The 16 bytes of an id."""
    return uuid.UUID(game).bytes


def held_by(facts: Facts) -> Iterator[str]:
    """The names of the bitmaps in which this game has its bit."""
    if facts.is_public:
        yield PUBLIC
    if facts.is_rated:
        yield RATED
    yield variant_name(facts.variant)
    yield company_name(facts.company)
    yield seats_name(facts.players)
    for number, value in _numbers(facts).items():
        least = min(value, 2 ** BITS[number] - 1)
        yield from (name for place, name in enumerate(slice_names(number)) if least >> place & 1)


def _numbers(facts: Facts) -> dict[Number, int]:
    return {
        Number.POINTS: facts.points,
        Number.DAYS: facts.days,
        Number.TURNS: facts.turns,
        Number.ENDED: facts.ended_at // DAY_MS,
    }
