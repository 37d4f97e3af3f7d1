"""A player's own series that are not over."""

from replays.kinds import Streams
from replays.log.listing import Asked, Lists, Question
from replays.match.kinds import A, StreamKind

LOOKED_AT = 60
"""The number of a player's newest series of a kind that are searched for unfinished ones."""


def asked(player: str, kind: StreamKind[A]) -> Asked:
    """The page of a list in which `unfinished` looks."""
    return Asked(Question(kind.listing, player=player), LOOKED_AT)


def unfinished(lists: Lists, streams: Streams, player: str, kind: StreamKind[A]) -> list[A]:
    """The player's unfinished series of a kind among the newest."""
    question, limit, _ = asked(player, kind)
    ids, _ = lists.list_streams(question, limit=limit)
    return [series for series in streams.of(kind).readable(ids) if not series.is_over]
