"""Browsers that show push messages, as their players add and list them."""

from collections.abc import Iterable
from typing import NamedTuple

from service.application.accounts.access.actors import Actor
from service.application.channels.delivering.batch import SENT_AT
from service.application.channels.http.destination import Destinations
from service.application.channels.http.errors import CallFailed
from service.application.channels.push.encryption import BadKeys
from service.application.channels.push.subscription import Subscription
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid
from service.application.channels.targets import Known, TooManyTargets
from service.application.i18n.browsers import in_words
from service.application.problem import Problem


class ShownBrowser(NamedTuple):
    """A browser in its player's list: its name, and times in ms UTC.

    `sent_at` is None before the first message; `stopped` is the code of the reason why messages stopped, or
    "". `current` is true if the session of this request subscribed it.
    """

    id: str
    name: str
    created_at: int
    sent_at: int | None
    stopped: str
    current: bool


def push_key(vapid: Vapid | None) -> Vapid:
    """The key pair for push messages; 503 `push/not-configured` if the installation sends none."""
    if vapid is None:
        raise Problem(503, "push/not-configured", "this installation sends no push messages")
    return vapid


def add_browser(
    browsers: Subscriptions, destinations: Destinations, player: str, subscription: Subscription, by: Actor
) -> str:
    """Send the player's notices to this browser, too; gives its id.

    422 `push/keys` and `push/endpoint`, 409 `push/too-many`.
    """
    try:
        _ = subscription.keys
        destinations.find(subscription.endpoint)
        return browsers.add(player, subscription, by)
    except BadKeys as bad:
        raise Problem(422, "push/keys", str(bad)) from None
    except CallFailed as failed:
        raise Problem(422, "push/endpoint", f"endpoint: {failed.detail}") from None
    except TooManyTargets as full:
        raise Problem(
            409, "push/too-many", f"you have {full.most} browsers, the maximum: remove one first"
        ) from None


def remove_browser(browsers: Subscriptions, player: str, browser: str, by: Actor) -> None:
    """Stop messages to this browser; 404 `push/unknown` if the player has no such browser."""
    known = [each.target for each in browsers.of(player) if each.target.id == browser]
    if not known:
        raise Problem(404, "push/unknown", "you have no browser with this id")
    browsers.remove(known[0], by)


def shown(known: Iterable[Known], token: str) -> list[ShownBrowser]:
    """The rows of these browsers, for a viewer whose session or token has this id."""
    return [_shown(each, Subscription.read(each.data), token) for each in known]


def _shown(known: Known, kept: Subscription, token: str) -> ShownBrowser:
    name = in_words(kept.browser, kept.system)
    sent_at = known.data.get(SENT_AT)
    return ShownBrowser(known.target.id, name, kept.created_at, sent_at, known.stopped, kept.token == token)
