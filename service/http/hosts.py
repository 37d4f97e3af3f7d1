"""The accepted host names, and absolute URLs to hand out.

A browser that reaches the service under a foreign name (DNS rebinding), or a cache in front, would attribute
the responses to that name. So the `Host` of a request, of which the web server admits exactly one
(`service/server/target.py`), must be a name that the operator configured, or one that no foreign name server
can point here: `localhost` or an IP address.
"""

from typing import Any

from flask import Flask, current_app, request, url_for

from replays.runtime.settings.urls import host_name, is_address
from service.application.problem import Problem
from service.http.endpoints import endpoint_of

LOCALHOST = "localhost"


def register(app: Flask, names: frozenset[str], public_url: str | None) -> None:
    """Refuse requests for other hosts than these, `localhost` and IP addresses."""
    app.config["PUBLIC_URL"] = public_url

    def check() -> None:
        if not endpoint_of(request).any_host and not is_ours(request.host, names):
            raise Problem(
                421,
                "request/host",
                "unknown host name: the operator of the service must set KINGDOMINO_PUBLIC_URL to the "
                "address that players open, such as http://raspberry.local:8000",
            )

    app.before_request(check)


def is_ours(host: str, names: frozenset[str]) -> bool:
    """True if the host, perhaps with a port, is one of these names, `localhost` or an IP address.

    >>> [is_ours(host, frozenset()) for host in ("127.0.0.1:8000", "[::1]", "a.localhost", "localhost.evil")]
    [True, True, True, False]
    """
    name = host_name(host)
    return name in names or name == LOCALHOST or name.endswith(f".{LOCALHOST}") or is_address(name)


def shared_url(endpoint: str, **values: Any) -> str:
    """The absolute URL of an endpoint, to hand out: under the public URL, or else the request's host."""
    public_url = current_app.config.get("PUBLIC_URL")
    if public_url is None:
        return url_for(endpoint, _external=True, **values)
    return f"{public_url}{url_for(endpoint, **values)}"
