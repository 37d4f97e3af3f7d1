"""Contract test cases: requests for each documented response of signing in.

The mail server of this service is unreachable, so e-mails stay in the outbox: their tokens are derived as the
worker would derive them.
"""

from collections.abc import Callable
from typing import Any

from harness.service import API, KEY, Account, Service
from harness.wire.http import Answer
from replays.bootstrap import now_ms
from service.application.mail.outbox import Links, Outbox
from service.http.authentication import COOKIE

OURS = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"
UNKNOWN = "00000000-0000-4000-8000-000000000000." + "0" * 64

Asks = Callable[[Any], Answer]


def sent(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Asks:
    """A request by a browser without a session."""
    return lambda site: site.service.http().ask(
        method, API + path, body, OURS if headers is None else headers
    )


def by_cookie_from_elsewhere(site: Any) -> Answer:
    """A request by a signed-in browser, for a page of another site."""
    account = site.service.account()
    cookie = {"Cookie": f"{COOKIE}={account.token}", "Sec-Fetch-Site": "cross-site"}
    answer: Answer = account.http.ask("DELETE", f"{API}/session", None, cookie)
    return answer


def signed_out(site: Any) -> Answer:
    """Signing out of an account with two tokens."""
    account: Account = site.service.account()
    account.mine("POST", "/me/tokens", {"name": "phone"})
    return account.mine("DELETE", "/session")


def wish(account: Account, email: str, **current: str) -> Answer:
    """The response to choosing this e-mail for signing in."""
    return account.mine("PUT", "/me/password", {"email": email, "password": PASSWORD, **current})


def address(account: Account) -> str:
    """An e-mail for an account."""
    return f"{account.id}@example.org"


def token_for(service: Service, player: str) -> str:
    """The token of the link in the newest e-mail of a player."""
    message = Outbox(service.store, now_ms).emails(player)[-1]
    return Links(KEY).token(player, message.id)


def confirmed(service: Service, account: Account, email: str) -> Answer:
    """The response to following the link in the e-mail."""
    assert wish(account, email).status == 202
    token = token_for(service, account.id)
    return service.http().ask("POST", f"{API}/session/verify/{token}", {"password": PASSWORD}, OURS)


def member(service: Service) -> Account:
    """An account with a confirmed e-mail."""
    account = service.account("Wilhelmina")
    assert confirmed(service, account, address(account)).status == 204
    return account


def signed_in(site: Any) -> Answer:
    """Signing in by e-mail and password."""
    account = member(site.service)
    body = {"email": address(account), "password": PASSWORD}
    answer: Answer = account.http.ask("POST", f"{API}/session", body, OURS)
    return answer


def crowded(site: Any) -> Answer:
    """Signing in to an account all of whose tokens belong to programs."""
    account = member(site.service)
    while account.mine("POST", "/me/tokens", {"name": "bot"}).status == 201:
        pass
    body = {"email": address(account), "password": PASSWORD}
    answer: Answer = account.http.ask("POST", f"{API}/session", body, OURS)
    return answer


def taken(site: Any) -> Answer:
    """Confirming an e-mail that another account has confirmed meanwhile."""
    first, second = site.service.accounts(2)
    email = address(first)
    assert wish(second, email).status == 202
    token = token_for(site.service, second.id)
    assert confirmed(site.service, first, email).status == 204
    late: Account = second
    return late.mine("POST", f"/session/verify/{token}")


def reset(password: str) -> Asks:
    """A reset by the link in an e-mail."""

    def ask(site: Any) -> Answer:
        account = member(site.service)
        http = site.service.http()
        assert http.ask("POST", f"{API}/session/reset", {"email": address(account)}, OURS).status == 202
        path = f"{API}/session/reset/{token_for(site.service, account.id)}"
        answer: Answer = http.ask("POST", path, {"password": password}, OURS)
        return answer

    return ask


def own_password(body: dict[str, str]) -> Asks:
    """A change of the password of an account with an e-mail, which is filled in."""

    def ask(site: Any) -> Answer:
        account = member(site.service)
        return account.mine("PUT", "/me/password", {"email": address(account), "password": OTHER, **body})

    return ask


def wished(site: Any) -> Answer:
    """A guest's request for an e-mail and password."""
    account = site.service.account()
    return wish(account, address(account))


OPEN = (
    ("post", "/session/guest"),
    ("post", "/session"),
    ("post", "/session/verify/{token}"),
    ("post", "/session/reset"),
    ("post", "/session/reset/{token}"),
)
"""Every operation that begins a session or leads to one, and so needs no token."""
NO_KEY = OPEN[1:]
"""The operations without an Idempotency-Key: a second session is harmless, and a link works once."""

GUEST, SIGN_IN = {"name": "Ann"}, {"email": "nobody@example.org", "password": PASSWORD}
CASES: dict[tuple[str, str, int], Asks] = {
    **{
        (method, path, 403): sent(method.upper(), path.replace("{token}", UNKNOWN), headers={})
        for method, path in OPEN
    },
    ("post", "/session/guest", 201): sent("POST", "/session/guest", GUEST),
    ("post", "/session/guest", 422): sent("POST", "/session/guest", {"name": ""}),
    ("post", "/session", 201): signed_in,
    ("post", "/session", 401): sent("POST", "/session", SIGN_IN),
    ("post", "/session", 409): crowded,
    ("post", "/session", 422): sent("POST", "/session", {**SIGN_IN, "email": "nobody"}),
    ("post", "/session/verify/{token}", 204): lambda site: confirmed(
        site.service, account := site.service.account(), address(account)
    ),
    ("post", "/session/verify/{token}", 404): sent("POST", f"/session/verify/{UNKNOWN}"),
    ("post", "/session/verify/{token}", 409): taken,
    ("post", "/session/verify/{token}", 422): sent("POST", f"/session/verify/{UNKNOWN}", {"password": 7}),
    ("post", "/session/reset", 202): sent("POST", "/session/reset", {"email": "nobody@example.org"}),
    ("post", "/session/reset", 422): sent("POST", "/session/reset", {}),
    ("post", "/session/reset/{token}", 201): reset(OTHER),
    ("post", "/session/reset/{token}", 404): sent("POST", f"/session/reset/{UNKNOWN}", {"password": OTHER}),
    ("post", "/session/reset/{token}", 422): reset("Wilhelmina again"),
    ("get", "/session", 200): lambda site: site.stranger.mine("GET", "/session"),
    ("delete", "/session", 204): signed_out,
    ("delete", "/session", 403): by_cookie_from_elsewhere,
    ("delete", "/session", 409): lambda site: site.service.account().mine("DELETE", "/session"),
    ("put", "/me/password", 202): wished,
    ("put", "/me/password", 204): own_password({"current": PASSWORD}),
    ("put", "/me/password", 403): own_password({"current": OTHER}),
    ("put", "/me/password", 422): own_password({"password": "short"}),
}
