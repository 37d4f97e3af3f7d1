"""The index in the store: finished games in the order of their ends, and bitmaps of their properties.

All keys share the hash tag `{finished}`. The hash `{finished}:state` names the present `generation`, its
`form`, and, while one is being built or wanted, who builds it (`building`). The keys of a generation begin
with `{finished}:<generation>:`.

| key | content |
|---|---|
| `ids` | the ids of the games by their numbers, 16 bytes each |
| `numbers` | a hash: the 16 bytes of an id -> its number |
| the names of `layout.BITMAPS` | bit n is that of game n; the lowest bit of a byte comes first |
"""

import secrets
import uuid
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.store.scripts import Script, asking
from service.games.search.facts import Facts
from service.games.search.layout import BITMAPS, FORM, held_by

STATE = "{finished}:state"
GENERATIONS = "{finished}:generations"
AT_ONCE = 20
"""How many games one script adds: some 15 ms in which the store does nothing else, on a slow machine."""
READ_AT_ONCE = 5_000
"""How many numbers are looked up at once."""
ID_BYTES = 16
WANTED = "wanted"
"""Stands for who builds, where nobody does so yet."""

ADD = """
local generation, building = unpack(redis.call('HMGET', KEYS[1], 'generation', 'building'))
if ARGV[2] ~= (building or '') then return 'elsewhere' end
if building == false and generation ~= ARGV[1] then return 'elsewhere' end
for i = 3, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[3], ARGV[i]) == 0 then
    local number = redis.call('STRLEN', KEYS[2]) / 16
    redis.call('HSET', KEYS[3], ARGV[i], string.format('%d', number))
    redis.call('APPEND', KEYS[2], ARGV[i])
    local low = number % 8
    local place = string.format('%d', number - low + 7 - low)
    for name in string.gmatch(ARGV[i + 1], '%d+') do
      redis.call('SETBIT', KEYS[tonumber(name)], place, 1)
    end
  end
end
return 'done'
"""
"""Adds the games that are not there yet to the generation ARGV[1], for the builder ARGV[2] or "".

Of each game ARGV has the id and the numbers of the keys of its bitmaps.
"""

PUBLISH = """
if redis.call('HGET', KEYS[1], 'building') ~= ARGV[2] then return 'elsewhere' end
redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'form', ARGV[3])
redis.call('HDEL', KEYS[1], 'building')
return 'done'
"""
"""Makes ARGV[1] the present generation, if ARGV[2] is the one who builds."""


class Elsewhere(Exception):  # noqa: N818 - the answer, not a fault
    """Somebody else builds the index, or has built another generation."""


class Snapshot(NamedTuple):
    """Some bitmaps of one generation at one moment, as sets of games; `size` is the number of its games."""

    generation: str
    size: int
    bitmaps: dict[str, int]


class Index:
    """The index. Methods raise `StoreAway`; those that write may have an `UnknownOutcome`.

    All may be repeated.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._add = Script(store, ADD)
        self._publish = Script(store, PUBLISH)

    def present(self) -> str | None:
        """The present generation; None where there is none, of this form, or another one is being built."""
        generation, form, building = self._state()
        return None if building is not None or form != FORM else generation

    def want(self) -> None:
        """Have the next projector build the index anew; until then the present one is read."""
        with asking():
            self._store.hset(STATE, "building", WANTED)

    def begin(self) -> str:
        """Begin a new generation, whose name it gives; what others have begun is given up."""
        generation = secrets.token_hex(8)
        with asking():
            self._store.sadd(GENERATIONS, generation)
            self._store.hset(STATE, "building", generation)
        self._remove_others(generation)
        return generation

    def add(self, generation: str, games: Iterable[Facts], *, building: bool = False) -> None:
        """Add games that are not there yet, in this order; raises `Elsewhere`."""
        rest = iter(games)
        while some := list(islice(rest, AT_ONCE)):
            held = [part for facts in some for part in (raw_id(facts.game), _key_numbers(facts))]
            args = [generation, generation if building else "", *held]
            if self._add.run([STATE, *_keys(generation)], args) != b"done":
                raise Elsewhere

    def publish(self, generation: str) -> None:
        """Make a generation the present one, in place of the one before; raises `Elsewhere`."""
        if self._publish.run([STATE], [generation, generation, FORM]) != b"done":
            raise Elsewhere
        self._remove_others(generation)

    def read(self, names: Sequence[str]) -> Snapshot | None:
        """These bitmaps of the generation that is read now; None where there is none yet."""
        while (generation := self._read_generation()) is not None:
            with asking():
                pipe = self._store.pipeline(transaction=False)
                pipe.strlen(bitmap_key(generation, "ids"))  # first: a game that comes meanwhile is above it
                for name in names:
                    pipe.get(bitmap_key(generation, name))
                pipe.hget(STATE, "generation")
                length, *bitmaps, after = pipe.execute()
            if after == generation.encode():
                sets = (int.from_bytes(bitmap or b"", "little") for bitmap in bitmaps)
                return Snapshot(generation, length // ID_BYTES, dict(zip(names, sets, strict=True)))
        return None

    def ids(self, generation: str, numbers: Sequence[int]) -> list[GameId]:
        """The games with these numbers."""
        with asking():
            pipe = self._store.pipeline(transaction=False)
            for number in numbers:
                pipe.getrange(
                    bitmap_key(generation, "ids"), ID_BYTES * number, ID_BYTES * number + ID_BYTES - 1
                )
            found = cast("list[bytes]", pipe.execute())
        return [GameId(str(uuid.UUID(bytes=raw))) for raw in found if len(raw) == ID_BYTES]

    def numbers(self, generation: str, games: Iterable[GameId]) -> list[int]:
        """The numbers of those of these games that are in the index."""
        found: list[int] = []
        rest = iter(games)
        while some := list(islice(rest, READ_AT_ONCE)):
            with asking():
                held = self._store.hmget(bitmap_key(generation, "numbers"), [raw_id(game) for game in some])
            found += [int(number) for number in cast("list[bytes | None]", held) if number is not None]
        return found

    def _read_generation(self) -> str | None:
        generation, form, _ = self._state()
        return generation if form == FORM else None

    def _state(self) -> tuple[str | None, str | None, str | None]:
        with asking():
            held = cast("list[bytes | None]", self._store.hmget(STATE, ["generation", "form", "building"]))
        generation, form, building = (value.decode() if value is not None else None for value in held)
        return generation, form, building

    def _remove_others(self, building: str) -> None:
        """Remove all generations but the one that is read, and this one."""
        kept = {building, self._state()[0]}
        with asking():
            made = cast("set[bytes]", self._store.smembers(GENERATIONS))
            for generation in {each.decode() for each in made} - kept:
                self._store.delete(*_keys(generation))
                self._store.srem(GENERATIONS, generation)


def raw_id(game: GameId) -> bytes:
    """The 16 bytes of an id."""
    return uuid.UUID(game).bytes


def bitmap_key(generation: str, name: str) -> str:
    """The key of this name in a generation."""
    return f"{{finished}}:{generation}:{name}"


def _keys(generation: str) -> list[str]:
    """All keys of a generation, as scripts get them after `STATE`."""
    return [bitmap_key(generation, name) for name in ("ids", "numbers", *BITMAPS)]


FIRST_BITMAP = 4
"""The number of the first bitmap among the KEYS of `ADD`."""
PLACES = {name: place for place, name in enumerate(BITMAPS, FIRST_BITMAP)}


def _key_numbers(facts: Facts) -> str:
    return " ".join(str(PLACES[name]) for name in held_by(facts))
