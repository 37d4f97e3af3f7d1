"""What comes of an attempt: when it is made again, when the webhook is called next, and when it is stopped.

Each notice has its own schedule, and a webhook that fails gets nothing else before a pause ends. Notices come
in the order of their positions where it answers; one that has failed twice lets the others pass, so that what
a program refuses holds nothing up for more than seconds.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import reduce

from service.channels.webhooks.delivery import Delivery, State
from service.channels.webhooks.webhook import FAILING, GONE, LOG_SIZE, Trying, Webhook

SECOND, HOUR = 1_000, 60 * 60_000
RETRIES_MS = (
    *(5 * SECOND, 300 * SECOND, HOUR // 2),
    *(2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR),
)
"""After each failed attempt, when the next one is made; after the last one the delivery has failed."""
PAUSES_MS = (5 * SECOND, 5 * SECOND, 300 * SECOND, HOUR // 2, HOUR)
"""After each failed call in a row, how long the webhook gets nothing; after more of them the last one."""
LONGEST_PAUSE_MS = PAUSES_MS[-1]
"""Within this time a webhook is found to answer again."""
LETS_PASS = 2
"""After so many attempts a notice is sent only when no other is due."""
FAILS_MS = 5 * 24 * HOUR
FAILS_CALLS = 10
"""A webhook is stopped that has failed for so long, in at least so many calls."""
HTTP_GONE = 410


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call: the HTTP status or None, its ms, and why it failed, a stable code or "".

    `pause` is how many ms the other side wants to be left alone (`Retry-After`).
    """

    status: int | None
    ms: int
    error: str = ""
    pause: int = 0


@dataclass(frozen=True, slots=True)
class Changed:
    """A webhook after a step, why it is stopped or "", and changed entries of its log."""

    webhook: Webhook
    stopped: str = ""
    entries: tuple[Delivery, ...] = ()


def due(webhook: Webhook, position: int, now: int) -> int:
    """When the notice at this position is to be sent, in ms UTC; a time up to `now` is at once.

    A time that lies further ahead than any that is set was set while a clock was ahead: it does not count.
    """
    paused = webhook.pause if webhook.pause <= now + LONGEST_PAUSE_MS else 0
    trying = webhook.trying.get(position)
    at = trying.due if trying and trying.due <= now + RETRIES_MS[max(trying.attempts, 1) - 1] else 0
    return max(paused, at)


def order(webhook: Webhook, position: int) -> tuple[bool, int]:
    """The order in which notices that are due are sent."""
    trying = webhook.trying.get(position)
    return trying is not None and trying.attempts >= LETS_PASS, position


def entered(webhook: Webhook, delivery: Delivery) -> Changed:
    """The webhook with a delivery in its log, at its number if that is still kept, else as the newest."""
    if delivery.number > 0 and webhook.logged - delivery.number < LOG_SIZE:
        return Changed(webhook, entries=(delivery,))
    new = replace(delivery, number=webhook.logged + 1)
    return Changed(replace(webhook, logged=new.number), entries=(new,))


def settled(webhook: Webhook, position: int, draft: Delivery, called: Called, now: int) -> Changed:
    """After a call for the notice at this position; `draft` says what it is about."""
    trying = webhook.trying.get(position) or Trying(0, 0, 0)
    draft = _drafted(draft, trying, called, now)
    if not called.error:
        return entered(_answers(_done(webhook, position)), replace(draft, state=State.DELIVERED))
    failing = _fails(webhook, called, now)
    stopped = _stopped(failing, called, now)
    if stopped or draft.attempts > len(RETRIES_MS):
        changed = entered(_done(failing, position), replace(draft, state=State.FAILED))
        return replace(changed, stopped=stopped)
    again = now + RETRIES_MS[draft.attempts - 1]
    changed = entered(failing, replace(draft, state=State.WAITING, next=max(again, failing.pause)))
    [entry] = changed.entries
    tries = {**failing.trying, position: Trying(draft.attempts, again, entry.number)}
    return replace(changed, webhook=replace(changed.webhook, trying=tries))


def tested(webhook: Webhook, draft: Delivery, called: Called, now: int) -> Changed:
    """After a test, which is made once; a successful one ends the pause."""
    draft = _drafted(draft, Trying(0, 0, 0), called, now)
    over = replace(webhook, test=0)
    if not called.error:
        return entered(_answers(over), replace(draft, state=State.DELIVERED))
    changed = entered(over, replace(draft, state=State.FAILED))
    return replace(changed, stopped=GONE if called.status == HTTP_GONE else "")


def skipped(webhook: Webhook, position: int, draft: Delivery, now: int) -> Changed:
    """Without a call, because the notice is true no longer, or its table may not be seen any more."""
    trying = webhook.trying.get(position) or Trying(0, 0, 0)
    draft = replace(
        draft, number=trying.number, attempts=trying.attempts, at=now, state=State.SKIPPED, next=None
    )
    return entered(_done(webhook, position), draft)


def dropped(webhook: Webhook, gone: Collection[int], logged: Iterable[Delivery], now: int) -> Changed:
    """Without a call, because the inbox has these positions no more; `logged` is the log as it is."""
    numbers = {webhook.trying[position].number for position in gone if position in webhook.trying}
    entries = (
        replace(each, state=State.SKIPPED, at=now, next=None) for each in logged if each.number in numbers
    )
    return Changed(reduce(_done, gone, webhook), entries=tuple(entries))


def _drafted(draft: Delivery, trying: Trying, called: Called, now: int) -> Delivery:
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
    """The webhook with nothing more to do for this position."""
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
