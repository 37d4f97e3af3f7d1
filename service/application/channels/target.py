"""Targets: the addresses to which a player's notices are sent."""

from typing import NamedTuple

from replays.encoding.identity import is_uuid

EMAIL, PUSH, WEBHOOK = "email", "push", "webhook"

NAMES = (EMAIL, PUSH, WEBHOOK)
"""Every channel that needs a target; the names are stored and are part of the API."""


class Target(NamedTuple):
    """One address of a channel; `id` distinguishes a player's addresses, and is "" if there can be only one.

    >>> Target("push", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b", "5a6b4d5a-8a53-4b7e-9a0f-1c2d3e4f5a6b").name
    'push 5a6b4d5a-8a53-4b7e-9a0f-1c2d3e4f5a6b'
    """

    channel: str
    player: str
    id: str = ""

    @property
    def name(self) -> str:
        """The name of the target, unique among the player's targets."""
        return f"{self.channel} {self.id}".rstrip()

    @property
    def owner(self) -> str:
        """Player and id: its name in the channel's jobs; RQ allows letters, digits, `-` and `_` only."""
        return f"{self.player}_{self.id}" if self.id else self.player


def named(player: str, name: str) -> Target | None:
    """The player's target with this name; None if the name is not valid for a target."""
    channel, _, target = name.partition(" ")
    return Target(channel, player, target) if channel in NAMES and (not target or is_uuid(target)) else None


def owned(channel: str, owner: str) -> Target:
    """The target of a channel from its `owner` name; raises ValueError if that is not a valid one."""
    player, mark, target = owner.partition("_")
    if not is_uuid(player) or (mark and not is_uuid(target)):
        raise ValueError(f"{owner!r} names no target")
    return Target(channel, player, target)
