"""Announcing a tournament: what is agreed if the request does not say it."""

from collections.abc import Mapping
from typing import Any

from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.regulations import DAY_MS, Regulations
from replays.tournament.standings.points import mean

TURN_SECONDS = 3 * 86_400
USUAL_CLOCK = ClockSpec(TimeControl.PER_TURN, TURN_SECONDS, TURN_SECONDS, TURN_SECONDS)
"""Three days for each turn, as in games that wait in the lobby."""
FIRST_MOVE_MS = 7 * DAY_MS
IDLE_MS = 14 * DAY_MS


def regulations_of(given: Mapping[str, Any], table: int) -> Regulations:
    """The regulations with these members, for tables of so many seats; the others have their defaults.

    By default a bye gives what a table gives on average, the first move has 7 days, and any move 14 days.
    """
    scale = given.get("points") or Regulations().points
    usual = {
        "bye": mean(scale, table),
        "first_move_ms": FIRST_MOVE_MS,
        "idle_ms": IDLE_MS,
    }
    return Regulations(**{**usual, **given})
