"""The cookies of browsers: how they are named, set, read and taken away.

Over https a cookie's name begins with `__Host-`: a browser takes such a cookie from this very host alone, and
over https alone (RFC 6265bis), so no neighbouring host can plant one. Cookies that were set before that under
the plain name are accepted where there is no other, and replaced.
"""

from flask import Flask, Response, g, request

SESSION = "kingdomino_session"
"""Holds one of the account's tokens."""
DEVICE = "kingdomino_device"
"""Says which accounts signed in with this browser before (`service.accounts.credentials.known_devices`)."""
HOST_PREFIX = "__Host-"
SECONDS = 400 * 24 * 60 * 60
"""The longest that browsers keep a cookie (RFC 6265bis)."""


def register(app: Flask) -> None:
    """Replace session cookies of the plain name, over https."""
    app.after_request(_replace_plain)


def read(name: str) -> str | None:
    """The cookie's value, None where there is none."""
    sent = request.cookies.get(_full(name))
    return request.cookies.get(name) if sent is None else sent


def keep(response: Response, name: str, value: str) -> Response:
    """The response with the cookie; one of the plain name goes."""
    response.set_cookie(
        _full(name), value, SECONDS, secure=request.is_secure, httponly=True, samesite="Lax", path="/"
    )
    _drop_plain(response, name)
    return response


def drop(response: Response, name: str) -> Response:
    """The response that takes the cookie away."""
    response.delete_cookie(_full(name), secure=request.is_secure, httponly=True, samesite="Lax", path="/")
    _drop_plain(response, name)
    return response


def _full(name: str) -> str:
    """The name of the cookie as this request's scheme has it."""
    return HOST_PREFIX + name if request.is_secure else name


def _drop_plain(response: Response, name: str) -> None:
    if request.is_secure and name in request.cookies:
        response.delete_cookie(name, secure=True, httponly=True, samesite="Lax", path="/")


def _replace_plain(response: Response) -> Response:
    """Give a session its new name, where somebody was found to be signed in by the plain one."""
    plain = request.cookies.get(SESSION) if request.is_secure else None
    if plain is None or HOST_PREFIX + SESSION in request.cookies or _sets_session(response):
        return response
    if g.get("by_cookie") != plain or not g.get("holder"):
        return response
    response.cache_control.private = True
    return keep(response, SESSION, plain)


def _sets_session(response: Response) -> bool:
    return any(value.startswith(_full(SESSION)) for value in response.headers.getlist("Set-Cookie"))
