"""The aggregate cache of matches."""

from replays.log.event_log import EventLog
from replays.match.aggregate import Match
from replays.match.aggregate_cache import CACHED, AggregateCache
from replays.match.recording import MATCHES
from replays.runtime.metrics import NO_METRICS, Metrics


class Matches(AggregateCache[Match]):
    """The matches of a log, cached by their head. Safe to share between threads."""

    def __init__(self, log: EventLog, size: int = CACHED, metrics: Metrics = NO_METRICS) -> None:
        super().__init__(log, MATCHES, size, metrics)
