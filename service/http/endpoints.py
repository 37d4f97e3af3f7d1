"""What each endpoint declares of itself, where its route is added: the API, the pages and the probes alike.

The hooks of this package and of `service/ops` read these declarations. A route without them is no route: the
application does not start.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, cast

from flask import Flask, Request, current_app
from flask.typing import RouteCallable

from service.http.authentication import READING
from service.http.costs.weights import Weight

ENDPOINTS = "endpoints"
"""The key of the declarations by endpoint in an app's extensions."""


class When(Flag):
    """When a change works besides normally.

    `WHILE_SUSPENDED`: a suspended account may use it, to finish its games, keep the account safe, delete and
    erase. `WHILE_FULL`: it works while the store is nearly full, because current games need it, it signs
    players in, or it frees memory; joining a table, which may start a new game, does not.
    """

    NORMALLY = 0
    WHILE_SUSPENDED = auto()
    WHILE_FULL = auto()
    ALWAYS = WHILE_SUSPENDED | WHILE_FULL


NORMALLY, WHILE_SUSPENDED, WHILE_FULL, ALWAYS = (
    When.NORMALLY,
    When.WHILE_SUSPENDED,
    When.WHILE_FULL,
    When.ALWAYS,
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The declarations of an endpoint.

    `weight` is the number of requests that one counts as; 0 is not counted at all, for probes of supervisors
    and the resources of a page, none of which costs more than a refusal. `works` says when a change works,
    reading always does. The others are for probes and resources: `any_host` accepts requests by any name of
    the machine, `without_store` needs no store, of `quiet` ones only 5xx responses are logged, and `cheap`
    ones do not take turns with the other requests of an address.
    """

    weight: int | Weight
    works: When = ALWAYS
    any_host: bool = False
    without_store: bool = False
    quiet: bool = False
    cheap: bool = False


UNKNOWN = Endpoint(weight=1)
"""The declarations for a path or method that does not exist."""
CHANGING = {"weight", "works"}
"""What the route of a change declares at least."""
BACKGROUND: dict[str, Any] = {"weight": 0, "any_host": True, "quiet": True, "cheap": True}
"""The declarations of what supervisors and all pages request again and again."""


class DeclaringFlask(Flask):
    """A Flask app whose routes, those of its blueprints too, declare what `Endpoint` names.

    >>> DeclaringFlask("example", static_folder=None).add_url_rule("/", "home", str)
    Traceback (most recent call last):
    TypeError: the route / declares no weight
    """

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: RouteCallable | None = None,
        provide_automatic_options: bool | None = None,  # noqa: FBT001 - as in Flask
        **options: Any,
    ) -> None:
        """Add a route; raises TypeError for one that declares too little."""
        facts = {name: options.pop(name) for name in Endpoint.__slots__ if name in options}
        needed = {"weight"} if {*READING}.issuperset(options.get("methods") or READING) else CHANGING
        missing = needed - facts.keys()
        if missing:
            raise TypeError(f"the route {rule} declares no {' and no '.join(sorted(missing))}")
        super().add_url_rule(rule, endpoint, view_func, provide_automatic_options, **options)
        name = endpoint or cast("Any", view_func).__name__
        self.extensions.setdefault(ENDPOINTS, {})[name] = Endpoint(**facts)


def declared(app: Flask) -> Mapping[str, Endpoint]:
    """The declarations of all endpoints of the app, by endpoint."""
    found: Mapping[str, Endpoint] = app.extensions.get(ENDPOINTS, {})
    return found


def endpoint_of(request: Request) -> Endpoint:
    """The declarations of the endpoint of this request; `UNKNOWN` if there is none."""
    return declared(current_app).get(request.endpoint or "", UNKNOWN)


def weight_of(request: Request) -> int:
    """The weight of this request."""
    weight = endpoint_of(request).weight
    return weight if isinstance(weight, int) else weight.of(request)


def quiet_routes(app: Flask) -> frozenset[str]:
    """The routes of quiet endpoints."""
    return frozenset(route for route, endpoint in _routes(app) if endpoint.quiet)


def cheap_paths(app: Flask) -> tuple[str, ...]:
    """The beginnings of the paths of cheap endpoints, up to the first variable part.

    They are needed before a request is routed.
    """
    return tuple(route.partition("<")[0] for route, endpoint in _routes(app) if endpoint.cheap)


def _routes(app: Flask) -> Iterator[tuple[str, Endpoint]]:
    known = declared(app)
    return ((rule.rule, known.get(rule.endpoint, UNKNOWN)) for rule in app.url_map.iter_rules())
