"""What the endpoints of live streams share: places in a log, and who may stay.

An event's place in its log is `<version>.<first 8 digits of its hash>`, so that a client that comes back can
be told whether this log still has what it knows.
"""

from collections.abc import Callable

import orjson

from replays.commands.tables import UnknownGame
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.dynasties import UnknownDynasty
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from service.games.visibility import Table
from service.live.follower import Hint, NoticesChanged, Talked
from service.live.stream import always
from service.services import services
from service.shared.visibility import may_watch, viewer

HASH_PREFIX = 8
"""How many digits of an event's hash its place has."""
LONGEST_VERSION = 9
"""How many digits the version in a place has at most."""


def stays_for_viewer(table: Table) -> Callable[[], bool]:
    """Whether who asks may watch the table after its start; they may sit down until then."""
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
    """The version at a place of the log, or None where this log does not have that event (any more)."""
    version, _, prefix = place.partition(".")
    if not (version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION):
        return None
    if not 0 < int(version) <= table.head.version:
        return None
    events = services().tables.log.read(table.id, after=int(version) - 1, limit=1)
    return int(version) if events and events[0].hash[:HASH_PREFIX] == prefix else None


def nothing_follows(table: Table, seen: int | None) -> bool:
    """Whether who has seen this version has seen everything there will ever be."""
    return seen is not None and seen >= table.head.version and table.is_over


def place_of(event: StoredEvent) -> str:
    """Where the event is in its log."""
    return f"{event.version}.{event.hash[:HASH_PREFIX]}"


def notices_message(notices: NoticesChanged) -> bytes:
    """How many notices are unread, as a message."""
    data = {"unread": notices.unread, "game": notices.table or None}
    return b"event: notices\ndata: " + orjson.dumps(data) + b"\n\n"


def unread_notices(player: str) -> bytes:
    """The message with which a stream of one's own begins."""
    return notices_message(NoticesChanged(services().inboxes.unread(player), GameId("")))


def hint_data(hint: Hint) -> bytes:
    """The hint as a message's data."""
    return b"data: " + orjson.dumps({"game": hint.game, "version": hint.version}) + b"\n\n"


def talk_message(talked: Talked) -> bytes:
    """That somebody wrote, as a message."""
    return b"event: talk\ndata: " + orjson.dumps({"game": talked.game, "room": talked.room}) + b"\n\n"
