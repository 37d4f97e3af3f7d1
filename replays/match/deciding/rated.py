"""The requirement of rated games: people play them from the first domino to the last."""

from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.game_events import OnTimeout


def is_for_people(clock: ClockSpec | None, on_timeout: OnTimeout | None) -> bool:
    """True if no bot plays on for a player who is out of time."""
    return clock is None or clock.policy is TimeControl.NONE or on_timeout is not None
