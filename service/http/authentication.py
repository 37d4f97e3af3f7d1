"""Authentication by a token, sent in the `Authorization` header or in the session cookie.

A token in the header takes precedence over the cookie. Browsers send cookies with cross-site requests too,
so a request that changes something and authenticates by cookie must come from a page of the service.
`Sec-Fetch-Site` shows this, or `Origin` if the browser does not send `Sec-Fetch-Site` (over plain http).
"""

from flask import Response, g, request

from replays.bootstrap import now_ms
from service.application.accounts.access.scopes import EVERY, Scope, allowed, names
from service.application.accounts.sessions import GuessSource
from service.application.accounts.tokens import Access, field_of
from service.application.problem import Problem, unauthorized, unknown_token
from service.application.quotas.request_queue import Requester
from service.application.quotas.streams import StreamClient
from service.http import cookies
from service.http.client_address import address
from service.services import services

BEARER = "bearer"
COOKIE = cookies.SESSION
READING = ("GET", "HEAD", "OPTIONS")
OUR_OWN = ("same-origin", "none")
"""The values of `Sec-Fetch-Site` for a request from a page of the service, or from outside any page."""


def access(*scopes: Scope) -> Access:
    """The authenticated account; its token must have one of these scopes, if any are given.

    Raises 401 `auth/missing` or `auth/unknown-token`, 403 `auth/cross-site` or `auth/scope`.
    """
    found = holder()
    if found is None:
        raise _nobody()
    refuse_other_sites()
    if scopes and not allowed(found.scopes, scopes):
        raise lacks(" or ".join(scope.value for scope in scopes), [scope.value for scope in scopes])
    return found


def lacks(what: str, needed: list[str]) -> Problem:
    """403: the token lacks the scopes that the request needs; `needed` names them."""
    return Problem(
        403,
        "auth/scope",
        f"this token lacks the scope {what}: create one that has it by POST /api/v1/me/tokens",
        {"needed": needed},
    )


def refuse_scoped_tokens() -> None:
    """Raise 403 `auth/scope` if a token without all scopes requests a page of an account.

    Pages are for browsers, whose sessions have all scopes; programs use the API.
    """
    found = holder()
    if found is not None and found.scopes != EVERY:
        missing = names(EVERY - found.scopes)
        raise lacks(" and ".join(missing), missing)


def holder() -> Access | None:
    """The owner of the request's token, or None; looked up once per request."""
    if "holder" not in g:
        token = sent_token()
        recognize(services().tokens.authenticate(token) if token else None)
    found: Access | None = g.holder
    return found


def recognize(found: Access | None) -> None:
    """Store the token's owner for this request, and note that the token was used."""
    g.holder = found
    if found is not None:
        agent = request.headers.get("User-Agent", "") if g.get("by_cookie") else None
        services().last_uses.note(found.player, found.token, field_of(found), now_ms(), agent)


def by_session() -> bool:
    """True if the authenticated account was recognized by a session cookie."""
    return bool(g.get("by_cookie") and g.get("holder"))


def stream_client() -> StreamClient:
    """The client for which a live stream is counted: its address and account."""
    found = holder()
    return StreamClient(address(), found.player if found else None)


def requester() -> Requester:
    """The client for which a request for work is queued: the mark of its address, and its account."""
    found = holder()
    return Requester(services().players.origin(address()), found.player if found else "")


def visitor() -> Access | None:
    """The authenticated account or None, for public resources."""
    try:
        return access()
    except Problem as problem:
        if problem.status == 401:
            return None
        raise


def refuse_other_sites() -> None:
    """Raise 403 `auth/cross-site` if a page of another site may have sent a request that changes something.

    A request with a token in the header passes: another site would need permission by CORS to send one, and
    the service gives none.
    """
    if request.method in READING or _bearer() is not None or _is_our_own():
        return
    raise Problem(
        403,
        "auth/cross-site",
        "this request does not come from a page of this service, according to Sec-Fetch-Site or "
        "Origin; a program sends its token as Authorization: Bearer <token> instead",
    )


def keep_session(response: Response, token: str, device: str | None) -> Response:
    """Add the session cookie to the response, and the device cookie unless `device` is None."""
    return cookies.keep(_with_device(response, device), COOKIE, token)


def drop_session(response: Response, device: str | None = None) -> Response:
    """Delete the session cookie; the device cookie stays, or is replaced if `device` is given."""
    return _with_device(cookies.drop(response, COOKIE), device)


def remember_device(response: Response, player: str) -> Response:
    """Make the browser a known device of this account, whose owner has just proved their identity.

    Renews the session cookie too. Does nothing for guests and for requests with a token in the header.
    """
    device, token = known_device(player), sent_token()
    if device is None:
        return response
    return keep_session(response, token, device) if token and holder() else _with_device(response, device)


def known_device(player: str) -> str | None:
    """The device cookie with this account added; None for guests and for requests with a token header."""
    return None if _bearer() is not None else services().sessions.remembered(player, device_cookie())


def device_cookie() -> str | None:
    """The device cookie of the request."""
    return cookies.read(cookies.DEVICE)


def source() -> GuessSource:
    """The source of a sign-in attempt: client address and device cookie."""
    return GuessSource(address(), device_cookie())


def _with_device(response: Response, device: str | None) -> Response:
    return response if device is None else cookies.keep(response, cookies.DEVICE, device)


def _nobody() -> Problem:
    if sent_token():
        return unknown_token()
    return unauthorized("auth/missing", "send your token as Authorization: Bearer <token>, or sign in")


def sent_token() -> str | None:
    """The token in the header, or else in the cookie; None or empty if there is none."""
    bearer = _bearer()
    if bearer is not None:
        return bearer
    g.by_cookie = cookies.read(COOKIE)
    found: str | None = g.by_cookie
    return found


def _bearer() -> str | None:
    """The token in the header, perhaps empty; None if there is no such header."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if scheme.lower() == BEARER else None


def _is_our_own() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OUR_OWN
    return bool(request.host) and request.headers.get("Origin") == f"{request.scheme}://{request.host}"
