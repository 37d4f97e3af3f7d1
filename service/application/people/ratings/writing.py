"""Writing the ratings: one game into the present generation, or all games into a new one."""

import secrets
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import Script, asking
from service.application.people.ratings import generations
from service.application.people.ratings.generations import GENERATIONS, STATE, Op, as_json
from service.application.people.ratings.pools import Pool

AT_ONCE = 1_000
OLD_MS = 60 * 60 * 1000
"""The age at which an unpublished generation is deleted."""

WRITE = """
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 'elsewhere' end
if redis.call('HGET', KEYS[1], 'position') ~= ARGV[2] then return 'elsewhere' end
for _, op in ipairs(cjson.decode(ARGV[4])) do
  local args = {}
  for i = 3, #op do args[i - 2] = tostring(op[i]) end
  redis.call(op[1], KEYS[op[2] + 1], unpack(args))
end
redis.call('HSET', KEYS[1], 'position', ARGV[3])
return 'done'
"""
"""Runs the commands ARGV[4] on the generation ARGV[1], and moves its position from ARGV[2] to ARGV[3]."""

SWITCH = """
local present = redis.call('HGET', KEYS[1], 'generation') or ''
if present ~= ARGV[1] then return 'elsewhere' end
redis.call('HSET', KEYS[1], 'generation', ARGV[2], 'position', ARGV[3], 'model', ARGV[4])
return 'done'
"""
"""Makes ARGV[2], with position ARGV[3] and model ARGV[4], the present generation in place of ARGV[1]."""


class Present(NamedTuple):
    """The present generation ("" if there is none yet), the number of its last entry, and its model."""

    generation: str = ""
    position: int = 0
    model: str = ""


class ConcurrentWrite(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Another process has written: the present generation or its position has changed."""


class GenerationWriter:
    """Writes generations. Methods raise `StoreAway`, and `write` and `publish` also `UnknownOutcome`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._write = Script(store, WRITE)
        self._switch = Script(store, SWITCH)

    def present(self) -> Present:
        """Return the present generation with its position and model."""
        with asking():
            found = cast("list[bytes | None]", self._store.hmget(STATE, ["generation", "position", "model"]))
        generation, position, model = found
        if generation is None or position is None or model is None:
            return Present()
        return Present(generation.decode(), int(position), model.decode())

    def write(self, present: Present, to: int, ops: Iterable[Op]) -> Present:
        """Run these commands and move the position, in one script; raises `ConcurrentWrite`."""
        keys = [STATE, *generations.keys(present.generation)]
        if self._write.run(keys, [present.generation, present.position, to, as_json(ops)]) != b"done":
            raise ConcurrentWrite
        return present._replace(position=to)

    def publish(self, present: Present, to: int, model: str, ops: Iterable[Op], now: int) -> Present:
        """Write a new generation, make it the present one, and delete older ones; raises `ConcurrentWrite`.

        `now` is ms UTC. Readers see either the old generation or the new one.
        """
        new = Present(secrets.token_hex(8), to, model)
        with asking():
            self._store.zadd(GENERATIONS, {new.generation: now})
        rest = iter(ops)
        while some := list(islice(rest, AT_ONCE)):
            with asking(), self._store.pipeline(transaction=False) as pipe:
                for command, name, *args in some:
                    pipe.execute_command(  # type: ignore[no-untyped-call]
                        command, generations.key(new.generation, name), *args
                    )
                pipe.execute()
        switched = self._switch.run([STATE], [present.generation, new.generation, to, model])
        if switched != b"done":
            self._remove(new.generation)
            raise ConcurrentWrite
        self._remove(*filter(None, [present.generation]), *self._unfinished(now, new.generation))
        return new

    def _unfinished(self, now: int, present: str) -> list[str]:
        """The unpublished generations older than `OLD_MS`, whose writers have died."""
        with asking():
            old = cast("list[bytes]", self._store.zrangebyscore(GENERATIONS, "-inf", now - OLD_MS))
        return [found.decode() for found in old if found.decode() != present]

    def _remove(self, *old: str) -> None:
        for generation in old:
            with asking():
                self._store.unlink(*generations.keys(generation))
                self._store.zrem(GENERATIONS, generation)

    def provisional_by(self, present: Present, now: int, limit: int) -> list[tuple[Pool, str]]:
        """Return at most `limit` players whose rating has become provisional by idle time."""
        until = generations.key(present.generation, "until")
        with asking():
            found = cast("list[bytes]", self._store.zrangebyscore(until, "-inf", now, start=0, num=limit))
        pairs = (member.decode().split(" ", 1) for member in found)
        return [(Pool(pool), player) for pool, player in pairs]
