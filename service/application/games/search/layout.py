"""The names of the index's bitmaps, and the bitmaps in which a game has its bit."""

from collections.abc import Iterator
from enum import Enum

from service.application.games.search.facts import DAY_MS, Company, Facts, VariantChoice

FORM = "1"
"""The version of the index's form; an index in another form is rebuilt."""


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
