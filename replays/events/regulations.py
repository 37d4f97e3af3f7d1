"""What a tournament agrees beyond the rules of its games, and the codes of its director's reasons."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from replays.encoding.forms import COUNT, TEXT, Form, array, integer, optional, record, word

MOST_TIE_BREAKS = 8
DAY_MS = 86_400_000
YEAR_MS = 366 * DAY_MS
MOST_POINTS = 12 * 100_000
TWELFTHS = integer(0, MOST_POINTS)
"""Points of a tournament, in twelfths of a point."""
PERIOD: Form[int] = integer(1, YEAR_MS)
"""A period in ms, of at most a year."""


class Format(Enum):
    """Who meets whom: everybody, those with equal points, or those who have not lost."""

    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class Seeding(Enum):
    """The order of the field of a knock-out, and the order of a league's schedule: by lot or by entry."""

    LOTS = "lots"
    ENTRIES = "entries"


class Filling(Enum):
    """How a knock-out of another size comes to a right one: the best seeds rest, or lucky losers go on."""

    BYES = "byes"
    LUCKY = "lucky-losers"


class Forfeit(Enum):
    """What a seat gets that was left: the place that the game gives it (R32), or nothing at all."""

    RANKED = "ranked"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Regulations:
    """The regulations of a tournament, locked when the first round is paired.

    `points` is the name of a scale, and `tie_breaks` are names in their order. `bye` is what a round without
    a table gives, in twelfths; never above the best place. `late_until` is the last round before whose
    pairing players may still enter, 0 for none, and `late_points` what each missed round gives. `vacancy` is
    the stored name of the policy that plays for those who are out of a league; None leaves the seat empty.
    `round_ms` is the length of a round by date; None closes it once its tables have results. `first_move_ms`
    is the time for the first move, and `idle_ms` that for any move, after which the director can close the
    round without the table; None waits for the game's clock. `bar_ms` is the time after a lost seat by
    time-out in a tournament in which one cannot enter; None bars nobody.
    """

    points: str = "even"
    bye: int = 24
    tie_breaks: tuple[str, ...] = ("wins", "share", "buchholz", "direct", "lots")
    seeding: Seeding = Seeding.LOTS
    filling: Filling = Filling.BYES
    forfeit: Forfeit = Forfeit.RANKED
    late_until: int = 0
    late_points: int = 0
    vacancy: str | None = None
    round_ms: int | None = None
    first_move_ms: int | None = None
    idle_ms: int | None = None
    bar_ms: int | None = None


_FIELDS: dict[str, Form[Any]] = {
    "points": TEXT,
    "bye": TWELFTHS,
    "tie_breaks": array(TEXT, MOST_TIE_BREAKS),
    "seeding": word(Seeding),
    "filling": word(Filling),
    "forfeit": word(Forfeit),
    "late_until": COUNT,
    "late_points": TWELFTHS,
    "vacancy": optional(TEXT),
    "round_ms": optional(PERIOD),
    "first_move_ms": optional(PERIOD),
    "idle_ms": optional(PERIOD),
    "bar_ms": optional(PERIOD),
}
REGULATIONS: Form[Regulations] = record(Regulations, _FIELDS)


class Code(Enum):
    """Why somebody acts on the record of a tournament; the occasions are those of the FIDE Handbook, C.05."""

    REQUEST = "request"
    ILLNESS = "illness"
    NO_SHOW = "no-show"
    TIME_OUT = "time-out"
    CONDUCT = "conduct"
    FAIR_PLAY = "fair-play"
    ELIGIBILITY = "eligibility"
    CLERICAL = "clerical"
    OUTAGE = "outage"
    FAULT = "fault"
    AGREEMENT = "agreement"
    APPEAL = "appeal"
    SCHEDULE = "schedule"
    OTHER = "other"
