"""The players' profiles: names and hashed tokens. Names live here only, never in a game's log."""

import hashlib
import hmac
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock

from redis import Redis

from replays.store import Script, asking

NAMES_CACHED = 50_000
NAME_SECONDS = 5.0
"""How long a name that was read counts as the present one in a process."""


REGISTER = """
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'name', ARGV[1], 'token', ARGV[2], 'created_at', ARGV[3])
end
return redis.call('HGET', KEYS[1], 'name')
"""
"""Makes the profile at KEYS[1] of name, hashed token and time, unless it is there; answers the name there."""


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player just registered; the token is not kept anywhere and shown this once."""

    id: str
    name: str
    token: str


class NameMismatch(Exception):  # noqa: N818 - the answer, not a fault
    """The key was used before to register another name."""


class Players:
    """Profiles in the store, each under one key of its own.

    `key` is the server's secret; `entropy(n)` gives n random bytes; `monotonic` seconds. Methods raise
    `StoreAway`; registering may have an `UnknownOutcome`, and with a key may be repeated safely.
    """

    def __init__(
        self,
        store: Redis,
        key: bytes,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._register = Script(store, REGISTER)
        self._key = key
        self._entropy = entropy
        self._monotonic = monotonic
        self._names: OrderedDict[str, tuple[float, str | None]] = OrderedDict()
        self._lock = Lock()

    def register(self, name: str, request_key: str | None, now: int) -> NewPlayer:
        """Make a player; the same request key gives the same player and token again.

        Id and token are derived from the key under the server's secret, so that the token need not be kept
        for a retry. Raises `NameMismatch` where the key came with another name.
        """
        source = request_key.encode() if request_key is not None else self._entropy(32)
        player = str(uuid.UUID(bytes=self._derive(b"player id", source)[:16], version=4))
        token = f"{player}.{self._derive(b'player token', source).hex()}"
        registered = self._register.run([_key(player)], [name, _digest(token), now])
        if registered != name.encode():
            raise NameMismatch
        return NewPlayer(player, name, token)

    def authenticate(self, token: str) -> str | None:
        """The id of the player whose token this is, or None."""
        player, _, secret = token.partition(".")
        if not secret or not _is_player(player):
            return None
        with asking():
            stored = self._store.hget(_key(player), "token")
        if not isinstance(stored, bytes) or not hmac.compare_digest(stored, _digest(token).encode()):
            return None
        return player

    def names(self, players: Iterable[str]) -> dict[str, str | None]:
        """The present name of each player, None for one that is unknown or erased."""
        now = self._monotonic()
        known: dict[str, str | None] = {}
        unread = []
        for player in dict.fromkeys(players):
            until, name = self._names.get(player, (now, None))
            if until > now:
                known[player] = name
            else:
                unread.append(player)
        return known | self._read_names(unread, now + NAME_SECONDS) if unread else known

    def _read_names(self, players: list[str], until: float) -> dict[str, str | None]:
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for player in players:
                pipeline.hget(_key(player), "name")
            answers = pipeline.execute()
        found = {
            player: answer.decode() if answer else None
            for player, answer in zip(players, answers, strict=True)
        }
        with self._lock:
            for player, name in found.items():
                self._names[player] = until, name
                self._names.move_to_end(player)
            while len(self._names) > NAMES_CACHED:
                self._names.popitem(last=False)
        return found

    def _derive(self, purpose: bytes, source: bytes) -> bytes:
        return hmac.digest(self._key, purpose + b"\0" + source, "sha256")


def _key(player: str) -> str:
    return f"player:{player}"


def _digest(token: str) -> str:
    """What is kept of a token; it has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _is_player(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
