"""The outbox: e-mails that are stored in one step with the change that they announce, and sent afterwards.

An e-mail is stored beside its player's account, in the same slot, so that the script that creates a link also
stores the e-mail with it. An index in another slot has the players with e-mails to send, by due time. The
player is entered before the script, due in a minute, and again after it, due now, so that a process may die
at any point in between.

No stored e-mail contains a secret: the token in its link is derived from the e-mail's random id with the
server's key when the e-mail is sent. A reader of the store sees addresses and texts, but can follow no link.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import cast

from redis import Redis

from replays.log.event_log import StoreAway
from replays.store.scripts import Script, asking
from service.application.account_keys import emails_key
from service.application.i18n.languages import ENGLISH

INDEX = "mail"
"""The key of the sorted set of players, scored by the due time of their e-mails in ms UTC."""
GRACE_MS = 60_000
"""The time that a script may take between the first entry in the index and the storing of the e-mail."""
LEASE_MS = 120_000
"""The time for which a sender has a player's e-mails to itself; after that it counts as dead."""
LONGEST_WAIT_MS = 60 * 60_000
"""The longest wait before an e-mail is retried."""

CLAIM = """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)[1]
  or redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[3], '+inf', 'LIMIT', 0, 1)[1]
if found then redis.call('ZADD', KEYS[1], ARGV[2], found) end
return found
"""
"""Claims and returns the first player whose e-mails are due, by moving the due time to ARGV[2].

No e-mail waits beyond ARGV[3]. A later entry comes from a clock that was ahead, and counts as due.
"""

SETTLE = """
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') ~= tonumber(ARGV[2]) then return 'changed' end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 'done'
"""
"""Removes a claimed player from the index, or moves the due time, unless there are newer e-mails."""


@dataclass(frozen=True, slots=True)
class Email:
    """An e-mail; `{link}` in its text is replaced by the URL of `path` with the link's token.

    `to` is empty if nobody receives it. `at` is the time of writing and `until` the time from which it is not
    worth sending any more, both in ms UTC. `id` is random, 32 hexadecimal digits. `language` is the tag of
    the language in which it is written; it is stored unless it is English.
    """

    id: str
    to: str
    subject: str
    text: str
    path: str
    at: int
    until: int
    language: str = ENGLISH

    def stored(self) -> str:
        """The stored form, JSON."""
        fields = asdict(self)
        if self.language == ENGLISH:
            del fields["language"]
        return json.dumps(fields)

    @classmethod
    def read(cls, text: bytes) -> "Email":
        """Read the stored form."""
        return cls(**json.loads(text))


class Links:
    """The tokens of the links in e-mails; `key` is the server's secret."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"kingdomino links", "sha256")

    def token(self, player: str, email: str) -> str:
        """The token in the link of this e-mail: it names the player and proves receipt of the e-mail."""
        secret = hmac.digest(self._key, f"{player} {email}".encode(), "sha256")
        return f"{player}.{secret.hex()}"


def link_digest(token: str) -> str:
    """The stored digest of a link's token; a token has 256 bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Outbox:
    """All e-mails. Methods raise `StoreAway` and may be retried; `clock` returns ms UTC."""

    def __init__(self, store: Redis, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._claim = Script(store, CLAIM)
        self._settle = Script(store, SETTLE)

    @contextmanager
    def posting(self, player: str) -> Iterator[None]:
        """Schedule the e-mail that the block stores; once it is stored, nothing here fails."""
        self._enter(player, self._clock() + GRACE_MS)
        yield
        with suppress(StoreAway):
            self._enter(player, self._clock())

    def claim(self) -> tuple[str, int] | None:
        """Claim a player whose e-mails are due: the player and the end of the lease in ms UTC, or None."""
        now = self._clock()
        player = self._claim.run([INDEX], [now, now + LEASE_MS, now + LONGEST_WAIT_MS])
        return (player.decode(), now + LEASE_MS) if player else None

    def emails(self, player: str) -> list[Email]:
        """The player's e-mails, the oldest first."""
        with asking():
            kept = cast("list[bytes]", self._store.hvals(emails_key(player)))
        return sorted(map(Email.read, kept), key=lambda email: email.at)

    def remove(self, player: str, email: Email) -> None:
        """Delete an e-mail."""
        with asking():
            self._store.hdel(emails_key(player), email.id)

    def settle(self, player: str, lease: int, again: int | None) -> None:
        """End a claim; with `again`, retry at that time in ms UTC, at most `LONGEST_WAIT_MS` from now."""
        self._settle.run([INDEX], [player, lease, "" if again is None else again])

    def overdue(self, ms: int) -> int:
        """The number of players with e-mails that have been due for at least this many ms."""
        with asking():
            return self._store.zcount(INDEX, "-inf", self._clock() - ms)

    def _enter(self, player: str, due: int) -> None:
        with asking():
            self._store.zadd(INDEX, {player: due})
