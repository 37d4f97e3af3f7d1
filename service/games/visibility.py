"""Who may see a game or a dynasty: decided here and nowhere else.

A public one is for everybody. A private one is for who has a seat and for who was invited, by name or with
the key that its link has. Where spectators are off, either is shown to who has no seat only as long as seats
are free.
"""

import hmac
from dataclasses import dataclass

from replays.dynasty.aggregate import Dynasty
from replays.match.aggregate import Match, Status

KEY_DIGITS = 32
"""How many hexadecimal digits a key has: 128 bits, which nobody guesses."""

MOST_INVITED = 3
"""How many players may be invited to a table by their ids."""

Table = Match | Dynasty


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: the player who is signed in or None, and the keys that came with the request."""

    player: str | None = None
    keys: tuple[str, ...] = ()


ANYBODY = Viewer()
"""Who shows nothing. Nobody sees less for having a token or a key."""


class Visibility:
    """Which tables are open to whom; `secret` is the server's, so that no key has to be kept."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, table: Table) -> str:
        """The key that opens a private table; a dynasty and its games have one in common."""
        membership = table.created.options.dynasty
        opened = membership.id if membership else table.id
        return hmac.digest(self._secret, opened.encode(), "sha256").hex()[:KEY_DIGITS]

    def may_watch(self, table: Table, viewer: Viewer) -> bool:
        """Whether the viewer may see the table to its end."""
        if viewer.player is not None and table.seat_of(viewer.player) is not None:
            return True
        return table.created.options.spectators is not False and self._is_open_to(table, viewer)

    def may_see(self, table: Table, viewer: Viewer) -> bool:
        """Whether the viewer may see the table as it is now; who can take a seat may."""
        seats_free = table.status is Status.OPEN
        return self.may_watch(table, viewer) or (seats_free and self._is_open_to(table, viewer))

    def _is_open_to(self, table: Table, viewer: Viewer) -> bool:
        options = table.created.options
        if not options.private or viewer.player in (options.invited or ()):
            return True
        key = self.key(table).encode()
        return any(hmac.compare_digest(shown.encode(), key) for shown in viewer.keys)
