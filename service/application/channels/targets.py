"""The targets of players and their preferences, in the store.

Each account has a hash with the field `preferences`, and for each target a field with its name and a JSON
object. In that object `progress` has the notices that the target is done with, `stopped` the reason why
nothing is sent there any more; the other members belong to the channel.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import AccountScript, channels_key
from service.application.accounts.access.actors import AUDITED, SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.accounts.targets import NEW, TELL
from service.application.channels.preferences import Preferences
from service.application.channels.progress import Progress
from service.application.channels.target import PUSH, WEBHOOK, Target, named

PREFERENCES = "preferences"

MADE: Mapping[str, Deed] = MappingProxyType({PUSH: Deed.PUSH_MADE, WEBHOOK: Deed.WEBHOOK_MADE})
ENDED: Mapping[str, Deed] = MappingProxyType({PUSH: Deed.PUSH_ENDED, WEBHOOK: Deed.WEBHOOK_ENDED})
"""The audit entries of targets that their player adds and removes; the mailbox comes with the address."""

ADD = f"""{TELL}{AUDITED}
if is_revoked(ARGV[5]) then return 'revoked' end
local name, value, channel, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local there = redis.call('HGET', {channels_key}, name)
if there then return 'there' end
local count = 0
for _, each in ipairs(redis.call('HKEYS', {channels_key})) do
  if string.match(each, '^%S+') == channel then count = count + 1 end
end
if count >= most then return 'full' end
tell(name, value)
if ARGV[7] ~= '' then audited(ARGV[6], ARGV[7], ARGV[8]) end
return 'done'
"""
"""Adds a target, unless the player has `most` of the channel; it gets the notices from now on."""

SAVE = f"""
if redis.call('HGET', {channels_key}, ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', {channels_key}, ARGV[1], ARGV[3])
return 1
"""
"""Changes a field if it still has the value that was read (compare and set)."""

REMOVE = f"""{AUDITED}
local was_there = redis.call('HDEL', {channels_key}, ARGV[1])
if was_there == 1 and ARGV[3] ~= '' then audited(ARGV[2], ARGV[3], ARGV[4]) end
return was_there
"""

PREFER = f"""
if (redis.call('HGET', {channels_key}, ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', {channels_key}, ARGV[1], ARGV[3])
return 1
"""
"""Stores changed preferences if they are still as they were read; ARGV[2] is empty if there were none."""


class TooManyTargets(Exception):  # noqa: N818 - the answer, not a fault
    """The player already has `most` targets of the channel, the maximum."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


@dataclass(frozen=True, slots=True)
class Known:
    """A target as it was read: its progress, the reason why it was stopped or "", and its channel's data."""

    target: Target
    progress: Progress
    stopped: str
    data: Mapping[str, Any]
    raw: bytes

    def stored(self) -> str:
        """The target as JSON text for the store."""
        return json.dumps({**self.data, "progress": self.progress.stored(), "stopped": self.stopped})


class Targets:
    """The targets of all players.

    Methods raise `StoreAway`. Those that change something also raise `AccountErased` and `UnknownOutcome`,
    and may be repeated safely.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._add = AccountScript(store, ADD)
        self._save = AccountScript(store, SAVE)
        self._remove = AccountScript(store, REMOVE)
        self._prefer = AccountScript(store, PREFER)

    def add(self, target: Target, data: Mapping[str, Any], most: int, by: Actor = SERVICE) -> bool:
        """Add a target, which gets the notices from now on; False if the player already has it.

        Raises `TooManyTargets` and `AccessRevoked`.
        """
        stored = json.dumps({**json.loads(NEW), **data})
        told = (by.field, by.entry, _deed(MADE, target), target.id)
        answer = self._add.run(target.player, target.name, stored, target.channel, most, *told)
        if answer == b"full":
            raise TooManyTargets(most)
        return bool(answer == b"done")

    def remove(self, target: Target, by: Actor = SERVICE) -> bool:
        """Remove a target, so that nothing more is sent there; True if it existed."""
        told = (by.entry, _deed(ENDED, target), target.id)
        return bool(self._remove.run(target.player, target.name, *told))

    def save(self, known: Known, **changed: Any) -> Known | None:
        """Store changed `progress`, `stopped` or `data`; None if the target has changed since it was read."""
        new = replace(known, **changed)
        text = new.stored()
        if not self._save.run(known.target.player, known.target.name, known.raw, text):
            return None
        return replace(new, raw=text.encode())

    def known(self, player: str) -> tuple[Preferences, list[Known]]:
        """The player's preferences, or the defaults if there are none, and all targets."""
        with asking():
            fields = cast("dict[bytes, bytes]", self._store.hgetall(channels_key(player)))
        return _preferences(fields), list(_read(player, fields))

    def get(self, target: Target) -> tuple[Preferences, Known | None]:
        """The player's preferences, and this target; None if it does not exist."""
        preferences, every = self.known(target.player)
        return preferences, next((each for each in every if each.target == target), None)

    def prefer(self, player: str, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Store the result of `change` on the player's preferences; it is called again after a conflict."""
        while True:
            with asking():
                raw = cast("bytes | None", self._store.hget(channels_key(player), PREFERENCES)) or b""
            changed = change(_preferences({PREFERENCES.encode(): raw}))
            if self._prefer.run(player, PREFERENCES, raw, json.dumps(changed.stored())):
                return changed

    def of(self, players: Collection[str]) -> list[Target]:
        """All targets of these players, read in one round trip."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.hkeys(channels_key(player))
            found = pipe.execute()
        names = (
            (player, name.decode()) for player, keys in zip(players, found, strict=True) for name in keys
        )
        return [target for player, name in names if (target := named(player, name))]


def _deed(deeds: Mapping[str, Deed], target: Target) -> str:
    return deeds[target.channel].value if target.channel in deeds else ""


def _preferences(fields: Mapping[bytes, bytes]) -> Preferences:
    stored = fields.get(PREFERENCES.encode())
    return Preferences.read(json.loads(stored)) if stored else Preferences()


def _read(player: str, fields: Mapping[bytes, bytes]) -> Iterator[Known]:
    for name, raw in sorted(fields.items()):
        target = named(player, name.decode())
        if target is None:
            continue
        data = json.loads(raw)
        progress, stopped = Progress.read(data.pop("progress")), data.pop("stopped", "")
        yield Known(target, progress, stopped, data, raw)
