"""The build of a new generation of the index. Whoever goes on with it continues where it stopped.

The hash `{finished}:build` names the `generation`, its `form`, the `total` of games, the number of those
`done`, the `cursor` of the next page of them (`READ` after the last one), and the number of those `written`.
The sorted set `{finished}:found` has the games that were read, by the ms of their ends: 16 bytes of the id,
then 8 whose bit n says that the game is in bitmap n. Each step moves its position in one script, so of two
builders one goes on.
"""

import secrets
from collections.abc import Iterable
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import Script, asking
from service.application.games.search.bits import of_numbers
from service.application.games.search.facts import Facts
from service.application.games.search.layout import (
    BITMAPS,
    FORM,
    GENERATIONS,
    ID_BYTES,
    STATE,
    held_by,
    keys_of,
    raw_id,
)

BUILD = "{finished}:build"
FOUND = "{finished}:found"
READ = "read"
"""The cursor of a build that has read all games."""
WRITTEN_AT_ONCE = 1_000
"""The number of games that one script writes, a multiple of 8: it blocks the store for about 2 ms."""
ROW_BYTES = 8

BEGIN = """
redis.call('UNLINK', KEYS[2], KEYS[3])
redis.call('HSET', KEYS[2], 'generation', ARGV[1], 'form', ARGV[2], 'total', ARGV[3])
redis.call('HSET', KEYS[2], 'done', 0, 'cursor', '', 'written', 0)
redis.call('HSET', KEYS[1], 'building', ARGV[1])
redis.call('SADD', KEYS[4], ARGV[1])
"""

STEP = """
if redis.call('HGET', KEYS[1], 'building') ~= ARGV[1] then return 'elsewhere' end
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[3] then return 'elsewhere' end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
"""
"""Moves the field ARGV[2] of the build of ARGV[1] from ARGV[3] to ARGV[4]."""

NOTE = (
    STEP
    + """
for i = 6, #ARGV, 2 do redis.call('ZADD', KEYS[3], ARGV[i], ARGV[i + 1]) end
redis.call('HINCRBY', KEYS[2], 'done', ARGV[5])
return 'done'
"""
)
"""Notes games among those found, each with the time of its end, after ARGV[5] more were read."""

WRITE = (
    STEP
    + """
redis.call('SETRANGE', KEYS[3], ARGV[5], ARGV[7])
for i = 1, #ARGV[7], 16 do
  local number = string.format('%d', ARGV[3] + (i - 1) / 16)
  redis.call('HSET', KEYS[4], string.sub(ARGV[7], i, i + 15), number)
end
for i = 8, #ARGV do
  if #ARGV[i] > 0 then redis.call('SETRANGE', KEYS[i - 3], ARGV[6], ARGV[i]) end
end
return 'done'
"""
)
"""Numbers the next games: their ids ARGV[7] at the byte ARGV[5], and their part of each bitmap at ARGV[6]."""

PUBLISH = """
if redis.call('HGET', KEYS[1], 'building') ~= ARGV[1] then return 'elsewhere' end
redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'form', ARGV[2])
redis.call('HDEL', KEYS[1], 'building')
redis.call('UNLINK', KEYS[2], KEYS[3])
return 'done'
"""
"""Makes the build of ARGV[1] the published generation, in the form ARGV[2]."""


class IndexBuiltElsewhere(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Another process builds the index, or has built another generation."""


class IndexBuild(NamedTuple):
    """How far a build is: `done` of `total` games are read, `written` of the `found` ones are in bitmaps."""

    generation: str
    total: int
    done: int
    cursor: str
    found: int
    written: int


class Builds:
    """The builds of an index. Methods raise `StoreAway`; those that write may also raise `UnknownOutcome`.

    All but `begin` raise `IndexBuiltElsewhere` if another process has gone on meanwhile.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._begin, self._note = Script(store, BEGIN), Script(store, NOTE)
        self._write, self._publish = Script(store, WRITE), Script(store, PUBLISH)

    def present(self) -> IndexBuild | None:
        """The build that is running; None if there is none in the present form."""
        with asking():
            pipe = self._store.pipeline(transaction=False)
            pipe.hget(STATE, "building")
            pipe.hgetall(BUILD)
            pipe.zcard(FOUND)
            building, held, found = pipe.execute()
        build = {name.decode(): value.decode() for name, value in held.items()}
        if building is None or building.decode() != build.get("generation") or build["form"] != FORM:
            return None
        total, done, written = (int(build[name]) for name in ("total", "done", "written"))
        return IndexBuild(build["generation"], total, done, build["cursor"], found, written)

    def begin(self, total: int) -> IndexBuild:
        """Begin a new generation of about `total` games; any other build is cancelled."""
        generation = secrets.token_hex(8)
        self._begin.run([STATE, BUILD, FOUND, GENERATIONS], [generation, FORM, total])
        self._remove_others()
        return IndexBuild(generation, total, 0, "", 0, 0)

    def note(self, build: IndexBuild, read: int, games: Iterable[Facts], following: str | None) -> None:
        """Note the games found among the next `read` ones, and the cursor that follows them."""
        args: list[str | bytes | int] = [build.generation, "cursor", build.cursor, following or READ, read]
        for facts in games:
            args += [facts.ended_at, _member(facts)]
        self._run(self._note, [STATE, BUILD, FOUND], args)

    def write(self, build: IndexBuild) -> None:
        """Write the next games, in the order of their ends."""
        begin, end = build.written, min(build.written + WRITTEN_AT_ONCE, build.found)
        with asking():
            members = cast("list[bytes]", self._store.zrange(FOUND, begin, end - 1))
        ids = b"".join(member[:ID_BYTES] for member in members)
        rows = [int.from_bytes(member[ID_BYTES:]) for member in members]
        parts = [of_numbers(n for n, row in enumerate(rows) if row >> bit & 1) for bit in range(len(BITMAPS))]
        bitmaps = [part.to_bytes((part.bit_length() + 7) // 8, "little") for part in parts]
        offsets = (begin * ID_BYTES, begin // 8)
        args: list[str | bytes | int] = [build.generation, "written", begin, end, *offsets, ids, *bitmaps]
        self._run(self._write, [STATE, BUILD, *keys_of(build.generation)], args)

    def publish(self, build: IndexBuild) -> None:
        """Publish the new generation and delete the previous one."""
        self._run(self._publish, [STATE, BUILD, FOUND], [build.generation, FORM])
        self._remove_others()

    def _run(self, script: Script, keys: list[str], args: list[str | bytes | int]) -> None:
        if script.run(keys, args) != b"done":
            raise IndexBuiltElsewhere

    def _remove_others(self) -> None:
        """Delete all generations except the published one and the one that is built, by whomever."""
        with asking():
            made = cast("set[bytes]", self._store.smembers(GENERATIONS))
            kept = cast("list[bytes]", self._store.hmget(STATE, ["generation", "building"]))  # after `made`
            for generation in made.difference(kept):
                self._store.unlink(*keys_of(generation.decode()))
                self._store.srem(GENERATIONS, generation)


def _member(facts: Facts) -> bytes:
    """The id of a game, and the bitmaps in which it has its bit."""
    row = sum(1 << PLACES[name] for name in held_by(facts))
    return raw_id(facts.game) + row.to_bytes(ROW_BYTES)


PLACES = {name: place for place, name in enumerate(BITMAPS)}
