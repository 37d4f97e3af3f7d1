"""The outbox: e-mails that are written with what they tell of, and sent afterwards by whoever can.

An e-mail lies beside its player's account, in the same slot, so that the script that makes a link also writes
the e-mail with it. An index in another slot says whose e-mails are to be sent and when: it is entered before
the script, for a minute later, and again after it, for now, so that a process may die anywhere in between.

No e-mail holds a secret: the token in its link is derived from the e-mail's random id under the server's key,
when it is sent. Who reads the store learns addresses and words, and cannot follow a link.
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

INDEX = "mail"
"""The key of the sorted set of players by the ms at which their e-mails are to be sent."""
GRACE_MS = 60_000
"""How long a script may take between the first entry in the index and the e-mail."""
LEASE_MS = 120_000
"""How long a sender has a player's e-mails for itself; after that it counts as dead."""
LONGEST_WAIT_MS = 60 * 60_000
"""The longest time until an e-mail is tried again."""

CLAIM = """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)[1]
  or redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[3], '+inf', 'LIMIT', 0, 1)[1]
if found then redis.call('ZADD', KEYS[1], ARGV[2], found) end
return found
"""
"""Puts off the first player whose e-mails are due, and answers who it is.

No e-mail waits longer than until ARGV[3]. An entry for later was made while a clock was ahead: it is due.
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
"""Takes a claimed player out of the index, or puts it off, unless there are newer e-mails."""


def emails_key(player: str) -> str:
    """The key of a player's e-mails, in the slot of the account."""
    return f"{{player:{player}}}:mail"


@dataclass(frozen=True, slots=True)
class Email:
    """An e-mail; where its text says `{link}` there will be the address of `path` and the link's token.

    `to` is empty where nobody gets it. `at` is when it was written and `until` when it is not worth sending
    any more, in ms UTC. `id` is random, 32 hexadecimal digits.
    """

    id: str
    to: str
    subject: str
    text: str
    path: str
    at: int
    until: int

    def stored(self) -> str:
        """What the store keeps of it."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: bytes) -> "Email":
        """The e-mail that was stored so."""
        return cls(**json.loads(text))


class Links:
    """The tokens of the links in e-mails; `key` is the server's secret."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"kingdomino links", "sha256")

    def token(self, player: str, email: str) -> str:
        """The token in the link of this e-mail: it names the player, and proves that the e-mail came."""
        secret = hmac.digest(self._key, f"{player} {email}".encode(), "sha256")
        return f"{player}.{secret.hex()}"


def link_digest(token: str) -> str:
    """What is kept of a link's token; it has 256 bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Outbox:
    """All e-mails. Methods raise `StoreAway` and may be called again; `clock` gives ms UTC."""

    def __init__(self, store: Redis, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._claim = Script(store, CLAIM)
        self._settle = Script(store, SETTLE)

    @contextmanager
    def posting(self, player: str) -> Iterator[None]:
        """Have the e-mail sent that the block writes; once it is written, nothing here fails."""
        self._enter(player, self._clock() + GRACE_MS)
        yield
        with suppress(StoreAway):
            self._enter(player, self._clock())

    def claim(self) -> tuple[str, int] | None:
        """A player whose e-mails are due, and until when they are the caller's alone; None where none is."""
        now = self._clock()
        player = self._claim.run([INDEX], [now, now + LEASE_MS, now + LONGEST_WAIT_MS])
        return (player.decode(), now + LEASE_MS) if player else None

    def emails(self, player: str) -> list[Email]:
        """The player's e-mails, the oldest first."""
        with asking():
            kept = cast("list[bytes]", self._store.hvals(emails_key(player)))
        return sorted(map(Email.read, kept), key=lambda email: email.at)

    def remove(self, player: str, email: Email) -> None:
        """Be done with an e-mail."""
        with asking():
            self._store.hdel(emails_key(player), email.id)

    def settle(self, player: str, lease: int, again: int | None) -> None:
        """Be done with a claim, or put it off until `again`, ms UTC, at most `LONGEST_WAIT_MS` from now."""
        self._settle.run([INDEX], [player, lease, "" if again is None else again])

    def overdue(self, ms: int) -> int:
        """For how many players e-mails were to be sent so long ago."""
        with asking():
            return self._store.zcount(INDEX, "-inf", self._clock() - ms)

    def _enter(self, player: str, due: int) -> None:
        with asking():
            self._store.zadd(INDEX, {player: due})
