"""The present state of games on demand."""

from replays.drafts import MATCHES
from replays.folds import CACHED, Folds
from replays.log import EventLog
from replays.match import Match
from replays.meter import NO_METER, Meter


class Matches(Folds[Match]):
    """The matches of a log, cached by their head. Safe to share between threads."""

    def __init__(self, log: EventLog, size: int = CACHED, meter: Meter = NO_METER) -> None:
        super().__init__(log, MATCHES, size, meter)
