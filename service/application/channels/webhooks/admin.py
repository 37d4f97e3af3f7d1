"""The operations on webhooks for their owners: add, change, test, replay, remove, and rotate the secret."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from service.application.accounts.access.actors import SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.channels.delivering.due import DueTargets
from service.application.channels.http.destination import Destinations
from service.application.channels.http.errors import CallFailed
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.targets import TooManyTargets
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.schedule import ChangedWebhook
from service.application.channels.webhooks.signing import WebhookSecrets
from service.application.channels.webhooks.store import Placed, Webhooks
from service.application.channels.webhooks.webhook import (
    MOST_OLD,
    OLD_SECRET_MS,
    PAUSED,
    Old,
    Trying,
    Webhook,
)
from service.application.cursors import position
from service.application.notices.inboxes.inboxes import Inboxes
from service.application.problem import Problem


class UnknownWebhook(Problem):
    """404: the player has no webhook of this id."""

    def __init__(self) -> None:
        super().__init__(404, "webhook/unknown", "you have no webhook with this id")


class UnknownDelivery(Problem):
    """404: the log of the webhook has no delivery with this id."""

    def __init__(self) -> None:
        super().__init__(404, "webhook/unknown-delivery", "the log has no notice with this position")


class WebhookReused(Problem):
    """422: a webhook with this id exists, with another URL or other kinds."""

    def __init__(self) -> None:
        detail = "this Idempotency-Key added another webhook: use a new key"
        super().__init__(422, "idempotency/reused", detail)


class WebhookStopped(Problem):
    """409: the webhook is stopped, so nothing is sent to it."""

    def __init__(self) -> None:
        super().__init__(409, "webhook/stopped", "the webhook is not active: switch it on first")


class NoticeGone(Problem):
    """409: the notice is no longer in the inbox, so it cannot be sent again."""

    def __init__(self) -> None:
        detail = "this notice is no longer stored, so it cannot be sent again"
        super().__init__(409, "webhook/notice-gone", detail)


@dataclass(frozen=True, slots=True)
class WebhookAdmin:
    """Manages the webhooks of all players for their owners. `clock` returns ms UTC.

    Methods raise `UnknownWebhook` if the player has no webhook with the id, and what `Webhooks` raises. Those
    that take a URL raise 422 `webhook/url` if it may not be called, or if its host has no address.
    """

    webhooks: Webhooks
    due: DueTargets
    inboxes: Inboxes
    secrets: WebhookSecrets
    destinations: Destinations
    clock: Callable[[], int]

    def find(self, player: str, id_: str) -> Placed:
        """The player's webhook with this id."""
        placed = self.webhooks.get(Target(WEBHOOK, player, id_))
        if placed is None:
            raise UnknownWebhook
        return placed

    def secret(self, placed: Placed) -> str:
        """The present secret of a webhook."""
        return self.secrets.text(placed.target.player, placed.target.id, placed.webhook.rotation)

    def add(
        self, player: str, id_: str, url: str, kinds: Iterable[str] | None, by: Actor = SERVICE
    ) -> Placed:
        """Add a webhook, or return the same existing one.

        Raises 409 `webhook/too-many` and `WebhookReused`.
        """
        self._check_url(url)
        kinds = _sorted(kinds)
        try:
            self.webhooks.add(player, id_, Webhook(url, kinds, self.clock()), by)
        except TooManyTargets as full:
            detail = f"you have {full.most} webhooks, the maximum: remove one first"
            raise Problem(409, "webhook/too-many", detail) from None
        placed = self.find(player, id_)
        if (placed.webhook.url, placed.webhook.kinds) != (url, kinds):
            raise WebhookReused
        return placed

    def edit(self, player: str, id_: str, said: Mapping[str, Any], by: Actor = SERVICE) -> Placed:
        """Change the given ones of `url`, `kinds` and `active`.

        If the webhook is switched on again, it gets missed notices that are still true.
        """
        placed = self.find(player, id_)
        url, kinds = said.get("url", placed.webhook.url), _sorted(said.get("kinds", placed.webhook.kinds))
        active = said.get("active", not placed.stopped)
        if url != placed.webhook.url:
            self._check_url(url)

        def edited(webhook: Webhook) -> ChangedWebhook:
            new = replace(webhook, url=url, kinds=kinds)
            return ChangedWebhook(
                _at_once(new) if active else new, "" if active else placed.stopped or PAUSED
            )

        moved = Deed.WEBHOOK_CHANGED if url != placed.webhook.url else None
        return self._change(player, id_, edited, resume=active, by=by, deed=moved)

    def remove(self, player: str, id_: str, by: Actor = SERVICE) -> None:
        """Remove a webhook with its log."""
        target = self.find(player, id_).target
        self.webhooks.remove(target, by)
        self.due.forget(target)

    def rotate(self, player: str, id_: str, request: str, by: Actor = SERVICE) -> Placed:
        """Rotate the secret, once for each `request` but ""; the old secret also signs for 24 hours."""
        now = self.clock()

        def rotated(webhook: Webhook) -> ChangedWebhook:
            if request and webhook.rotated_by == request:
                return ChangedWebhook(webhook)
            old = (Old(webhook.rotation, now + OLD_SECRET_MS), *webhook.old)
            return ChangedWebhook(
                replace(webhook, rotation=webhook.rotation + 1, rotated_by=request, old=old[:MOST_OLD])
            )

        return self._change(player, id_, rotated, by=by, deed=Deed.WEBHOOK_CHANGED)

    def test(self, player: str, id_: str) -> Placed:
        """Request a test; only one can be pending at a time. Raises `WebhookStopped`."""
        self._check_called(self.find(player, id_))
        return self._change(
            player,
            id_,
            lambda webhook: ChangedWebhook(replace(webhook, test=webhook.test or webhook.logged + 1)),
        )

    def replay(self, player: str, id_: str, delivery: str) -> Placed:
        """Request another delivery of a notice in the log, in any state; it is sent if it is still true.

        Raises `WebhookStopped`, `UnknownDelivery` and `NoticeGone`.
        """
        placed = self.find(player, id_)
        self._check_called(placed)
        if not (delivery.isdigit() and any(each.id == delivery for each in self.log(placed))):
            raise UnknownDelivery
        position = int(delivery)
        kept = self.inboxes.after(player, position - 1)
        if not kept or kept[0].position != position:
            raise NoticeGone
        return self._change(player, id_, lambda webhook: ChangedWebhook(_again(webhook, position)))

    def log(self, placed: Placed) -> list[WebhookDelivery]:
        """The deliveries of a webhook, the newest first."""
        return self.webhooks.deliveries(placed.target)

    def log_page(
        self, placed: Placed, cursor: str | None, limit: int
    ) -> tuple[list[WebhookDelivery], str | None]:
        """A page of the log, the newest first, and the next cursor; 422 `request/invalid` for a wrong one."""
        before = position(cursor)
        found = [each for each in self.log(placed) if before is None or each.number < before]
        return found[:limit], str(found[limit - 1].number) if len(found) > limit else None

    def _check_url(self, url: str) -> None:
        try:
            self.destinations.find(url)
        except CallFailed as failed:
            errors = {"json": {"url": [failed.detail]}}
            raise Problem(422, "webhook/url", f"url: {failed.detail}", more={"errors": errors}) from None

    def _check_called(self, placed: Placed) -> None:
        if placed.stopped:
            raise WebhookStopped

    def _change(  # noqa: PLR0913 - the webhook, the change, and its audit entry
        self,
        player: str,
        id_: str,
        step: Callable[[Webhook], ChangedWebhook],
        *,
        resume: bool = False,
        by: Actor = SERVICE,
        deed: Deed | None = None,
    ) -> Placed:
        target = Target(WEBHOOK, player, id_)
        placed = self.webhooks.change(target, step, resume=resume, by=by, deed=deed)
        if placed is None:
            raise UnknownWebhook
        self.due.enter([placed.target], self.clock())
        return placed


def _sorted(kinds: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if kinds is None else tuple(sorted(kinds))


def _at_once(webhook: Webhook) -> Webhook:
    """The webhook with no failures and no pause, and with all pending retries due now."""
    trying = {position: each._replace(due=0) for position, each in webhook.trying.items()}
    return replace(webhook, failures=0, failing=0, pause=0, trying=trying)


def _again(webhook: Webhook, position: int) -> Webhook:
    """The webhook with this notice due now, and with no pause."""
    if position in webhook.trying:
        waiting: Trying = webhook.trying[position]._replace(due=0)
        return replace(webhook, pause=0, trying={**webhook.trying, position: waiting})
    return replace(webhook, pause=0, asked=tuple(sorted({*webhook.asked, position})))
