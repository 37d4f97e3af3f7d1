"""The channel `push`: sends push messages to the push service of a browser (RFC 8030)."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from service.application.accounts.tokens import Access
from service.application.channels.channel import (
    Gone,
    Later,
    NoticeMessage,
    Outcome,
    Postponed,
    Sent,
    Skipped,
    Stopped,
)
from service.application.channels.http.client import HttpResponse
from service.application.channels.http.errors import CallFailed, NotAllowed
from service.application.channels.http.hosts import Busy
from service.application.channels.http.limited import LimitedClient
from service.application.channels.push.encryption import BODY_BYTES, encrypt
from service.application.channels.push.payload import push_of
from service.application.channels.push.subscription import Subscription
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid
from service.application.channels.targets import Known

REFUSED = "push/refused"
"""The push service refuses messages to this browser, for example because the server's key has changed."""
BUSY = "push/busy"
THREADS_AT_ONE, THREADS_AT_UNPROVEN = 4, 2
"""The numbers of threads that may call one push service, and all unproven hosts together, at a time.

Most browsers use one of a few push services, so one service may occupy most of the threads.
"""
SHORT_BODY_BYTES = 1024
"""The size of the second attempt, for a push service that the first one is too large for."""
NO_SUBSCRIPTION = (404, 410)
TOO_LARGE = 413
TOO_MANY = 429

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PushChannel:
    """Sends push messages. `holds` is true if a session or token is still valid; `clock` returns ms UTC.

    `public_url` is that of the service; without one, no message is declarative.
    """

    client: LimitedClient
    vapid: Vapid
    subscriptions: Subscriptions
    holds: Callable[[Access], bool]
    clock: Callable[[], int]
    public_url: str | None = None

    def send(self, known: Known, message: NoticeMessage) -> Outcome:
        """Send the message to the browser's push service; `Gone` if the subscription's session has ended."""
        target, subscription = known.target, Subscription.read(known.data)
        if not self.subscriptions.belongs(target):
            return Gone()
        if not self.holds(Access(target.player, subscription.token)):
            self.subscriptions.release(target)
            return Gone()
        try:
            answer = self._posted(subscription, message)
        except NotAllowed as refused:
            return Stopped(refused.code)
        except CallFailed as failed:
            return Later(failed.code)
        if isinstance(answer, Busy):
            return Postponed(round(answer.wait * 1000))
        if answer.status in NO_SUBSCRIPTION:
            self.subscriptions.release(target)
        return outcome_of(answer, self.clock())

    def _posted(self, subscription: Subscription, message: NoticeMessage) -> HttpResponse | Busy:
        """The response to the message, or to a shorter one if it is too large."""
        answer = self._post(subscription, message, BODY_BYTES)
        if isinstance(answer, HttpResponse) and answer.status == TOO_LARGE:
            answer = self._post(subscription, message, SHORT_BODY_BYTES)
        return answer

    def _post(
        self, subscription: Subscription, message: NoticeMessage, body_bytes: int
    ) -> HttpResponse | Busy:
        keys, now = subscription.keys, self.clock()
        base = self.public_url if subscription.is_declarative else None
        push = push_of(message, keys.auth, now, body_bytes, base)
        headers = {
            "Authorization": self.vapid.authorization(subscription.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(push.ttl),
            "Urgency": push.urgency,
            "Topic": push.topic,
        }
        return self.client.post(subscription.endpoint, encrypt(push.text, keys), headers)


def outcome_of(answer: HttpResponse, now: int) -> Outcome:
    """The outcome for a push service's response (RFC 8030, sections 5 and 7.3)."""
    if 200 <= answer.status < 300:
        return Sent()
    if answer.status in NO_SUBSCRIPTION:
        return Gone()
    if answer.status == TOO_LARGE:
        log.warning("a push service refuses %d bytes as too large: the message is skipped", SHORT_BODY_BYTES)
        return Skipped()
    if answer.status == TOO_MANY or answer.status >= 500:
        return Later(BUSY, _wait(answer.headers.get("retry-after", ""), now))
    return Stopped(REFUSED)


def _wait(retry_after: str, now: int) -> int:
    """The value of `Retry-After`, seconds or a date, in ms from now; 0 if invalid (RFC 9110, 10.2.3)."""
    if retry_after.isascii() and retry_after.isdigit():
        return int(retry_after[:9]) * 1000
    try:
        return max(0, round(parsedate_to_datetime(retry_after).timestamp() * 1000) - now)
    except (ValueError, OverflowError):
        return 0
