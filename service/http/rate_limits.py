"""Rate limits on requests per address, changes per account, and new accounts per address.

A request is counted at its admission, before any other work is done for it. The response reports the
remaining quota (`RateLimit-Policy` and `RateLimit`, draft-ietf-httpapi-ratelimit-headers-10).
"""

import redis.exceptions
from flask import Flask, Response, current_app, g, request
from redis import Redis

from replays.log.event_log import StoreAway
from service.application.accounts.admission import AdmissionControl
from service.application.problem import Problem
from service.application.quotas.counters import Counters, Limit, WindowCount
from service.http.authentication import READING, recognize, sent_token
from service.http.client_address import address
from service.http.endpoints import weight_of
from service.services import EXTENSION, Services

OF_ADDRESS = Limit(2_000, 10)
"""All requests of one address, by weight: enough for a school, a page with its resources, or fast bots."""
OF_ACCOUNT = Limit(300, 10)
"""The changes that one account requests, by weight."""
OF_REGISTRATION = Limit(600, 60 * 60)
"""New accounts from one address."""

FIGURES = "metrics"
"""The endpoint that reports whether the store is available, and so must respond when it is not."""
REGISTRATIONS = "registrations"
"""The key of the counters of new accounts in an app's extensions, if it has limits."""


def register(app: Flask, store: Redis) -> None:
    """Apply the limits to the requests of the app, with counters in this store."""
    parts: Services = app.extensions[EXTENSION]
    control = AdmissionControl(store, OF_ADDRESS, OF_ACCOUNT, parts.access_changes.known)

    def admit() -> None:
        weight = weight_of(request)
        if weight == 0:
            return
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
    """Count a new account of this address, after the request was validated; 429 beyond the limit.

    The response reports this limit with the others. Does nothing if rate limits are off.
    """
    counters = current_app.extensions.get(REGISTRATIONS)
    if counters is not None:
        counted = counters.count(f"requests:registration:{address()}", OF_REGISTRATION.seconds)
        _hold("registration", OF_REGISTRATION, counted)


def _goes_uncounted(away: StoreAway) -> bool:
    """True if a request goes on uncounted: a store that refuses writes can still be read.

    The metrics are uncounted while the store is unavailable, because they report that.
    """
    return isinstance(away.__cause__, redis.exceptions.ResponseError) or request.endpoint == FIGURES


def _hold(name: str, limit: Limit, counted: WindowCount) -> None:
    """Apply a limit to the request: 429 `limit/requests` beyond it, with the seconds to wait."""
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
    """Add the limits that counted this request, and their remaining quota, to the response."""
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
