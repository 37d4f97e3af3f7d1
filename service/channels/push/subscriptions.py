"""The browsers of players that show push messages.

A browser belongs to one account. The account is kept under the browser's id, beside the target of the
account: on a cluster they lie in different slots. The entry under the id counts. A target that it does not
name was left behind by a process that died, gets nothing, and goes with the next message.
"""

from typing import cast

from redis import Redis

from replays.store.scripts import Script, asking
from service.account_keys import AccountErased
from service.channels.push.subscription import Subscription
from service.channels.target import PUSH, Target
from service.channels.targets import Known, Targets, TooManyTargets

MOST = 10
"""How many browsers a player may have."""
OWNER = "push:browser:{}"
"""The key of the account that a browser belongs to."""

RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 'done'"


class Subscriptions:
    """The browsers of all players.

    Methods raise `StoreAway`; those that change something `AccountErased`, may have an `UnknownOutcome`, and
    may be repeated safely.
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

    def add(self, player: str, subscription: Subscription) -> str:
        """Send to this browser too, and no more for another account; the id of the target.

        A browser that the player has already gets the new keys and the new session. Raises `TooManyTargets`.
        """
        target, mine = subscription.target(player), self.of(player)
        if len(mine) >= MOST and target not in [each.target for each in mine]:
            raise TooManyTargets(MOST)
        before = self._claim(target)
        try:
            while not self._targets.add(target, subscription.stored(), MOST):
                if self._renew(target, subscription):
                    break  # else somebody changed or removed it in between
        except (AccountErased, TooManyTargets):
            self.release(target)
            raise
        if before not in (None, player):
            self._targets.remove(subscription.target(str(before)))
        return target.id

    def remove(self, target: Target) -> bool:
        """Send nothing there any more; whether there was such a browser."""
        self.release(target)
        return self._targets.remove(target)

    def end_session(self, player: str, token: str) -> None:
        """Send nothing more to the browsers that asked for it in this session."""
        for each in self.of(player):
            if Subscription.read(each.data).token == token:
                self.remove(each.target)

    def forget(self, player: str) -> None:
        """Remove all of an account that is about to be erased."""
        for each in self.of(player):
            self.remove(each.target)

    def belongs(self, target: Target) -> bool:
        """Whether the browser is still that of this account."""
        with asking():
            owner = cast("bytes | None", self._store.get(OWNER.format(target.id)))
        return owner == target.player.encode()

    def release(self, target: Target) -> None:
        """Let the browser be nobody's, if it is this account's."""
        self._release.run([OWNER.format(target.id)], [target.player])

    def _claim(self, target: Target) -> str | None:
        """Let the browser be this account's; whose it was."""
        with asking():
            before = cast("bytes | None", self._store.set(OWNER.format(target.id), target.player, get=True))
        return before.decode() if before else None

    def _renew(self, target: Target, subscription: Subscription) -> bool:
        _, known = self._targets.get(target)
        if known is None:
            return False
        new = {**subscription.stored(), "created_at": known.data["created_at"]}
        return self._targets.save(known, data={**known.data, **new}, stopped="") is not None
