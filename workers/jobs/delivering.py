"""Delivering notices to players, with a queue for each channel, so that a slow channel delays no other."""

from collections.abc import Mapping
from types import MappingProxyType

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import DELIVERIES as DELIVERIES_OF
from service.application.channels.target import NAMES, owned
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def _delivery(channel: str) -> Task:
    def deliver(parts: Parts, owner: GameId) -> None:
        """Deliver the due notices to the target; a process without this channel leaves them to another."""
        courier = parts.couriers.get(channel)
        if courier:
            courier(owned(channel, owner))

    def read(owner: str) -> GameId:
        owned(channel, owner)
        return GameId(owner)

    return Task(
        channel,
        "target",
        f"{channel} to {{}} is not delivered",
        deliver,
        queue=DELIVERIES_OF.format(channel),
        read=read,
    )


DELIVERIES: Mapping[str, Task] = MappingProxyType({channel: _delivery(channel) for channel in NAMES})
"""The task of each channel, by the channel's name; its jobs identify targets by their owners."""
