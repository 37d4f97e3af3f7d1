"""Writing the ratings: the present generation, or another one that is built beside it."""

import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import Script, asking
from service.application.people.ratings import generations
from service.application.people.ratings.generations import BUILD, GENERATIONS, STATE, Op, as_json
from service.application.people.ratings.ledger import LOG
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.skill import MODEL

WRITE = """
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 'elsewhere' end
if redis.call('HGET', KEYS[1], 'position') ~= ARGV[2] then return 'elsewhere' end
for _, op in ipairs(cjson.decode(ARGV[4])) do
  local args = {}
  for i = 3, #op do args[i - 2] = tostring(op[i]) end
  redis.call(op[1], KEYS[op[2] + 1], unpack(args))
end
redis.call('HSET', KEYS[1], 'position', ARGV[3], 'whole', ARGV[1] .. ' ' .. ARGV[3])
return 'done'
"""
"""Runs the commands ARGV[4] on the generation ARGV[1], and moves its position from ARGV[2] to ARGV[3]."""

BEGIN = """
if (redis.call('HGET', KEYS[1], 'generation') or '') ~= ARGV[1] then return 'elsewhere' end
for i = 3, #KEYS do redis.call('UNLINK', KEYS[i]) end
local total = redis.call('XLEN', KEYS[2])
redis.call('HSET', KEYS[1], 'generation', ARGV[2], 'position', 0, 'model', ARGV[3], 'total', total)
return 'done'
"""
"""Begins to build ARGV[2] of the model ARGV[3] in place of ARGV[1], and deletes the keys after KEYS[2]."""

SWITCH = """
if (redis.call('HGET', KEYS[1], 'generation') or '') ~= ARGV[1] then return 'elsewhere' end
local generation, position, model = unpack(redis.call('HMGET', KEYS[2], 'generation', 'position', 'model'))
if generation ~= ARGV[2] then return 'elsewhere' end
local whole = generation .. ' ' .. position
redis.call('HSET', KEYS[1], 'generation', generation, 'position', position, 'model', model, 'whole', whole)
for i = 2, #KEYS do redis.call('UNLINK', KEYS[i]) end
return 'done'
"""
"""Makes the build of ARGV[2] the present generation instead of ARGV[1]; deletes all keys after the first."""


class Generation(NamedTuple):
    """A generation ("" if there is none yet), the number of its last entry, and its model.

    While it is built, `total` is the number of entries of the stream at the begin.
    """

    name: str = ""
    position: int = 0
    model: str = ""
    total: int = -1

    @property
    def is_build(self) -> bool:
        """True until it is published."""
        return self.total >= 0


class ConcurrentWrite(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Another process has written: the present generation, what is built, or a position has changed."""


class GenerationWriter:
    """Writes generations. Methods raise `StoreAway`, and those that write also `UnknownOutcome`.

    `begin`, `write` and `publish` raise `ConcurrentWrite`.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._begin, self._write, self._switch = (Script(store, text) for text in (BEGIN, WRITE, SWITCH))

    def present(self) -> Generation:
        """Return the present generation."""
        return self._held()[0]

    def build(self) -> Generation | None:
        """Return the generation that is built; None if there is none."""
        build = self._held()[1]
        return build if build.is_build else None

    def current(self) -> Generation | None:
        """Return the generation to go on with: the one that is built, else the present one if it is whole.

        None if neither has this version's model and form.
        """
        present, build, whole = self._held()
        if build.model == MODEL:
            return build
        return present if present.model == MODEL and whole == f"{present.name} {present.position}" else None

    def begin(self) -> Generation:
        """Begin to build a generation from the first entry on, in place of the one that is built."""
        over = self._held()[1].name
        keys = [BUILD, LOG, *(generations.keys(over) if over else ())]
        self._run(self._begin, keys, [over, secrets.token_hex(8), MODEL])
        return self.build() or Generation()

    def write(self, generation: Generation, to: int, ops: Iterable[Op]) -> Generation:
        """Run these commands and move the position, in one script."""
        keys = [BUILD if generation.is_build else STATE, *generations.keys(generation.name)]
        self._run(self._write, keys, [generation.name, generation.position, to, as_json(ops)])
        return generation._replace(position=to)

    def publish(self, build: Generation) -> Generation:
        """Make this the present generation; readers see either the old one or the new one."""
        present, _, whole = self._held()
        with asking():
            made = cast("list[bytes]", self._store.zrange(GENERATIONS, 0, -1))
        over = {present.name, whole.split(" ")[0], *(name.decode() for name in made)} - {""}
        keys = [STATE, BUILD, GENERATIONS, *(key for name in over for key in generations.keys(name))]
        self._run(self._switch, keys, [present.name, build.name])
        return build._replace(total=-1)

    def found(self, *asked: tuple[str, Sequence[str]]) -> list[dict[str, bytes]]:
        """Return the present ones of these fields of each hash, in one round trip."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for key, fields in asked:
                pipe.hmget(key, list(fields) or [""])
            answers = pipe.execute()
        return [
            {field: value for field, value in zip(fields, values, strict=False) if value is not None}
            for (_, fields), values in zip(asked, answers, strict=True)
        ]

    def provisional_by(self, generation: Generation, now: int, limit: int) -> list[tuple[Pool, str]]:
        """Return at most `limit` players whose rating has become provisional by idle time."""
        until = generations.key(generation.name, "until")
        with asking():
            found = cast("list[bytes]", self._store.zrangebyscore(until, "-inf", now, start=0, num=limit))
        pairs = (member.decode().split(" ", 1) for member in found)
        return [(Pool(pool), player) for pool, player in pairs]

    def _held(self) -> tuple[Generation, Generation, str]:
        """The present generation, the one that is built, and up to where the present one is whole."""
        fields = ("generation", "position", "model")
        state, build = self.found((STATE, (*fields, "whole")), (BUILD, (*fields, "total")))
        whole = state.pop("whole", b"").decode()
        return _generation(state), _generation(build), whole

    def _run(self, script: Script, keys: Sequence[str], args: Sequence[str | int]) -> None:
        if script.run(keys, args) != b"done":
            raise ConcurrentWrite


def _generation(held: dict[str, bytes]) -> Generation:
    if not held:
        return Generation()
    name, position, model, *total = (value.decode() for value in held.values())
    return Generation(name, int(position), model, *map(int, total))
