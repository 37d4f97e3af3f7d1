"""Sets, reads and deletes cookies.

Over https a cookie's name begins with `__Host-`: a browser accepts such a cookie only from the host itself
and only over https (RFC 6265bis), so no neighbouring host can plant one. Older cookies with the plain name
are accepted if there is no `__Host-` cookie, and are replaced.
"""

from flask import Flask, Response, g, request

SESSION = "kingdomino_session"
"""The cookie that holds one of the account's tokens."""
DEVICE = "kingdomino_device"
"""Names the accounts that signed in from this browser (`application.accounts.credentials.known_devices`)."""
LANGUAGE = "kingdomino_language"
"""The language that was chosen in this browser, and when (`languages.py`)."""
MOST = 50
"""Cookies of a request; browsers send those of one host, of which this service sets three."""
HOST_PREFIX = "__Host-"
SECONDS = 400 * 24 * 60 * 60
"""The longest lifetime that browsers allow a cookie (RFC 6265bis), in seconds."""


def register(app: Flask) -> None:
    """Over https, replace session cookies that have the plain name."""
    app.after_request(_replace_plain)


def read(name: str) -> str | None:
    """The cookie's value, or None; None too if there are more cookies than are worth parsing."""
    if number_sent() > MOST:
        return None
    sent = request.cookies.get(_full(name))
    return request.cookies.get(name) if sent is None else sent


def number_sent() -> int:
    """The number of cookies in the request, at most one too many; none of them is parsed."""
    return str(request.environ.get("HTTP_COOKIE", "")).count(";") + 1


def keep(response: Response, name: str, value: str) -> Response:
    """Set the cookie, and delete one with the plain name."""
    response.set_cookie(
        _full(name), value, SECONDS, secure=request.is_secure, httponly=True, samesite="Lax", path="/"
    )
    _drop_plain(response, name)
    return response


def drop(response: Response, name: str) -> Response:
    """Delete the cookie."""
    response.delete_cookie(_full(name), secure=request.is_secure, httponly=True, samesite="Lax", path="/")
    _drop_plain(response, name)
    return response


def _full(name: str) -> str:
    """The cookie's name for the scheme of this request."""
    return HOST_PREFIX + name if request.is_secure else name


def _drop_plain(response: Response, name: str) -> None:
    if request.is_secure and name in request.cookies:
        response.delete_cookie(name, secure=True, httponly=True, samesite="Lax", path="/")


def _replace_plain(response: Response) -> Response:
    """Rename the session cookie if it authenticated this request under its plain name."""
    if not request.is_secure or number_sent() > MOST:
        return response
    plain = request.cookies.get(SESSION)
    if plain is None or HOST_PREFIX + SESSION in request.cookies or _sets_session(response):
        return response
    if g.get("by_cookie") != plain or not g.get("holder"):
        return response
    response.cache_control.private = True
    return keep(response, SESSION, plain)


def _sets_session(response: Response) -> bool:
    return any(value.startswith(_full(SESSION)) for value in response.headers.getlist("Set-Cookie"))
