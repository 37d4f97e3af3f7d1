"""How often may be asked: by each address, by each account that changes something, and for new accounts.

Flask-Limiter counts a request before anything is done for it, each limit in one round trip, and every answer
says what is left (`RateLimit-Policy` and `RateLimit`, draft-ietf-httpapi-ratelimit-headers-10). What costs
next to nothing is not counted: scripts and styles, unknown paths, the questions of a supervisor.
"""

import time
from typing import cast

import redis.exceptions
from flask import Flask, Response, current_app, g, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from flask_limiter.errors import RateLimitExceeded
from limits import parse
from limits.storage import Storage
from redis import Redis

from replays.log.event_log import StoreAway
from service.http.authentication import READING, holder
from service.http.client_address import address
from service.http.problems import respond
from service.problem import Problem
from service.quotas.counters import Counted, Counters

OF_ADDRESS = "2000 per 10 second"
"""All requests of one address: a school, a page that loads, bots that play as fast as they can."""
OF_ACCOUNT = "300 per 10 second"
"""What one account asks to change."""
OF_REGISTRATION = "600 per hour"
"""New accounts from one address."""

UNCOUNTED = ("healthz", "readyz", "asset")
"""The endpoints of supervisors, and of what a page loads; `static` is not counted anyway."""
PREFIX = "requests"
"""How the counters' keys begin."""
REGISTRATIONS = "registrations"
"""Where the app keeps its limiter and the limit of new accounts, if it has them."""
FIGURES = "metrics"
"""The endpoint that says whether the store is there, and so answers when it is not."""
KEPT = "counted"
"""Where `flask.g` keeps what this request was counted as."""


class StoreCounts(Storage):
    """The store of the service as Flask-Limiter wants it: it is asked when counting, and not again."""

    STORAGE_SCHEME = ["kingdomino"]  # noqa: RUF012 - limits' own name and type
    base_exceptions = StoreAway

    def __init__(self, uri: str | None = None, *, store: Redis, **_: str) -> None:
        super().__init__(uri)
        self._counters = Counters(store)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count; a store that is there but takes nothing more lets reads go on uncounted.

        The figures are uncounted while the store is away: they say so.
        """
        try:
            counted = self._counters.count(key, expiry, amount)
        except StoreAway as away:
            is_there = isinstance(away.__cause__, redis.exceptions.ResponseError)
            if not is_there and request.endpoint != FIGURES:
                raise
            counted = Counted(0, expiry)
        _counted()[key] = counted
        return counted.number

    def get(self, key: str) -> int:
        """How many this request was told there are."""
        return _counted()[key].number

    def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds UTC."""
        return time.time() + _counted()[key].left

    def check(self) -> bool:
        """Whether the store is there: `/readyz` says so."""
        raise NotImplementedError  # asked only where a fallback in memory is configured, and none is

    def reset(self) -> int | None:
        """Forget all counts: they end by themselves."""
        raise NotImplementedError  # called by nobody but who resets a limiter, and nobody does

    def clear(self, key: str) -> None:
        """Forget one count."""
        self._counters.forget(key)


def _counted() -> dict[str, Counted]:
    """What this request was counted as, by the counters' keys."""
    return cast("dict[str, Counted]", g.setdefault(KEPT, {}))


def register(app: Flask, store: Redis) -> None:
    """Limit what the app is asked, counted in this store."""
    limiter = Limiter(
        address,
        app=app,
        application_limits=[
            ApplicationLimit(OF_ADDRESS, scope="address"),
            ApplicationLimit(OF_ACCOUNT, _account, scope="account", exempt_when=_changes_nothing),
        ],
        storage_uri="kingdomino://",
        storage_options={"store": store},  # type: ignore[dict-item]  # limits takes what its storage takes
        key_prefix=PREFIX,
    )
    app.extensions[REGISTRATIONS] = limiter, parse(OF_REGISTRATION)
    limiter.request_filter(lambda: request.endpoint in UNCOUNTED)
    app.register_error_handler(RateLimitExceeded, lambda _: respond(_too_many(limiter)))
    app.after_request(lambda response: _tell(limiter, response))


def count_registration() -> None:
    """Count a new account of this address, once the request was read and found right; 429 beyond the limit.

    Counted with the other limits of the request, and told with them. Does nothing where limits are off.
    """
    limiter, limit = current_app.extensions.get(REGISTRATIONS, (None, None))
    if limiter is None:
        return
    counted_by = [PREFIX, address(), "registration"]
    limiter.current_limits.append(RequestLimit(limiter, limit, counted_by, breached=False, shared=False))
    if not limiter.limiter.hit(limit, *counted_by):
        raise _too_many(limiter)


def _account() -> str:
    found = holder()
    return found.player if found else ""


def _changes_nothing() -> bool:
    return request.method in READING or holder() is None


def _too_many(limiter: Limiter) -> Problem:
    """429 `limit/requests`, with the seconds to wait."""
    breached = limiter.current_limits[-1]  # the first one over is the last one counted
    seconds, limit = _counted()[breached.key].left, breached.limit
    return Problem(
        429,
        "limit/requests",
        f"the limit by {_name(breached)} is {limit.amount} in {limit.get_expiry()} seconds: "
        f"try again in {seconds} seconds",
        headers={"Retry-After": str(seconds)},
    )


def _tell(limiter: Limiter, response: Response) -> Response:
    """The response with the limits that it was counted by, and what is left of them."""
    limits = limiter.current_limits
    if limits:
        response.headers["RateLimit-Policy"] = ", ".join(map(_policy, limits))
        response.headers["RateLimit"] = ", ".join(map(_left, limits))
    return response


def _policy(counted: RequestLimit) -> str:
    return f'"{_name(counted)}";q={counted.limit.amount};w={counted.limit.get_expiry()}'


def _left(counted: RequestLimit) -> str:
    return f'"{_name(counted)}";r={counted.remaining};t={_counted()[counted.key].left}'


def _name(counted: RequestLimit) -> str:
    """The scope, which is the last of what the limit is counted by."""
    return counted.request_args[-1]
