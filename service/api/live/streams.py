"""Shared parts of the endpoints of live streams: places in a log, and the viewer's right to watch.

An event's place in its log is `<version>.<first 8 digits of its hash>`. From the place of a reconnecting
client the server can tell whether this log still contains the client's last event.
"""

from collections.abc import Callable

import orjson

from replays.commands.tables import UnknownGame
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.dynasties import UnknownDynasty
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from service.application.games.visibility import Table
from service.application.live.follower import Hint, NoticesChanged, Talked
from service.application.live.stream import always
from service.services import services
from service.shared.visibility import may_watch, viewer

HASH_PREFIX = 8
"""The number of digits of an event's hash in a place."""
LONGEST_VERSION = 9
"""The maximum number of digits of the version in a place."""


def stays_for_viewer(table: Table) -> Callable[[], bool]:
    """A check whether the viewer may watch the table once it has started; until then they may take a seat."""
    if may_watch(table):
        return always
    parts, who, its_id = services(), viewer(), table.id  # the table itself would stay in memory
    load = parts.dynasties.dynasty if isinstance(table, Dynasty) else parts.tables.match

    def stays() -> bool:
        try:
            return parts.visibility.may_watch(load(its_id), who)
        except (UnknownGame, UnknownDynasty):
            return False

    return stays


def seen_at(table: Table, place: str) -> int | None:
    """The version at a place of the log, or None if this log does not contain that event (any more)."""
    version, _, prefix = place.partition(".")
    if not (version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION):
        return None
    if not 0 < int(version) <= table.head.version:
        return None
    events = services().tables.log.read(table.id, after=int(version) - 1, limit=1)
    return int(version) if events and events[0].hash[:HASH_PREFIX] == prefix else None


def nothing_follows(table: Table, seen: int | None) -> bool:
    """True if no event can follow this version."""
    return seen is not None and seen >= table.head.version and table.is_over


def place_of(event: StoredEvent) -> str:
    """The event's place in its log."""
    return f"{event.version}.{event.hash[:HASH_PREFIX]}"


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
