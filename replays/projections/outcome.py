"""The outcome of a game: by what it was decided, and by how much (R12, R32)."""

from collections.abc import Collection, Sequence
from typing import Any

from kingdomino.board.numbers import Seat
from kingdomino.scoring import Score

DECIDED = ("alone", "points", "largest_region", "crowns", "shared")
"""The criteria that can decide a game, in the order in which they are applied.

Only one player stayed; more points; with equal points a larger region; then more crowns, or fires in Origins;
or nothing, and the victory is shared.
"""


def outcome(
    ranking: Sequence[Sequence[Seat]], scores: Sequence[Score], left: Collection[Seat]
) -> dict[str, Any]:
    """`decided`, one of `DECIDED`, and, except for `alone` and `shared`, the `margin`.

    The margin is the difference to the next place, whose seats are equal in it; seats that were left do not
    count as rivals.
    """
    winners = ranking[0]
    if len(winners) > 1:
        return {"decided": "shared"}
    gone = winners[0] in left  # then all seats were left
    rivals = [seat for place in ranking[1:] for seat in place if (seat in left) == gone]
    if not rivals:
        return {"decided": "alone"}
    first, second = scores[winners[0]], scores[rivals[0]]
    margins = {
        "points": first.total - second.total,
        "largest_region": first.largest_region - second.largest_region,
        "crowns": first.crowns - second.crowns,
    }
    decided = next(name for name, margin in margins.items() if margin)
    return {"decided": decided, "margin": margins[decided]}
