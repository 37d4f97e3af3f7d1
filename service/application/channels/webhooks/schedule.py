"""The effects of an attempt: retries of the notice, pauses of the webhook, and its end.

Each notice has its own schedule of retries. After a failed call the webhook gets nothing before a pause ends.
A webhook that responds gets its notices in the order of their positions. A notice that has failed twice lets
the others pass, so that a notice that the program refuses delays the others for seconds only.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import reduce

from service.application.channels.webhooks.delivery import DeliveryState, WebhookDelivery
from service.application.channels.webhooks.webhook import FAILING, GONE, LOG_SIZE, Trying, Webhook

SECOND, HOUR = 1_000, 60 * 60_000
RETRIES_MS = (
    *(5 * SECOND, 300 * SECOND, HOUR // 2),
    *(2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR),
)
"""The delay in ms after each failed attempt of a notice; if the attempt after the last delay fails too, the
delivery has failed.
"""
PAUSES_MS = (5 * SECOND, 5 * SECOND, 300 * SECOND, HOUR // 2, HOUR)
"""The pause of a webhook in ms after each failed call in a row; the last one also after all further calls."""
LONGEST_PAUSE_MS = PAUSES_MS[-1]
"""The longest pause: a webhook that responds again is called within this time."""
LETS_PASS = 2
"""After this number of attempts a notice is sent only when no other is due."""
FAILS_MS = 5 * 24 * HOUR
FAILS_CALLS = 10
"""A webhook is stopped after failures for `FAILS_MS` without a success, in at least `FAILS_CALLS` calls."""
HTTP_GONE = 410


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a call: the HTTP status or None, the duration in ms, and a stable error code or "".

    `pause` is the number of ms that the response asks to wait (`Retry-After`).
    """

    status: int | None
    ms: int
    error: str = ""
    pause: int = 0


@dataclass(frozen=True, slots=True)
class ChangedWebhook:
    """A webhook after a step, the reason why it is stopped or "", and the changed entries of its log."""

    webhook: Webhook
    stopped: str = ""
    entries: tuple[WebhookDelivery, ...] = ()


def due(webhook: Webhook, position: int, now: int) -> int:
    """The time at which the notice at this position is due, in ms UTC; a time up to `now` means at once.

    A time further ahead than the longest delay was set while a clock was ahead, and is ignored.
    """
    paused = webhook.pause if webhook.pause <= now + LONGEST_PAUSE_MS else 0
    trying = webhook.trying.get(position)
    at = trying.due if trying and trying.due <= now + RETRIES_MS[max(trying.attempts, 1) - 1] else 0
    return max(paused, at)


def order(webhook: Webhook, position: int) -> tuple[bool, int]:
    """The sort key of due notices: their position, but last those that failed `LETS_PASS` times or more."""
    trying = webhook.trying.get(position)
    return trying is not None and trying.attempts >= LETS_PASS, position


def entered(webhook: Webhook, delivery: WebhookDelivery) -> ChangedWebhook:
    """The webhook with a delivery in its log, at its number if that is still there, else as the newest."""
    if delivery.number > 0 and webhook.logged - delivery.number < LOG_SIZE:
        return ChangedWebhook(webhook, entries=(delivery,))
    new = replace(delivery, number=webhook.logged + 1)
    return ChangedWebhook(replace(webhook, logged=new.number), entries=(new,))


def settled(
    webhook: Webhook, position: int, draft: WebhookDelivery, called: Called, now: int
) -> ChangedWebhook:
    """The webhook after a call for the notice at this position; `draft` is its log entry before the call."""
    trying = webhook.trying.get(position) or Trying(0, 0, 0)
    draft = _drafted(draft, trying, called, now)
    if not called.error:
        return entered(_answers(_done(webhook, position)), replace(draft, state=DeliveryState.DELIVERED))
    failing = _fails(webhook, called, now)
    stopped = _stopped(failing, called, now)
    if stopped or draft.attempts > len(RETRIES_MS):
        changed = entered(_done(failing, position), replace(draft, state=DeliveryState.FAILED))
        return replace(changed, stopped=stopped)
    again = now + RETRIES_MS[draft.attempts - 1]
    changed = entered(failing, replace(draft, state=DeliveryState.WAITING, next=max(again, failing.pause)))
    [entry] = changed.entries
    tries = {**failing.trying, position: Trying(draft.attempts, again, entry.number)}
    return replace(changed, webhook=replace(changed.webhook, trying=tries))


def tested(webhook: Webhook, draft: WebhookDelivery, called: Called, now: int) -> ChangedWebhook:
    """The webhook after a test, which is not retried; success ends the pause."""
    draft = _drafted(draft, Trying(0, 0, 0), called, now)
    over = replace(webhook, test=0)
    if not called.error:
        return entered(_answers(over), replace(draft, state=DeliveryState.DELIVERED))
    changed = entered(over, replace(draft, state=DeliveryState.FAILED))
    return replace(changed, stopped=GONE if called.status == HTTP_GONE else "")


def skipped(webhook: Webhook, position: int, draft: WebhookDelivery, now: int) -> ChangedWebhook:
    """The webhook after a skipped notice: no longer true, or of a table that the player may not see now."""
    trying = webhook.trying.get(position) or Trying(0, 0, 0)
    draft = replace(
        draft, number=trying.number, attempts=trying.attempts, at=now, state=DeliveryState.SKIPPED, next=None
    )
    return entered(_done(webhook, position), draft)


def dropped(
    webhook: Webhook, gone: Collection[int], logged: Iterable[WebhookDelivery], now: int
) -> ChangedWebhook:
    """The webhook after the inbox has dropped these positions; `logged` is the present log."""
    numbers = {webhook.trying[position].number for position in gone if position in webhook.trying}
    entries = (
        replace(each, state=DeliveryState.SKIPPED, at=now, next=None)
        for each in logged
        if each.number in numbers
    )
    return ChangedWebhook(reduce(_done, gone, webhook), entries=tuple(entries))


def _drafted(draft: WebhookDelivery, trying: Trying, called: Called, now: int) -> WebhookDelivery:
    return replace(
        draft,
        number=trying.number,
        attempts=trying.attempts + 1,
        at=now,
        status=called.status,
        ms=called.ms,
        error=called.error,
    )


def _done(webhook: Webhook, position: int) -> Webhook:
    """The webhook without retries and replays of this position."""
    return replace(
        webhook,
        trying={other: each for other, each in webhook.trying.items() if other != position},
        asked=tuple(other for other in webhook.asked if other != position),
    )


def _answers(webhook: Webhook) -> Webhook:
    return replace(webhook, failures=0, failing=0, pause=0)


def _fails(webhook: Webhook, called: Called, now: int) -> Webhook:
    failures = webhook.failures + 1
    pause = max(PAUSES_MS[min(failures, len(PAUSES_MS)) - 1], called.pause)
    return replace(webhook, failures=failures, failing=webhook.failing or now, pause=now + pause)


def _stopped(webhook: Webhook, called: Called, now: int) -> str:
    if called.status == HTTP_GONE:
        return GONE
    lasts = now - webhook.failing >= FAILS_MS and webhook.failures >= FAILS_CALLS
    return FAILING if lasts else ""
