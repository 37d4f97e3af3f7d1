"""Occasions on a server: places are those of consumer groups, alarms are a sorted set per partition."""

import logging
from collections.abc import Iterator
from heapq import nsmallest
from typing import Any

from redis import Redis

from replays.encoding.identity import PARTITIONS, GameId, Version, partition
from replays.log.feeds import START
from replays.log.occasions import ALARM, TOLD, Advance
from replays.store.scripts import Run, ask_together, asking
from replays.streams import keys
from replays.streams.feeds import NOBODYS, answers_of
from replays.streams.members import remove_foreign
from replays.streams.scripts.append import script

TAKEN_AT_ONCE = 1000
"""The number of entries that one command takes back from consumers."""

_ALL = range(PARTITIONS)

logger = logging.getLogger(__name__)


class StreamsOccasions:
    """The `Occasions` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._writer = writer
        self._reader = reader
        self._advance = script(writer, "advance.lua")
        self._ring = script(writer, "ring.lua")
        self._take_back = script(writer, "take_back.lua")

    def places(self, group: str) -> dict[int, str]:
        """Return the group's place in each partition; the group is created if it does not exist."""
        found = self._groups(group)
        for number in (number for number, there in found.items() if there["pending"]):
            taken = self._take_back.ask([keys.feed(number)], [group, TAKEN_AT_ONCE])
            logger.warning("%s takes back %d entries that a consumer has read", group, taken)
        if any(there["pending"] for there in found.values()):
            found = self._groups(group)
        return {number: there["last-delivered-id"].decode() for number, there in found.items()}

    def _groups(self, group: str) -> dict[int, Any]:
        """The state of the group in each partition, as XINFO GROUPS describes it."""
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xgroup_create(keys.feed(number), group, id=START, mkstream=True)
                pipe.xinfo_groups(keys.feed(number))
            answers = answers_of(pipe, allowed="BUSYGROUP")
        return {
            number: there
            for number, groups in enumerate(answers[1::2])
            for there in groups
            if there["name"] == group.encode()
        }

    def advance(self, group: str, *steps: Advance) -> bool:
        """Apply the steps in one round trip."""
        answers = ask_together(self._writer, [self._step(group, step) for step in steps])
        return all(answer == b"done" for answer in answers)

    def _step(self, group: str, step: Advance) -> Run:
        told = "\n".join(f"{each.player} {each.unread} {each.game}" for each in step.told)
        args = [group, step.since, step.to, told, NOBODYS, TOLD, *_alarm_args(step)]
        return self._advance, [keys.feed(step.partition), keys.alarms(step.partition)], args

    def alarms(self, until: int, limit: int) -> list[tuple[GameId, int]]:
        """Return the games whose alarm is due, in one round trip; members that name no game are removed."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.zrangebyscore(keys.alarms(number), "-inf", until, start=0, num=limit, withscores=True)
            answers = pipe.execute()
        found = remove_foreign(self._writer, dict(zip(map(keys.alarms, _ALL), answers, strict=True)))
        return [(game, at) for at, game in nsmallest(limit, found)]

    def ring(self, game: GameId, at: int) -> bool:
        """Replace the alarm by an occasion."""
        number = partition(game)
        return bool(self._ring.run([keys.alarms(number), keys.feed(number)], [game, at, ALARM]))

    def report(self, game: GameId, version: Version, occasion: str, detail: str) -> None:
        """Add an occasion to the feed."""
        with asking():
            fields = {"g": game, "v": version, "t": occasion, "d": detail}
            self._writer.xadd(keys.feed(partition(game)), fields)  # type: ignore[arg-type]


def _alarm_args(step: Advance) -> Iterator[str | int]:
    for game, at in step.alarms.items():
        yield game
        yield "" if at is None else at
