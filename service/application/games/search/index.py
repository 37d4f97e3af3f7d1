"""The index in the store: finished games in the order of their ends, and bitmaps of their properties.

All keys share the hash tag `{finished}`. The hash `{finished}:state` names the published `generation`, its
`form`, and, while a build is running or wanted, the builder (`building`): the new generation's name, or
`wanted`. The keys of a generation begin with `{finished}:<generation>:`.

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
from service.application.games.search.facts import Facts
from service.application.games.search.layout import BITMAPS, FORM, held_by

STATE = "{finished}:state"
GENERATIONS = "{finished}:generations"
AT_ONCE = 20
"""The number of games that one script adds: it blocks the store for some 15 ms on a slow machine."""
READ_AT_ONCE = 5_000
"""The most numbers that one command looks up."""
ID_BYTES = 16
WANTED = "wanted"
"""The value of `building` while a build is wanted and none has begun."""

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
"""Adds the missing games to the generation ARGV[1], on behalf of the builder ARGV[2], or "" for none.

For each game ARGV has its id and the numbers of the keys of its bitmaps.
"""

PUBLISH = """
if redis.call('HGET', KEYS[1], 'building') ~= ARGV[2] then return 'elsewhere' end
redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'form', ARGV[3])
redis.call('HDEL', KEYS[1], 'building')
return 'done'
"""
"""Publishes the generation ARGV[1] in the form ARGV[3], if ARGV[2] is the builder."""


class IndexBuiltElsewhere(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Another process builds the index, or has built another generation."""


class Snapshot(NamedTuple):
    """Some bitmaps of one generation at one moment, as sets of games; `size` is the number of its games."""

    generation: str
    size: int
    bitmaps: dict[str, int]


class Index:
    """The index. Methods raise `StoreAway`; those that write may also raise `UnknownOutcome`.

    All are safe to repeat.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._add = Script(store, ADD)
        self._publish = Script(store, PUBLISH)

    def present(self) -> str | None:
        """The published generation; None if none has this form, or while a build is wanted or running."""
        generation, form, building = self._state()
        return None if building is not None or form != FORM else generation

    def want(self) -> None:
        """Have the next projector rebuild the index; until then the published one is read."""
        with asking():
            self._store.hset(STATE, "building", WANTED)

    def begin(self) -> str:
        """Begin a new generation and return its name; builds begun by others are cancelled."""
        generation = secrets.token_hex(8)
        with asking():
            self._store.sadd(GENERATIONS, generation)
            self._store.hset(STATE, "building", generation)
        self._remove_others(generation)
        return generation

    def add(self, generation: str, games: Iterable[Facts], *, building: bool = False) -> None:
        """Add the games that are missing, in this order; raises `IndexBuiltElsewhere`."""
        rest = iter(games)
        while some := list(islice(rest, AT_ONCE)):
            held = [part for facts in some for part in (raw_id(facts.game), _key_numbers(facts))]
            args = [generation, generation if building else "", *held]
            if self._add.run([STATE, *_keys(generation)], args) != b"done":
                raise IndexBuiltElsewhere

    def publish(self, generation: str) -> None:
        """Publish a generation and delete the previous one; raises `IndexBuiltElsewhere`."""
        if self._publish.run([STATE], [generation, generation, FORM]) != b"done":
            raise IndexBuiltElsewhere
        self._remove_others(generation)

    def read(self, names: Sequence[str]) -> Snapshot | None:
        """These bitmaps of the published generation; None if there is none in this form yet."""
        while (generation := self._read_generation()) is not None:
            with asking():
                pipe = self._store.pipeline(transaction=False)
                pipe.strlen(bitmap_key(generation, "ids"))  # first: games added meanwhile have higher numbers
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
        """The numbers of these games; games that are not in the index are left out."""
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
        """Delete all generations except the published one and this one."""
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
    """The key for this name in a generation."""
    return f"{{finished}}:{generation}:{name}"


def _keys(generation: str) -> list[str]:
    """All keys of a generation, in the order in which scripts receive them after `STATE`."""
    return [bitmap_key(generation, name) for name in ("ids", "numbers", *BITMAPS)]


FIRST_BITMAP = 4
"""The number of the first bitmap among the KEYS of `ADD`."""
PLACES = {name: place for place, name in enumerate(BITMAPS, FIRST_BITMAP)}


def _key_numbers(facts: Facts) -> str:
    return " ".join(str(PLACES[name]) for name in held_by(facts))
