"""Visibility of games and dynasties; decided only here.

Everybody sees a public table. Players, invited players, and viewers with the key of its link see a private
table. If spectators are off, viewers without a seat see a table only while it has free seats.
"""

import hmac
from dataclasses import dataclass

from replays.dynasty.aggregate import Dynasty
from replays.match.aggregate import Match, Status

KEY_DIGITS = 32
"""The number of hexadecimal digits of a key: 128 bits."""

MOST_INVITED = 3
"""The most players that may be invited to a table by id."""

Table = Match | Dynasty


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a request: the signed-in player or None, and the keys in the request."""

    player: str | None = None
    keys: tuple[str, ...] = ()


ANYBODY = Viewer()
"""A viewer without a token or key. A token or key never reduces what a viewer may see."""


def invitations_key(key: bytes) -> bytes:
    """The secret for invitations, derived from the server's key, so that all processes have the same one."""
    return hmac.digest(key, b"kingdomino invitations", "sha256")


def opened_id(table: Table) -> str:
    """The id of the table that was opened: the dynasty's id for a game of a dynasty."""
    membership = table.created.options.dynasty
    return membership.id if membership else table.id


class Visibility:
    """Decides who may see a table. Keys are derived from the server's `secret`, so none is stored."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, table: Table) -> str:
        """The key of a private table; a dynasty and its games share one."""
        return hmac.digest(self._secret, opened_id(table).encode(), "sha256").hex()[:KEY_DIGITS]

    def may_watch(self, table: Table, viewer: Viewer) -> bool:
        """True if the viewer may watch the table once it has started."""
        if viewer.player is not None and table.seat_of(viewer.player) is not None:
            return True
        return table.created.options.spectators is not False and self._is_open_to(table, viewer)

    def may_see(self, table: Table, viewer: Viewer) -> bool:
        """True if the viewer may see the table in its present state; free seats make it visible."""
        seats_free = table.status is Status.OPEN
        return self.may_watch(table, viewer) or (seats_free and self._is_open_to(table, viewer))

    def _is_open_to(self, table: Table, viewer: Viewer) -> bool:
        options = table.created.options
        if not options.private or viewer.player in (options.invited or ()):
            return True
        key = self.key(table).encode()
        return any(hmac.compare_digest(shown.encode(), key) for shown in viewer.keys)
