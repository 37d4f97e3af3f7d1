"""A player's own dynasties that are not over."""

from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.kinds import Streams
from replays.log.event_log import EventLog
from replays.log.listing import Question

LOOKED_AT = 60
"""The number of a player's newest dynasties that are searched for unfinished ones."""


def unfinished(log: EventLog, streams: Streams, player: str) -> list[Dynasty]:
    """The player's unfinished dynasties among the newest."""
    ids, _ = log.list_streams(Question(DYNASTIES.listing, player=player), limit=LOOKED_AT)
    return [dynasty for dynasty in streams.of(DYNASTIES).readable(ids) if not dynasty.is_over]
