"""Reads which accounts may have lost access: the process forgets it, and checks their live streams."""

from typing import Any, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.accounts.access.known import CHANGES, MOST, KnownAccess
from service.application.live.hub import Hub

BLOCK_MS = 1_000


class AccessChanges:
    """The place of a process in the stream of changes."""

    def __init__(self, store: Redis, known: KnownAccess[Any], hub: Hub) -> None:
        self.known = known
        self._store = store
        self._hub = hub
        self._cursor: bytes | None = None

    def follow(self, *, anew: bool) -> None:
        """Read what has changed, or wait for it; at first and `anew` after a failure, all that is kept."""
        asked, cursor = self.known.clock(), None if anew else self._cursor
        with asking():
            found = cast("list[Any]", self._store.xread({CHANGES: cursor or b"0-0"}, block=BLOCK_MS))
        entries = found[0][1] if found else []
        if len(entries) >= MOST:  # others may have been trimmed
            self.known.forget()
        players = {fields[b"account"].decode() for _, fields in entries}
        for player in players:
            self.known.forget(player)
        self._cursor, self.known.confirmed = entries[-1][0] if entries else cursor, asked
        self._hub.check_accounts(players)
