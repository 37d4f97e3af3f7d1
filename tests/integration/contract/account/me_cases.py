"""Contract test cases: requests for each documented response of a player's own operations."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from harness.service import API, NO_HOST, NO_PORT, SCORED_SECONDS, Account, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from harness.wire.push_service import PushBrowser
from tests.integration.contract.account import session_cases
from tests.integration.contract.sites import Site

NOWHERE = "00000000-0000-4000-8000-000000000000"


Asks = Callable[[Any], Answer]


def unsigned(method: str, path: str) -> Asks:
    """A request without a token."""
    return lambda site: site.stranger.http.ask(method, API + path.replace("{game}", site.waiting))


def asked(method: str, path: str, body: Any = None) -> Asks:
    """A request with a token; `{game}` is an existing game."""
    return lambda site: site.stranger.mine(method, path.replace("{game}", site.waiting), body)


def with_a_token(method: str, body: Any = None) -> Asks:
    """A request about a newly created token."""

    def ask(site: Site) -> Answer:
        token = ok(site.stranger.mine("POST", "/me/tokens", {"name": "phone"}), 201)["id"]
        answer = site.stranger.mine(method, f"/me/tokens/{token}", body)
        site.stranger.mine("DELETE", f"/me/tokens/{token}")
        return answer

    return ask


def more_than_itself(site: Site) -> Answer:
    """A request for a new token with more scopes than that of the request."""
    owner = site.service.account()
    made = ok(owner.mine("POST", "/me/tokens", {"name": "phone", "scopes": ["account"]}), 201)
    return Account(site.service.http(), owner.id, owner.name, made["token"]).mine(
        "POST", "/me/tokens", {"name": "phone"}
    )


def signed_out_for_good(site: Site) -> Answer:
    """A request by a guest's only browser, which could not sign in again."""
    ours = {"Sec-Fetch-Site": "same-origin"}
    http = site.service.http()
    guest = http.ask("POST", f"{API}/session/guest", {"name": "Ann"}, ours)
    cookie = guest.headers["set-cookie"].partition(";")[0]
    return http.ask("DELETE", f"{API}/me/sessions?keep=none", None, {**ours, "Cookie": cookie})


def too_many_tokens(site: Site) -> Answer:
    """A request for one more than the limit allows, by a new account."""
    account = site.service.account()
    while (answer := account.mine("POST", "/me/tokens", {"name": "phone"})).status == 201:
        pass
    return answer


def mailed_again(site: Site) -> Answer:
    """A request by an account with a confirmed address."""
    return session_cases.member(site.service).mine("PUT", "/me/notices/email")


def subscription() -> dict[str, Any]:
    """The subscription of a new browser."""
    return {"endpoint": f"http://{NO_HOST}:{NO_PORT}/{uuid4()}", "keys": PushBrowser().keys}


def too_many_browsers(site: Site) -> Answer:
    """A request for one more than the limit allows, by a new account."""
    account = site.service.account()
    while (answer := account.mine("POST", "/me/push", subscription())).status == 201:
        pass
    return answer


def one_browser_less(site: Site) -> Answer:
    """The removal of a browser that was just added."""
    browser = ok(site.stranger.mine("POST", "/me/push", subscription()), 201)["id"]
    return site.stranger.mine("DELETE", f"/me/push/{browser}")


def erased(site: Site) -> Answer:
    """The erasure of a new account."""
    account = site.service.account()
    return account.mine("DELETE", "/me", {"confirm": account.name})


def stream(site: Site) -> Answer:
    """The start of a stream of hints."""
    with (
        site.service.http() as http,
        http.stream(f"{API}/me/events", Authorization=f"Bearer {site.stranger.token}") as (answer, _),
    ):
        return answer


def live(site: Site, query: str, last: str = "") -> Answer:
    """The response to a request for one stream of several sources; for a stream only its start."""
    with (
        site.service.http() as http,
        http.stream(f"{API}/events?{query}", Last_Event_ID=last) as (answer, lines),
    ):
        body = b"" if answer.status == 200 else b"\n".join(lines)
        return Answer(answer.status, answer.headers, body)


OWN = (
    ("get", "/me"),
    ("put", "/me"),
    ("delete", "/me"),
    ("get", "/me/archive"),
    ("get", "/me/export"),
    ("put", "/me/language"),
    ("put", "/me/password"),
    ("get", "/session"),
    ("delete", "/session"),
    ("get", "/me/games"),
    ("get", "/me/events"),
    ("get", "/me/notices"),
    ("put", "/me/notices/seen"),
    ("get", "/me/calendar"),
    ("post", "/me/calendar"),
    ("delete", "/me/calendar"),
    ("get", "/me/notices/preferences"),
    ("put", "/me/notices/preferences"),
    ("get", "/me/notices/mutes"),
    ("get", "/me/notices/mutes/{game}"),
    ("put", "/me/notices/mutes/{game}"),
    ("get", "/me/notices/email"),
    ("put", "/me/notices/email"),
    ("get", "/me/push"),
    ("post", "/me/push"),
    ("delete", "/me/push/{browser}"),
    ("get", "/me/tokens"),
    ("post", "/me/tokens"),
    ("put", "/me/tokens/{token}"),
    ("delete", "/me/tokens/{token}"),
    ("delete", "/me/sessions"),
    ("get", "/me/audit"),
    ("put", "/games/{game}/seen"),
    ("delete", "/games/{game}/seen"),
    ("get", "/games/{game}/since"),
    ("get", "/games/{game}/notes"),
    ("put", "/games/{game}/notes"),
    ("delete", "/games/{game}/notes"),
)
"""Every operation that needs a token and is not a change of a game."""


def calendar(site: Site) -> Answer:
    """A request by an account with a calendar."""
    ok(site.stranger.mine("POST", "/me/calendar"), 201)
    return site.stranger.mine("GET", "/me/calendar")


def notices(site: Site) -> Answer:
    """A request by an account with a notice: another player has joined."""
    owner, guest = site.service.accounts(2)
    table = ok(owner.post("/games", {"players": 3}), 201)["id"]
    ok(guest.post(f"/games/{table}/seats", {}), 201)
    eventually(lambda: ok(owner.mine("GET", "/me/notices"))["notices"], SCORED_SECONDS)
    return owner.mine("GET", "/me/notices")


CASES: dict[tuple[str, str, int], Asks] = {
    **{(method, path, 401): unsigned(method.upper(), path) for method, path in OWN},
    **{
        (method, path, 404): asked(method.upper(), path.replace("{game}", NOWHERE))
        for method, path in OWN
        if "{" in path
    },
    ("get", "/me", 200): asked("GET", "/me"),
    ("put", "/me", 200): asked("PUT", "/me", {"name": "Ann"}),
    ("put", "/me", 422): asked("PUT", "/me", {"name": ""}),
    ("delete", "/me", 204): erased,
    ("delete", "/me", 422): asked("DELETE", "/me", {"confirm": "somebody else"}),
    ("get", "/me/archive", 200): asked("GET", "/me/archive"),
    ("get", "/me/export", 200): asked("GET", "/me/export"),
    **session_cases.CASES,
    ("get", "/me/games", 200): asked("GET", "/me/games"),
    ("get", "/me/games", 422): asked("GET", "/me/games?cursor=x"),
    ("get", "/me/events", 200): stream,
    ("get", "/me/notices", 200): notices,
    ("get", "/me/notices", 422): asked("GET", "/me/notices?cursor=x"),
    ("put", "/me/notices/seen", 200): asked("PUT", "/me/notices/seen", {"id": "0"}),
    ("put", "/me/notices/seen", 422): asked("PUT", "/me/notices/seen", {"id": "1"}),
    ("post", "/me/calendar", 201): asked("POST", "/me/calendar"),
    ("get", "/me/calendar", 200): calendar,
    ("get", "/me/calendar", 404): lambda site: site.service.account().mine("GET", "/me/calendar"),
    ("post", "/me/calendar", 422): lambda site: site.stranger.mine(
        "POST", "/me/calendar", Idempotency_Key=""
    ),
    ("delete", "/me/calendar", 204): asked("DELETE", "/me/calendar"),
    ("get", "/me/notices/preferences", 200): asked("GET", "/me/notices/preferences"),
    ("put", "/me/notices/preferences", 200): asked("PUT", "/me/notices/preferences", {"time_zone": "UTC"}),
    ("put", "/me/notices/preferences", 422): asked("PUT", "/me/notices/preferences", {"time_zone": "x"}),
    ("get", "/me/notices/mutes", 200): asked("GET", "/me/notices/mutes"),
    ("get", "/me/notices/mutes", 422): asked("GET", "/me/notices/mutes?cursor=x"),
    ("get", "/me/notices/mutes/{game}", 200): asked("GET", "/me/notices/mutes/{game}"),
    ("put", "/me/notices/mutes/{game}", 200): asked("PUT", "/me/notices/mutes/{game}", {"channels": []}),
    ("put", "/me/notices/mutes/{game}", 422): asked("PUT", "/me/notices/mutes/{game}", {"channels": ["fax"]}),
    ("get", "/push/key", 200): lambda site: site.stranger.get("/push/key"),
    ("get", "/me/notices/email", 200): asked("GET", "/me/notices/email"),
    ("put", "/me/notices/email", 200): mailed_again,
    ("put", "/me/notices/email", 409): asked("PUT", "/me/notices/email"),
    ("get", "/me/push", 200): asked("GET", "/me/push"),
    ("post", "/me/push", 201): lambda site: site.stranger.mine("POST", "/me/push", subscription()),
    ("post", "/me/push", 409): too_many_browsers,
    ("post", "/me/push", 422): asked("POST", "/me/push", {}),
    ("delete", "/me/push/{browser}", 204): one_browser_less,
    ("get", "/me/tokens", 200): asked("GET", "/me/tokens"),
    ("post", "/me/tokens", 201): asked("POST", "/me/tokens", {"name": "phone"}),
    ("post", "/me/tokens", 403): more_than_itself,
    ("post", "/me/tokens", 409): too_many_tokens,
    ("post", "/me/tokens", 422): asked("POST", "/me/tokens", {}),
    ("put", "/me/tokens/{token}", 200): with_a_token("PUT", {"name": "tablet"}),
    ("put", "/me/tokens/{token}", 422): with_a_token("PUT", {"name": 7}),
    ("get", "/me/audit", 200): asked("GET", "/me/audit?limit=2"),
    ("get", "/me/audit", 422): asked("GET", "/me/audit?cursor=x"),
    ("delete", "/me/sessions", 204): asked("DELETE", "/me/sessions"),
    ("delete", "/me/sessions", 409): signed_out_for_good,
    ("delete", "/me/sessions", 422): asked("DELETE", "/me/sessions?keep=some"),
    ("delete", "/me/tokens/{token}", 204): with_a_token("DELETE"),
    ("delete", "/me/tokens/{token}", 409): lambda site: site.service.account().mine("DELETE", "/me/tokens/0"),
    ("put", "/games/{game}/seen", 204): asked("PUT", "/games/{game}/seen", {"version": 1}),
    ("delete", "/games/{game}/seen", 204): asked("DELETE", "/games/{game}/seen"),
    ("put", "/games/{game}/seen", 422): asked("PUT", "/games/{game}/seen", {"version": 99}),
    ("get", "/games/{game}/since", 200): asked("GET", "/games/{game}/since"),
    ("get", "/games/{game}/notes", 200): asked("GET", "/games/{game}/notes"),
    ("put", "/games/{game}/notes", 204): asked("PUT", "/games/{game}/notes", {"text": "swamps"}),
    ("put", "/games/{game}/notes", 422): asked("PUT", "/games/{game}/notes", {"text": ""}),
    ("delete", "/games/{game}/notes", 204): asked("DELETE", "/games/{game}/notes"),
}
