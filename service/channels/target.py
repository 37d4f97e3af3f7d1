"""Targets: the addresses at which a player is told of notices."""

from typing import NamedTuple

from replays.encoding.identity import is_uuid

EMAIL, PUSH, WEBHOOK = "email", "push", "webhook"

NAMES = (EMAIL, PUSH, WEBHOOK)
"""Every channel that needs a target; names are stored, and stand in the API."""


class Target(NamedTuple):
    """One address of a channel: `id` tells several of one player apart, and is empty for a channel with one.

    >>> Target("push", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b", "5a6b4d5a-8a53-4b7e-9a0f-1c2d3e4f5a6b").name
    'push 5a6b4d5a-8a53-4b7e-9a0f-1c2d3e4f5a6b'
    """

    channel: str
    player: str
    id: str = ""

    @property
    def name(self) -> str:
        """The name among the player's targets."""
        return f"{self.channel} {self.id}".rstrip()

    @property
    def owner(self) -> str:
        """Player and id, which name it in its channel's jobs; RQ takes letters, digits, `-` and `_` only."""
        return f"{self.player}_{self.id}" if self.id else self.player


def named(player: str, name: str) -> Target | None:
    """The player's target of this name; None for a name that no target has."""
    channel, _, target = name.partition(" ")
    return Target(channel, player, target) if channel in NAMES and (not target or is_uuid(target)) else None


def owned(channel: str, owner: str) -> Target:
    """The target of a channel that `owner` names; ValueError where that names none."""
    player, mark, target = owner.partition("_")
    if not is_uuid(player) or (mark and not is_uuid(target)):
        raise ValueError(f"{owner!r} names no target")
    return Target(channel, player, target)
