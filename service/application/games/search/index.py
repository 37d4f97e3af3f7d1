"""The index in the store: finished games in the order of their ends, and bitmaps of their properties.

All keys share the hash tag `{finished}`. The hash `{finished}:state` names the published `generation`, its
`form`, and, while a build is running or wanted (`building.py`), what is built (`building`): the new
generation's name, or `wanted`. The keys of a generation begin with `{finished}:<generation>:`.

| key | content |
|---|---|
| `ids` | the ids of the games by their numbers, 16 bytes each |
| `numbers` | a hash: the 16 bytes of an id -> its number |
| the names of `layout.BITMAPS` | bit n is that of game n; the lowest bit of a byte comes first |
"""

import uuid
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.runtime.lru_cache import LruCache
from replays.store.scripts import Script, asking
from service.application.games.search.building import PLACES, Builds, IndexBuiltElsewhere
from service.application.games.search.facts import Facts
from service.application.games.search.layout import (
    FORM,
    ID_BYTES,
    SERVED,
    STATE,
    bitmap_key,
    held_by,
    keys_of,
    raw_id,
)

AT_ONCE = 20
"""The number of games that one script adds."""
READ_AT_ONCE = 5_000
"""The most numbers that one command looks up."""
IDS_CACHED = 20_000
"""The number of games whose ids a process caches by their numbers: some 5 MB."""
STATE_FIELDS = ["generation", "form", "building"]
WANTED = "wanted"
"""The value of `building` while a build is wanted and none has begun."""

ADD = """
local generation, building = unpack(redis.call('HMGET', KEYS[1], 'generation', 'building'))
if building or generation ~= ARGV[1] then return 'elsewhere' end
for i = 2, #ARGV, 2 do
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
"""Adds the missing games to the published generation ARGV[1], unless another one is built.

For each game ARGV has its id and the numbers of the keys of its bitmaps.
"""


class State(NamedTuple):
    """The fields of the hash `{finished}:state`."""

    generation: str | None
    form: str | None
    building: str | None


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
        self._served: str | None = None
        self._ids = LruCache[tuple[str, int], GameId](IDS_CACHED)
        self.builds = Builds(store)

    def present(self) -> str | None:
        """The published generation; None if none has this form, or while a build is wanted or running."""
        state = self._state()
        return None if state.building is not None or state.form != FORM else state.generation

    def want(self) -> None:
        """Have the next projector rebuild the index; until then the published one is read."""
        with asking():
            self._store.hset(STATE, "building", WANTED)

    def add(self, generation: str, games: Iterable[Facts]) -> None:
        """Add the games that are missing, in this order; raises `IndexBuiltElsewhere`."""
        rest = iter(games)
        while some := list(islice(rest, AT_ONCE)):
            held = [part for facts in some for part in (raw_id(facts.game), _key_numbers(facts))]
            if self._add.run([STATE, *keys_of(generation)], [generation, *held]) != b"done":
                raise IndexBuiltElsewhere

    def read(self, names: Sequence[str]) -> Snapshot | None:
        """These bitmaps of the published generation; None if there is none that can be read.

        One round trip, and one more after the generation has changed.
        """
        generation = self._served or _served(self._state())
        while generation is not None:
            with asking():
                pipe = self._store.pipeline(transaction=False)
                pipe.strlen(bitmap_key(generation, "ids"))  # first: games added meanwhile have higher numbers
                for name in names:
                    pipe.get(bitmap_key(generation, name))
                pipe.hmget(STATE, STATE_FIELDS)
                length, *bitmaps, after = pipe.execute()
            before, self._served = generation, _served(_texts(after))
            if before == self._served:
                sets = (int.from_bytes(bitmap or b"", "little") for bitmap in bitmaps)
                return Snapshot(before, length // ID_BYTES, dict(zip(names, sets, strict=True)))
            generation = self._served
        return None

    def ids(self, generation: str, numbers: Sequence[int]) -> list[GameId]:
        """The games with these numbers, which never change; one round trip for those not known yet."""
        known = {number: self._ids.get((generation, number)) for number in numbers}
        unknown = [number for number, game in known.items() if game is None]
        if unknown:
            known |= self._read_ids(generation, unknown)
        return [game for number in numbers if (game := known[number])]

    def _read_ids(self, generation: str, numbers: Sequence[int]) -> dict[int, GameId]:
        with asking():
            pipe = self._store.pipeline(transaction=False)
            for number in numbers:
                pipe.getrange(
                    bitmap_key(generation, "ids"), ID_BYTES * number, ID_BYTES * number + ID_BYTES - 1
                )
            raws = zip(numbers, cast("list[bytes]", pipe.execute()), strict=True)
        found = {number: GameId(str(uuid.UUID(bytes=raw))) for number, raw in raws if len(raw) == ID_BYTES}
        for number, game in found.items():
            self._ids.keep((generation, number), game)
        return found

    def numbers(self, generation: str, games: Iterable[GameId]) -> list[int]:
        """The numbers of these games; games that are not in the index are left out."""
        found: list[int] = []
        rest = iter(games)
        while some := list(islice(rest, READ_AT_ONCE)):
            with asking():
                held = self._store.hmget(bitmap_key(generation, "numbers"), [raw_id(game) for game in some])
            found += [int(number) for number in cast("list[bytes | None]", held) if number is not None]
        return found

    def _state(self) -> State:
        with asking():
            return _texts(cast("list[bytes | None]", self._store.hmget(STATE, STATE_FIELDS)))


def _texts(held: Sequence[bytes | None]) -> State:
    generation, form, building = (value.decode() if value is not None else None for value in held)
    return State(generation, form, building)


def _served(state: State) -> str | None:
    """The published generation, if searches understand its form."""
    return state.generation if state.form in SERVED else None


FIRST_BITMAP = 4
"""The number of the first bitmap among the KEYS of `ADD`."""


def _key_numbers(facts: Facts) -> str:
    return " ".join(str(FIRST_BITMAP + PLACES[name]) for name in held_by(facts))
