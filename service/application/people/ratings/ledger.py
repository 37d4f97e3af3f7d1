"""The stream of ratings in the store: every rated game and every verdict once, in the order of their numbers.

`{ratings}:log` is a stream whose entries have the ids `<number>-0`, numbered from 1, and the field `e`. The
hash `{ratings}:numbers` has the number of each game's entry, `{ratings}:annulled` the verdict on each game
that does not count, and `{ratings}:gone` the number of each erased account's entry.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.store.scripts import Script, asking
from service.application.people.ratings.entries import (
    BadRatingEntry,
    Entry,
    GameAnnulled,
    GameRated,
    GameRestored,
    PlayerLeft,
    read,
    written,
)

GONE = "{ratings}:gone"
LOG = "{ratings}:log"
NUMBERS = "{ratings}:numbers"
ANNULLED = "{ratings}:annulled"
AT_ONCE = 1_000

APPEND = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = last and tonumber(string.match(last[1], '^%d+')) + 1 or 1
if ARGV[1] == 'PlayerLeft' then
  if redis.call('HSETNX', KEYS[4], ARGV[2], number) == 0 then return 'known' end
  redis.call('XADD', KEYS[1], number .. '-0', 'e', ARGV[3])
  return 'done'
end
local known, annulled = redis.call('HEXISTS', KEYS[2], ARGV[2]), redis.call('HEXISTS', KEYS[3], ARGV[2])
if ARGV[1] == 'GameRated' then
  if known == 1 then return 'known' end
  redis.call('HSET', KEYS[2], ARGV[2], number)
elseif known == 0 then
  return 'unknown'
elseif ARGV[1] == 'GameAnnulled' then
  if annulled == 1 then return 'known' end
  redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
else
  if annulled == 0 then return 'known' end
  redis.call('HDEL', KEYS[3], ARGV[2])
end
redis.call('XADD', KEYS[1], number .. '-0', 'e', ARGV[3])
return 'done'
"""
"""Appends the entry ARGV[3] of the type ARGV[1] on the game or player ARGV[2], unless it changes nothing."""


class NotRated(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The game is not in the stream."""


class RatingLedger:
    """The stream of ratings. Methods raise `StoreAway`; those that append may also raise `UnknownOutcome`.

    All are safe to repeat.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._append = Script(store, APPEND)

    def add(self, games: Iterable[GameRated]) -> None:
        """Append the games that the stream lacks."""
        for game in games:
            self._add(game)

    def annul(self, game: GameId, at: int, reason: str) -> bool:
        """Take a game out of the ratings; False if it is annulled already. Raises `NotRated`."""
        return self._add(GameAnnulled(game, at, reason))

    def restore(self, game: GameId, at: int, reason: str) -> bool:
        """Let an annulled game count again; False if it counts already. Raises `NotRated`."""
        return self._add(GameRestored(game, at, reason))

    def leave(self, player: str, at: int) -> None:
        """Record that an account was erased."""
        self._add(PlayerLeft(player, at))

    def _add(self, entry: Entry) -> bool:
        of = entry.player if isinstance(entry, PlayerLeft) else entry.game
        answer = self._append.run([LOG, NUMBERS, ANNULLED, GONE], [type(entry).__name__, of, written(entry)])
        if answer == b"unknown":
            raise NotRated(of)
        return bool(answer == b"done")

    def entries(self, after: int = 0) -> list[tuple[int, Entry]]:
        """Return all entries after this number. Raises `BadRatingEntry`, also for a gap."""
        found: list[tuple[int, Entry]] = []
        while page := self.page(found[-1][0] if found else after, AT_ONCE):
            found += page
        return found

    def page(self, after: int, limit: int) -> list[tuple[int, Entry]]:
        """Return the next entries after this number. Raises `BadRatingEntry`, also for a gap."""
        with asking():
            page: Any = self._store.xrange(LOG, f"({after}-{2**63}", count=limit)
        found = [(int(number.split(b"-")[0]), read(fields[b"e"])) for number, fields in page]
        for (one, _), (other, _) in pairwise([(after, None), *found]):
            if other != one + 1:
                raise BadRatingEntry(f"entry {other} follows entry {one}")
        return found

    def verdict(self, game: GameId) -> GameAnnulled | None:
        """Return the verdict by which a game does not count, or None if it counts."""
        with asking():
            body = cast("bytes | None", self._store.hget(ANNULLED, game))
        entry = read(body) if body else None
        return entry if isinstance(entry, GameAnnulled) else None
