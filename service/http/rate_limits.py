"""Rate limits: of the requests of an address, of the changes of an account, and of new accounts.

A request is counted at its admission, before anything is done for it, and every response says what is left
(`RateLimit-Policy` and `RateLimit`, draft-ietf-httpapi-ratelimit-headers-10). What costs next to nothing is
not counted: scripts and styles, unknown paths, the questions of a supervisor.
"""

import redis.exceptions
from flask import Flask, Response, current_app, g, request
from redis import Redis

from replays.log.event_log import StoreAway
from service.accounts.admission import AdmissionControl
from service.http.authentication import READING, recognize, sent_token
from service.http.client_address import address
from service.problem import Problem
from service.quotas.counters import Counted, Counters, Limit

OF_ADDRESS = Limit(2_000, 10)
"""All requests of one address, by weight: a school, a page that loads, bots that play as fast as they can."""
OF_ACCOUNT = Limit(300, 10)
"""What one account asks to change, by weight."""
OF_REGISTRATION = Limit(600, 60 * 60)
"""New accounts from one address."""

WEIGHTS = {
    **dict.fromkeys(("events.show", "dynasties.replay", "replay"), 20),
    **dict.fromkeys(("studies.create", "studies.show", "studies.replay", "study"), 20),
    **dict.fromkeys(("audits.game", "audits.dynasty"), 10),
    **dict.fromkeys(("lobby", "all_games", "game", "dynasty", "player", "rules", "tutorial", "audit"), 10),
    **dict.fromkeys(("page", "api-docs.openapi_json", "calendar_feed"), 10),
    **dict.fromkeys(("variations.show", "moves.offered", "pictures.svg"), 5),
    **dict.fromkeys(("notices.index", "notice_preferences.show", "import", "new_game"), 5),
    **dict.fromkeys(("people.search", "people.show", "players"), 5),
    **dict.fromkeys(("friends.index", "friends.blocked", "friends.play"), 5),
    **dict.fromkeys(("contacts.following", "contacts.blocked"), 5),
    **dict.fromkeys(("ratings", "ratings.index"), 5),
    **dict.fromkeys(("collection", "collections.show", "collections.index", "collections.of_player"), 10),
    **dict.fromkeys(("own_collections.index", "own_collections.collect"), 5),
    "ratings.player": 20,
    **dict.fromkeys(("moderation.index", "cases.index"), 20),
    **dict.fromkeys(("moderation.create", "moderation.decide_on", "moderation.mine"), 5),
    **dict.fromkeys(("reporting.show", "reporting.send", "own_moderation.show"), 5),
    **dict.fromkeys(("cases.show", "cases.decide_on"), 5),
    **dict.fromkeys(("pictures.png", "pictures.card"), 100),
    **dict.fromkeys(("pictures.animation", "push.create"), 20),
    **dict.fromkeys(("reviews.create", "reviews.create_for_study"), 20),
    **dict.fromkeys(("reviews.show_for_study", "continuations.show"), 20),
    **dict.fromkeys(("webhooks.create", "webhooks.change", "webhooks.test", "webhooks.replay"), 20),
    **dict.fromkeys(("webhook_pages.create", "webhook_pages.edit"), 20),
    **dict.fromkeys(("webhook_pages.test", "webhook_pages.replay"), 20),
    **dict.fromkeys(("webhook_pages.index", "webhook_pages.show"), 5),
}
"""What a request counts for by its endpoint: its CPU time without caches, in states. All others count 1."""
UNCOUNTED = (None, "healthz", "readyz", "asset", "static", "service_worker", "manifest")
"""No endpoint, those of supervisors, and what a page loads."""
FIGURES = "metrics"
"""The endpoint that says whether the store is there, and so answers when it is not."""
REGISTRATIONS = "registrations"
"""Where the app keeps the counters of new accounts, if it has limits."""


def register(app: Flask, store: Redis) -> None:
    """Limit what the app is asked, counted in this store."""
    control = AdmissionControl(store, OF_ADDRESS, OF_ACCOUNT)

    def admit() -> None:
        if request.endpoint in UNCOUNTED:
            return
        weight = WEIGHTS.get(request.endpoint or "", 1)
        changes = request.method not in READING
        try:
            admitted = control.admit(address(), sent_token(), weight, changes=changes)
        except StoreAway as away:
            if _goes_uncounted(away):
                return
            raise
        _hold("address", OF_ADDRESS, admitted.address)
        recognize(admitted.access)
        if admitted.account:
            _hold("account", OF_ACCOUNT, admitted.account)

    app.extensions[REGISTRATIONS] = Counters(store)
    app.before_request(admit)
    app.after_request(_tell)


def count_registration() -> None:
    """Count a new account of this address, once the request was read and found right; 429 beyond the limit.

    Told with the other limits of the request. Does nothing where limits are off.
    """
    counters = current_app.extensions.get(REGISTRATIONS)
    if counters is not None:
        counted = counters.count(f"requests:registration:{address()}", OF_REGISTRATION.seconds)
        _hold("registration", OF_REGISTRATION, counted)


def _goes_uncounted(away: StoreAway) -> bool:
    """Whether a request goes on: a store that is there but takes nothing more can still be read.

    The figures are uncounted while the store is away: they say so.
    """
    return isinstance(away.__cause__, redis.exceptions.ResponseError) or request.endpoint == FIGURES


def _hold(name: str, limit: Limit, counted: Counted) -> None:
    """Hold the request to this limit: 429 `limit/requests` beyond it, with the seconds to wait."""
    g.setdefault("counted", []).append((name, limit, counted))
    if counted.number > limit.most:
        raise Problem(
            429,
            "limit/requests",
            f"the limit by {name} is {limit.most} in {limit.seconds} seconds: "
            f"try again in {counted.left} seconds",
            headers={"Retry-After": str(counted.left)},
        )


def _tell(response: Response) -> Response:
    """The response with the limits that the request was counted by, and what is left of them."""
    told = g.get("counted")
    if told:
        response.headers["RateLimit-Policy"] = ", ".join(
            f'"{name}";q={limit.most};w={limit.seconds}' for name, limit, _ in told
        )
        response.headers["RateLimit"] = ", ".join(
            f'"{name}";r={max(limit.most - counted.number, 0)};t={counted.left}'
            for name, limit, counted in told
        )
    return response
