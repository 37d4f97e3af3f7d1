"""The rooms of talk at a table, as who asks may read them."""

from replays.match.aggregate import Match
from service.games.talk.rooms import Room, rooms_of
from service.shared.visibility import may_watch, viewer


def rooms_for(match: Match) -> tuple[Room, ...]:
    """The rooms in which who asks may read; the first is theirs."""
    return rooms_of(match, viewer().player, may_watch=may_watch(match))
