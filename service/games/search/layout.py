"""The bitmaps of the index by name, and which of them have the bit of a game."""

from collections.abc import Iterator
from enum import Enum

from service.games.search.facts import DAY_MS, Company, Facts, Variant

FORM = "1"
"""The form of the index: one of another form is built anew."""


class Number(Enum):
    """A number of a game that may be asked for by a range; the value names its slices."""

    POINTS = "points"
    DAYS = "days"
    TURNS = "turns"
    ENDED = "ended"


BITS = {Number.POINTS: 12, Number.DAYS: 12, Number.TURNS: 8, Number.ENDED: 16}
"""How many bits a number has; a larger one counts as the largest. `ended` counts days since 1970, to 2149."""

PUBLIC, RATED = "public", "rated"
SEATS = (2, 3, 4)


def variant_name(variant: Variant) -> str:
    """The name of the bitmap of a variant."""
    return f"variant:{variant.value}"


def company_name(company: Company) -> str:
    """The name of the bitmap of who played."""
    return f"company:{company.value}"


def seats_name(seats: int) -> str:
    """The name of the bitmap of games with so many seats."""
    return f"players:{seats}"


def slice_names(number: Number) -> list[str]:
    """The names of a number's slices, the lowest bit first."""
    return [f"{number.value}:{place}" for place in range(BITS[number])]


BITMAPS = (
    PUBLIC,
    RATED,
    *map(variant_name, Variant),
    *map(company_name, Company),
    *map(seats_name, SEATS),
    *(name for number in Number for name in slice_names(number)),
)
"""All bitmaps, in the order in which scripts get them."""


def held_by(facts: Facts) -> Iterator[str]:
    """The bitmaps that have the bit of this game."""
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
