"""The browsers of players that show push messages.

A browser belongs to one account. Its owner is stored under the browser's id, and its target with the account;
on a cluster these are in different slots. The owner entry decides. A target whose player is not the owner was
left behind by a process that died: nothing is sent to it, and the next delivery removes it.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking
from service.application.account_keys import AccessRevoked, AccountErased
from service.application.accounts.access.actors import SERVICE, Actor
from service.application.channels.push.subscription import Subscription
from service.application.channels.target import PUSH, Target
from service.application.channels.targets import Known, Targets, TooManyTargets

MOST = 10
"""The maximum number of browsers of a player."""
OWNER = "push:browser:{}"
"""The key under which the owner of a browser, an account, is stored."""

RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 'done'"


class Subscriptions:
    """The browsers of all players.

    Methods raise `StoreAway`. Those that change something also raise `AccountErased` and `UnknownOutcome`,
    and may be repeated safely.
    """

    def __init__(self, store: Redis, targets: Targets) -> None:
        self._store = store
        self._targets = targets
        self._release = Script(store, RELEASE)

    def of(self, player: str) -> list[Known]:
        """The player's browsers, the oldest first."""
        _, known = self._targets.known(player)
        mine = [each for each in known if each.target.channel == PUSH]
        return sorted(mine, key=lambda each: Subscription.read(each.data).created_at)

    def add(self, player: str, subscription: Subscription, by: Actor = SERVICE) -> str:
        """Add a browser, and take it from the account that had it before; the id of the target.

        If the player already has the browser, its keys and session are replaced. Raises `TooManyTargets`.
        """
        target, mine = subscription.target(player), self.of(player)
        if len(mine) >= MOST and target not in [each.target for each in mine]:
            raise TooManyTargets(MOST)
        before = self._claim(target)
        try:
            while not self._targets.add(target, subscription.stored(), MOST, by):
                if self._renew(target, subscription):
                    break  # otherwise another process changed or removed it in between: try again
        except (AccountErased, AccessRevoked, TooManyTargets):
            self.release(target)
            raise
        if before not in (None, player):
            self._targets.remove(subscription.target(str(before)))
        return target.id

    def remove(self, target: Target, by: Actor = SERVICE) -> bool:
        """Remove a browser, so that nothing more is sent there; True if the player had it."""
        self.release(target)
        return self._targets.remove(target, by)

    def end_session(self, player: str, token: str, by: Actor = SERVICE) -> None:
        """Remove the browsers that subscribed in this session."""
        for each in self.of(player):
            if Subscription.read(each.data).token == token:
                self.remove(each.target, by)

    def forget(self, player: str) -> None:
        """Remove all browsers of an account that is about to be erased."""
        for each in self.of(player):
            self.remove(each.target)

    @contextmanager
    def releasing(self, player: str) -> Iterator[None]:
        """Delete the owner entries of those browsers of the player that end in the block.

        The block may end them with all other grants of the account, in a script that cannot reach these
        entries. If the store fails afterwards, they stay behind, and have no effect.
        """
        before = self.of(player)
        yield
        with suppress(StoreAway, UnknownOutcome):
            left = {each.target for each in self.of(player)}
            for each in before:
                if each.target not in left:
                    self.release(each.target)

    def belongs(self, target: Target) -> bool:
        """True if the target's player is still the owner of the browser."""
        with asking():
            owner = cast("bytes | None", self._store.get(OWNER.format(target.id)))
        return owner == target.player.encode()

    def release(self, target: Target) -> None:
        """Delete the browser's owner entry if it names the target's player."""
        self._release.run([OWNER.format(target.id)], [target.player])

    def _claim(self, target: Target) -> str | None:
        """Make the target's player the owner of the browser; the previous owner, None without one."""
        with asking():
            before = cast("bytes | None", self._store.set(OWNER.format(target.id), target.player, get=True))
        return before.decode() if before else None

    def _renew(self, target: Target, subscription: Subscription) -> bool:
        _, known = self._targets.get(target)
        if known is None:
            return False
        new = {**subscription.stored(), "created_at": known.data["created_at"]}
        return self._targets.save(known, data={**known.data, **new}, stopped="") is not None
