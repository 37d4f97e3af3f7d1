"""Shared parts of the endpoints of live streams: the viewer's right to watch, and messages without events."""

from collections.abc import Callable, Collection, Iterable

import orjson

from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.application.accounts.tokens import Access
from service.application.games.talk.rooms import Room, rooms_of
from service.application.games.visibility import ANYBODY, Viewer
from service.application.live.items import Hint, NoticesChanged, Talked
from service.application.live.rights import Right, Rights, valid_in
from service.application.live.stream import always
from service.http.authentication import visitor
from service.services import services
from service.shared.visibility import sight, viewer


def stays_for_viewer(table: Table) -> Callable[[], bool]:
    """A check whether the viewer may still see the table; `always` for a table that everybody may watch.

    The right ends with the start for viewers who could only have taken a seat, with the takeover of their
    seat for players, and with the invitations of the player who gave the viewer a key.
    """
    if services().visibility.may_watch(table, ANYBODY):
        return always
    parts, who, its_id = services(), viewer(), table.id  # the table itself would stay in memory
    cache = parts.streams.of(KINDS[table.kind])

    def stays() -> bool:
        found = cache.current(its_id)
        return found is not None and parts.visibility.may_see(found, who)

    return stays


def may_still_read(table: Table) -> Callable[[], bool]:
    """A check whether the rights by which the viewer may read the table hold; it raises `StoreAway`."""
    stays = stays_for_viewer(table)
    if stays is always:
        return always
    valid = valid_in(services().tokens, services().visibility)
    held = rights_for(visitor(), [table]).held
    return lambda: stays() and held.issubset(valid(held))


def rights_for(
    access: Access | None,
    tables: Iterable[Table],
    awaited: Iterable[GameId] = (),
    talks: Iterable[Match] = (),
) -> Rights:
    """The rights of the viewer in a stream of these tables, tables that may not be open yet, and talk."""
    doors, spoken = services().visibility, list(talks)
    restricted = [each for each in (*tables, *spoken) if not doors.may_watch(each, ANYBODY)]
    ids = {*(GameId(each.id) for each in restricted), *awaited}
    held: set[Right] = set().union(*(doors.invitations(each, viewer()) for each in restricted))
    held |= set().union(*(doors.offices(each, viewer()) for each in restricted))
    by_account = [each for each in restricted if not doors.may_watch(each, Viewer(None, viewer().keys))]
    among_players = any(Room.PLAYERS in sight().rooms_for(match) for match in spoken)
    if access is not None and (by_account or ids - {each.id for each in restricted} or among_players):
        held.add(access)
    return Rights(frozenset(held), frozenset(ids), _rooms_of_viewer())


def _rooms_of_viewer() -> Callable[[Match], Collection[str]]:
    """Returns the rooms of a match that the viewer may read, also after this request."""
    doors, who = services().visibility, viewer()

    def rooms(match: Match) -> Collection[str]:
        found = rooms_of(match, who.player, may_watch=doors.may_watch(match, who))
        return [room.value for room in found]

    return rooms


def nothing_follows(table: Table, seen: int | None) -> bool:
    """True if no event can follow this version."""
    return seen is not None and seen >= table.head.version and table.is_over


def notices_message(notices: NoticesChanged) -> bytes:
    """The message with the number of unread notices."""
    data = {"unread": notices.unread, "game": notices.table or None}
    return b"event: notices\ndata: " + orjson.dumps(data) + b"\n\n"


def unread_notices(player: str) -> bytes:
    """The message with which a stream with the player's own notices begins."""
    return notices_message(NoticesChanged(services().inboxes.unread(player), GameId("")))


def hint_data(hint: Hint) -> bytes:
    """The data line of a hint's message."""
    return b"data: " + orjson.dumps({"game": hint.game, "version": hint.version}) + b"\n\n"


def talk_message(talked: Talked) -> bytes:
    """The message that reports a new message in a room."""
    return b"event: talk\ndata: " + orjson.dumps({"game": talked.game, "room": talked.room}) + b"\n\n"
