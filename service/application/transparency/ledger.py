"""The recorded order of the leaves in the store, with what a reader needs to find them.

The stream of leaves is the truth. The places of a game's leaves and the hashes of full tiles are written with
them, in one script, and follow from them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from redis import Redis

from replays.store.scripts import Script, asking
from replays.transparency.leaves import Leaf
from replays.transparency.merkle import HASH_BYTES
from replays.transparency.tiles import WIDTH, LogTile
from service.application.transparency.packing import mark_of, pack_leaf, subject_of, unpack_leaf

LEAVES = "{log}:leaves"
"""The stream of leaves: the entry `<number>-0`, from 1 on, has a packed leaf in `l`."""
PLACES = "{log}:places"
"""The hash of places, by subject: `o5 s9` says that leaf 5 is its opening and leaf 9 its start."""
LEASE, FENCE = "{log}:lease", "{log}:fence"
CHECKPOINTS = "{log}:checkpoints"
"""The hash of the newest checkpoints, by their use."""
PATTERN = "{log}:*"

APPEND = """
-- KEYS  1 the fence, 2 the leaves, 3 the places, 4.. the hashes of each level from 1 on
-- ARGV  1 the token, 2 the size before, 3 the number of leaves, then for each leaf its packed form, its
--       subject and its mark, then for each level a place in bytes and the hashes to be written there
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'fenced' end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local size = last and string.match(last[1], '^(%d+)') or '0'
if size ~= ARGV[2] then return 'elsewhere' end
size = tonumber(size)
local at = 4
for number = 1, tonumber(ARGV[3]) do
  redis.call('XADD', KEYS[2], string.format('%d-0', size + number), 'l', ARGV[at])
  local place = ARGV[at + 2] .. string.format('%d', size + number - 1)
  local others = redis.call('HGET', KEYS[3], ARGV[at + 1])
  redis.call('HSET', KEYS[3], ARGV[at + 1], others and others .. ' ' .. place or place)
  at = at + 3
end
for level = 4, #KEYS do
  redis.call('SETRANGE', KEYS[level], ARGV[at], ARGV[at + 1])
  at = at + 2
end
return 'done'
"""
KEEP = """
-- KEYS  1 the fence, 2 the checkpoints; ARGV  1 the token, 2.. fields and values
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'fenced' end
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
return 'done'
"""


class LogFenced(Exception):  # noqa: N818 - the state of the process
    """Another process puts leaves in order by now, or has put some; read the ledger and go on."""


class LogDamaged(Exception):  # noqa: N818 - the state of the ledger
    """The ledger lacks leaves or hashes that it must have, or holds others; `code` is stable."""

    code = "log/damaged"


class TileBytes(NamedTuple):
    """A tile of hashes and its bytes."""

    tile: LogTile
    content: bytes


def level_key(level: int) -> str:
    """The key of the hashes at a level of tiles, from 1 on, as one string."""
    return f"{{log}}:level:{level}"


class Ledger:
    """The recorded order of leaves. Safe to share between threads; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._append = Script(store, APPEND)
        self._keep = Script(store, KEEP)

    def size(self) -> int:
        """The number of leaves."""
        with asking():
            last = cast("list[Any]", self._store.xrevrange(LEAVES, count=1))
        return int(last[0][0].partition(b"-")[0]) if last else 0

    def leaves(self, start: int, count: int) -> list[Leaf]:
        """The leaves from `start` on; raises `LogDamaged` unless there are exactly `count`."""
        with asking():
            found = cast("list[Any]", self._store.xrange(LEAVES, f"{start + 1}-0", "+", count))
        numbers = [int(entry_id.partition(b"-")[0]) for entry_id, _ in found]
        if numbers != list(range(start + 1, start + 1 + count)):
            last = start + count - 1
            raise LogDamaged(f"the stream {LEAVES} does not have each of the leaves {start} to {last}")
        try:
            return [unpack_leaf(fields[b"l"]) for _, fields in found]
        except (KeyError, ValueError) as error:
            raise LogDamaged(f"a leaf from {start} on cannot be read: {error}") from error

    def hashes(self, tile: LogTile) -> bytes:
        """The bytes of a tile above level 0; raises `LogDamaged` if they are not there."""
        first = tile.index * WIDTH * HASH_BYTES
        with asking():
            found = cast(
                "bytes",
                self._store.getrange(level_key(tile.level or 0), first, first + tile.width * HASH_BYTES - 1),
            )
        if len(found) != tile.width * HASH_BYTES:
            raise LogDamaged(f"{level_key(tile.level or 0)} has no hashes for {tile.path()}")
        return found

    def places(self, subjects: Sequence[bytes]) -> list[Mapping[str, int]]:
        """The places of the leaves of each subject, by their marks."""
        if not subjects:
            return []
        with asking():
            found = cast("list[bytes | None]", self._store.hmget(PLACES, list(subjects)))
        return [{word[0]: int(word[1:]) for word in (text or b"").decode().split()} for text in found]

    def append(self, token: int, size: int, leaves: Sequence[Leaf], tiles: Sequence[TileBytes]) -> None:
        """Record leaves after the first `size`, with the tiles above level 0 that grow by them, or nothing.

        Raises `LogFenced` if another process holds the lease, or has recorded leaves, and `UnknownOutcome`.
        """
        levels: dict[int, list[TileBytes]] = {}
        for each in tiles:
            levels.setdefault(each.tile.level or 0, []).append(each)
        args: list[str | bytes | int] = [token, size, len(leaves)]
        for leaf in leaves:
            args += [pack_leaf(leaf), subject_of(leaf), mark_of(leaf.kind)]
        for _, grown in sorted(levels.items()):
            args += [grown[0].tile.index * WIDTH * HASH_BYTES, b"".join(each.content for each in grown)]
        keys = [FENCE, LEAVES, PLACES, *map(level_key, sorted(levels))]
        _unless_fenced(self._append.run(keys, args))

    def checkpoints(self) -> Mapping[str, bytes]:
        """The newest checkpoints by their use, and the times of each in ms UTC."""
        with asking():
            found = cast("dict[bytes, bytes]", self._store.hgetall(CHECKPOINTS))
        return {name.decode(): content for name, content in found.items()}

    def keep(self, token: int, fields: Mapping[str, bytes]) -> None:
        """Store checkpoints by their use; raises `LogFenced` if another process holds the lease."""
        args = [part for field in fields.items() for part in field]
        _unless_fenced(self._keep.ask([FENCE, CHECKPOINTS], [token, *args]))


def _unless_fenced(answer: Any) -> None:
    if answer != b"done":
        raise LogFenced(answer.decode())
