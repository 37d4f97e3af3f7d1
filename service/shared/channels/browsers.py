"""Players' browsers that show push messages: added and read out alike by the API and the page."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from replays.bootstrap import now_ms
from service.accounts.tokens import Access
from service.channels.delivering.batch import SENT_AT
from service.channels.http.errors import CallFailed
from service.channels.push.encryption import BadKeys
from service.channels.push.subscription import Subscription
from service.channels.push.vapid import Vapid
from service.channels.targets import Known, TooManyTargets
from service.i18n.browsers import described, in_words
from service.problem import Problem
from service.services import services


class ShownBrowser(NamedTuple):
    """A browser as its player reads of it: its name, and times in ms UTC.

    `sent_at` is None before the first message; `stopped` is the code of why it gets none any more, or "".
    `current` tells whether the session of the request asked for it.
    """

    id: str
    name: str
    created_at: int
    sent_at: int | None
    stopped: str
    current: bool


def push_key() -> Vapid:
    """The key pair for push messages; 503 `push/not-configured` where the installation sends none."""
    vapid = services().vapid
    if vapid is None:
        raise Problem(503, "push/not-configured", "this installation sends no push messages")
    return vapid


def add_browser(access: Access, body: dict[str, Any], agent: str) -> str:
    """Send the player's notices to this browser too; its id.

    422 `push/keys` and `push/endpoint`, 409 `push/too-many`.
    """
    push_key()
    browser, system = described(agent)
    keys = body["keys"]
    subscription = Subscription(
        body["endpoint"], keys["p256dh"], keys["auth"], access.token, browser, system, now_ms()
    )
    try:
        _ = subscription.keys
        services().destinations.find(subscription.endpoint)
        return services().browsers.add(access.player, subscription)
    except BadKeys as bad:
        raise Problem(422, "push/keys", str(bad)) from None
    except CallFailed as failed:
        raise Problem(422, "push/endpoint", f"endpoint: {failed.detail}") from None
    except TooManyTargets as full:
        raise Problem(
            409, "push/too-many", f"you have {full.most} browsers, the maximum: remove one first"
        ) from None


def remove_browser(player: str, browser: str) -> None:
    """Send nothing more there; 404 `push/unknown` where the player has no such browser."""
    known = [each.target for each in services().browsers.of(player) if each.target.id == browser]
    if not known:
        raise Problem(404, "push/unknown", "you have no browser with this id")
    services().browsers.remove(known[0])


def shown(known: Iterable[Known], token: str) -> list[ShownBrowser]:
    """These browsers for a reader whose session or token has this id."""
    return [_shown(each, Subscription.read(each.data), token) for each in known]


def _shown(known: Known, kept: Subscription, token: str) -> ShownBrowser:
    name = in_words(kept.browser, kept.system)
    sent_at = known.data.get(SENT_AT)
    return ShownBrowser(known.target.id, name, kept.created_at, sent_at, known.stopped, kept.token == token)
