"""Delivers notices to webhooks, each at least once and always under the same `webhook-id`.

The courier makes the call first and stores the outcome afterwards. If the process dies in between, the next
job sends the notice again under the same position. Preferences do not apply to webhooks, because programs
read them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from replays.kinds import KINDS
from replays.match.kinds import Table
from service.application.channels.delivering.due import DueTargets
from service.application.channels.delivering.leasing import may_begin, with_lease
from service.application.channels.http.hosts import Busy
from service.application.channels.progress import Progress
from service.application.channels.target import Target
from service.application.channels.webhooks.caller import Caller
from service.application.channels.webhooks.delivery import TEST, DeliveryState, WebhookDelivery
from service.application.channels.webhooks.payload import payload, trial
from service.application.channels.webhooks.schedule import (
    Called,
    ChangedWebhook,
    dropped,
    due,
    order,
    settled,
    skipped,
    tested,
)
from service.application.channels.webhooks.signing import WebhookSecrets, signed_headers
from service.application.channels.webhooks.store import Placed, Webhooks
from service.application.channels.webhooks.webhook import Webhook
from service.application.notices.inboxes.inboxes import InboxEntry, Inboxes
from service.application.notices.inboxes.reading import NoticeReader

STEPS = 50
"""The maximum number of notices that one job settles; the rest is due again at once."""


@dataclass(frozen=True, slots=True)
class WebhookCourier:
    """Delivers to webhooks. `clock` returns ms UTC; `may_see` is true if a player may see a table.

    `public_url` is the URL of the service, or "".
    """

    webhooks: Webhooks
    due: DueTargets
    inboxes: Inboxes
    reader: NoticeReader
    caller: Caller
    secrets: WebhookSecrets
    may_see: Callable[[Table, str], bool]
    public_url: str
    clock: Callable[[], int]

    def deliver(self, target: Target) -> None:
        """Send the due notices, and store the webhook's next due time; no effect if another job has it."""
        with_lease(self.due, target, self.clock, self._round)

    def _round(self, target: Target) -> int | None:
        """Send while something is due; the next due time in ms UTC, None for no more until a notice."""
        began = self.clock()
        for _ in range(STEPS):
            placed = self.webhooks.get(target)
            if placed is None or placed.stopped:
                return None
            again = self._step(placed)
            if again is None or again > self.clock():
                return again
            if not may_begin(began, self.clock()):
                break
        return self.clock()

    def _step(self, placed: Placed) -> int | None:
        """Settle one notice or test; the next due time in ms UTC, or None."""
        webhook, now = placed.webhook, self.clock()
        if webhook.test:
            return self._try(placed)
        kept = self._waiting(placed)
        self._drop(placed, kept)
        wanted = [each for each in kept if _is_wanted(webhook, each)]
        times = {each.position: due(webhook, each.position, now) for each in wanted}
        ready = [each for each in wanted if times[each.position] <= now]
        if not ready:
            return min(times.values(), default=None)
        first = min(ready, key=lambda each: order(webhook, each.position))
        return self._tell(placed, first, kept)

    def _waiting(self, placed: Placed) -> list[InboxEntry]:
        """The notices of the inbox that are not settled, or whose replay was requested, the oldest first."""
        asked, progress = placed.webhook.asked, placed.progress
        begin = min((progress.upto, *(position - 1 for position in asked)))
        return [
            each
            for each in self.inboxes.after(placed.target.player, begin)
            if each.position in asked or not progress.is_done(each.position)
        ]

    def _drop(self, placed: Placed, kept: Sequence[InboxEntry]) -> None:
        """Settle the notices that are no longer in the inbox, and those of kinds that are not wanted."""
        webhook, now = placed.webhook, self.clock()
        there = {each.position for each in kept}
        gone = (webhook.trying.keys() | set(webhook.asked)) - there
        unwanted = {each.position for each in kept if not _is_wanted(webhook, each)}
        if not gone and not unwanted:
            return
        left = there - unwanted
        logged = self.webhooks.deliveries(placed.target) if gone else []
        self.webhooks.change(
            placed.target,
            lambda current: dropped(current, gone, logged, now),
            lambda progress: progress.settled(unwanted, left),
        )

    def _tell(self, placed: Placed, kept: InboxEntry, waiting: Iterable[InboxEntry]) -> int | None:
        """Send a notice, read or unread, or skip it if it is no longer true; the next due time in ms UTC."""
        player, now = placed.target.player, self.clock()
        unread = [replace(kept, unread=True)]
        spoken = self.reader.spoken(player, unread, lambda table: self.may_see(table, player))
        draft = _draft(kept)
        if not spoken or not spoken[0].unread:
            return self._keep(
                placed, kept, waiting, lambda webhook: skipped(webhook, kept.position, draft, now)
            )
        called = self._call(placed, draft.id, payload(spoken[0], self.public_url))
        if isinstance(called, Busy):
            return self.clock() + round(called.wait * 1000)
        ended = self.clock()
        return self._keep(
            placed, kept, waiting, lambda webhook: settled(webhook, kept.position, draft, called, ended)
        )

    def _keep(
        self,
        placed: Placed,
        kept: InboxEntry,
        waiting: Iterable[InboxEntry],
        step: Callable[[Webhook], ChangedWebhook],
    ) -> int:
        """Store the result of `step`, and settle the notice unless a retry is scheduled; the present time."""
        position = kept.position
        others = {each.position for each in waiting} - {position}
        over: list[bool] = []

        def noted(webhook: Webhook) -> ChangedWebhook:
            changed = step(webhook)
            over[:] = [position not in changed.webhook.trying]
            return changed

        def settle(progress: Progress) -> Progress:
            return progress.settled([position], others) if over[0] else progress

        self.webhooks.change(placed.target, noted, settle)
        return self.clock()

    def _try(self, placed: Placed) -> int:
        """Send the requested test; the next due time in ms UTC."""
        id_, now = f"{TEST}-{placed.webhook.test}", self.clock()
        called = self._call(placed, id_, trial(id_, now))
        if isinstance(called, Busy):
            return self.clock() + round(called.wait * 1000)
        draft, ended = WebhookDelivery(0, id_, TEST, None, None, DeliveryState.WAITING, 0, now), self.clock()
        self.webhooks.change(placed.target, lambda webhook: tested(webhook, draft, called, ended))
        return self.clock()

    def _call(self, placed: Placed, id_: str, body: bytes) -> Called | Busy:
        target, webhook, now = placed.target, placed.webhook, self.clock()
        secrets = [self.secrets.text(target.player, target.id, n) for n in webhook.rotations(now)]
        return self.caller.post(webhook.url, body, signed_headers(secrets, id_, now, body))


def _is_wanted(webhook: Webhook, kept: InboxEntry) -> bool:
    return webhook.wants(kept.notice.kind) or kept.position in webhook.asked


def _draft(kept: InboxEntry) -> WebhookDelivery:
    """The log entry for a notice before its first attempt."""
    notice = kept.notice
    of = None if notice.listing is None else KINDS.listed(notice.listing).name
    table = of and notice.table
    return WebhookDelivery(0, str(kept.position), notice.kind, table, of, DeliveryState.WAITING, 0, notice.at)
