"""A player's own series that are not over."""

from replays.kinds import Streams
from replays.log.event_log import EventLog
from replays.log.listing import Question
from replays.match.kinds import A, StreamKind

LOOKED_AT = 60
"""The number of a player's newest series of a kind that are searched for unfinished ones."""


def unfinished(log: EventLog, streams: Streams, player: str, kind: StreamKind[A]) -> list[A]:
    """The player's unfinished series of a kind among the newest."""
    ids, _ = log.list_streams(Question(kind.listing, player=player), limit=LOOKED_AT)
    return [series for series in streams.of(kind).readable(ids) if not series.is_over]
