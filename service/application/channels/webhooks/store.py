"""The webhooks of players in the store: targets of the channel, and the log of each.

The log is a hash of the account with at most `LOG_SIZE` fields for each webhook. One script writes the
outcome of an attempt into the webhook and its log.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from redis import Redis

from replays.log.event_log import StoreAway
from replays.store.scripts import asking
from service.application.account_keys import AccountScript, channels_key, webhooks_key
from service.application.accounts.access.actors import AUDITED, SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.channels.progress import Progress
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.targets import Known, Targets
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.schedule import ChangedWebhook
from service.application.channels.webhooks.webhook import LOG_SIZE, MOST, Webhook

TRIES = 20
"""How often a change is tried if other changes conflict with it."""

CHANGE = f"""{AUDITED}
if is_revoked(ARGV[4]) then return 'revoked' end
if redis.call('HGET', {channels_key}, ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', {channels_key}, ARGV[1], ARGV[3])
if ARGV[6] ~= '' then audited(ARGV[5], ARGV[6], ARGV[7]) end
for at = 8, #ARGV, 2 do redis.call('HSET', {webhooks_key}, ARGV[at], ARGV[at + 1]) end
return 1
"""
"""Changes a webhook and fields of its log, if the webhook is still as it was read (compare and set)."""

REMOVE = f"""{AUDITED}
for at = 4, #ARGV do redis.call('HDEL', {webhooks_key}, ARGV[at]) end
local was_there = redis.call('HDEL', {channels_key}, ARGV[1])
if was_there == 1 then audited(ARGV[2], '{Deed.WEBHOOK_ENDED.value}', ARGV[3]) end
return was_there
"""


@dataclass(frozen=True, slots=True)
class Placed:
    """A webhook with its target and progress, and the reason why it was stopped or ""."""

    target: Target
    webhook: Webhook
    progress: Progress
    stopped: str


Update = Callable[[Webhook], ChangedWebhook]


class Webhooks:
    """The webhooks of all players.

    Methods raise `StoreAway`. Those that change something also raise `AccountErased` and `UnknownOutcome`,
    and may be repeated safely.
    """

    def __init__(self, store: Redis, targets: Targets) -> None:
        self._store = store
        self._targets = targets
        self._change = AccountScript(store, CHANGE)
        self._remove = AccountScript(store, REMOVE)

    def add(self, player: str, id_: str, webhook: Webhook, by: Actor = SERVICE) -> bool:
        """Add a webhook, which gets the notices from now on; False if the player has one with this id.

        Raises `TooManyTargets` and `AccessRevoked`.
        """
        return self._targets.add(Target(WEBHOOK, player, id_), webhook.stored(), MOST, by)

    def of(self, player: str) -> list[Placed]:
        """The player's webhooks, the oldest first."""
        _, every = self._targets.known(player)
        found = [_placed(each) for each in every if each.target.channel == WEBHOOK]
        return sorted(found, key=lambda each: (each.webhook.created, each.target.id))

    def get(self, target: Target) -> Placed | None:
        """The webhook of this target; None if it does not exist."""
        _, known = self._targets.get(target)
        return _placed(known) if known else None

    def change(  # noqa: PLR0913 - the webhook, its change, and the audit entry
        self,
        target: Target,
        update: Update,
        settle: Callable[[Progress], Progress] = lambda progress: progress,
        *,
        resume: bool = False,
        by: Actor = SERVICE,
        deed: Deed | None = None,
    ) -> Placed | None:
        """Change the stored webhook, and record the deed if one is given; None if it no longer exists.

        `settle` changes its progress; `resume` starts a stopped webhook again. `update` and `settle` are
        called again if the webhook was changed meanwhile.
        """
        for _ in range(TRIES):
            _, known = self._targets.get(target)
            if known is None:
                return None
            changed = update(Webhook.read(known.data))
            stopped = changed.stopped or ("" if resume else known.stopped)
            new = replace(
                known, data=changed.webhook.stored(), stopped=stopped, progress=settle(known.progress)
            )
            if self._save(known, new, changed, (by.field, by.entry, deed.value if deed else "")):
                return _placed(new)
        raise StoreAway(f"{target.name} changes all the time")

    def remove(self, target: Target, by: Actor = SERVICE) -> bool:
        """Remove a webhook and its log; True if it existed."""
        fields = [_field(target, slot) for slot in range(LOG_SIZE)]
        return bool(self._remove.run(target.player, target.name, by.entry, target.id, *fields))

    def deliveries(self, target: Target) -> list[WebhookDelivery]:
        """The log of a webhook, the newest delivery first."""
        fields = [_field(target, slot) for slot in range(LOG_SIZE)]
        with asking():
            found = cast("list[bytes | None]", self._store.hmget(webhooks_key(target.player), fields))
        read = [WebhookDelivery.read(raw) for raw in found if raw is not None]
        return sorted(read, key=lambda each: each.number, reverse=True)

    def exported(self, player: str) -> Iterator[dict[str, Any]]:
        """The player's webhooks with their logs, for the export of the account."""
        for placed in self.of(player):
            yield {
                "id": placed.target.id,
                "url": placed.webhook.url,
                "kinds": placed.webhook.kinds,
                "created_at": placed.webhook.created,
                "stopped": placed.stopped or None,
                "deliveries": [
                    {"id": each.id, "kind": each.kind, "state": each.state.value, "at": each.at}
                    for each in self.deliveries(placed.target)
                ],
            }

    def _save(self, known: Known, new: Known, changed: ChangedWebhook, told: tuple[str, str, str]) -> bool:
        entries = [
            text
            for delivery in changed.entries
            for text in (_field(known.target, delivery.slot), delivery.stored())
        ]
        target = known.target
        begun = (target.name, known.raw, new.stored(), *told, target.id)
        return bool(self._change.run(target.player, *begun, *entries))


def _field(target: Target, slot: int) -> str:
    return f"{target.id} {slot}"


def _placed(known: Known) -> Placed:
    return Placed(known.target, Webhook.read(known.data), known.progress, known.stopped)
