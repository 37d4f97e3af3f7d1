"""Authentication: tokens, cookies, and requests that pages of other sites can trigger."""

from collections.abc import Iterator

import pytest

from harness.play.signing_in import API, OURS, PASSWORD, Browser, World, ann, code
from service.http.authentication import COOKIE

__all__ = ["ann"]

HERE = "http://localhost"
CROSS_SITE = (403, "auth/cross-site")
UNSAFE = ("POST", "PUT", "DELETE")


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


SAYS = [
    ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Sec-Fetch-Site": "none"}, True),
    ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": ""}, False),
    ({"Sec-Fetch-Site": "cross-site", "Origin": HERE}, False),
    ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, True),
    ({"Origin": HERE}, True),
    ({"Origin": "https://localhost"}, False),
    ({"Origin": "HTTP://LOCALHOST"}, False),
    ({"Origin": "http://[::1"}, False),
    ({"Origin": "http://\u0301" + "x" * 4000}, False),
    ({"Origin": "http://localhost:81"}, False),
    ({"Origin": "http://localhost.evil.example"}, False),
    ({"Origin": "https://evil.example"}, False),
    ({"Origin": "null"}, False),
    ({"Origin": ""}, False),
    ({"Referer": HERE + "/"}, False),
    ({}, False),
]


@pytest.mark.parametrize("method", UNSAFE)
@pytest.mark.parametrize(("headers", "taken"), SAYS)
def test_a_cookie_changes_something_from_our_own_pages_only(
    ann: Browser, method: str, headers: dict[str, str], *, taken: bool
) -> None:
    """Sec-Fetch-Site decides, or Origin if that is absent; without either the request is refused."""
    paths = {"POST": "/me/tokens", "PUT": "/me", "DELETE": "/me/tokens/no"}
    done = {"POST": 201, "PUT": 200, "DELETE": 404}
    answer = ann.client.open(API + paths[method], method=method, json={"name": "Zoe"}, headers=headers)
    if taken:
        assert answer.status_code == done[method]
    else:
        assert code(answer) == CROSS_SITE
        assert ann.who()["name"] == "Ann"


@pytest.mark.parametrize(
    "path", ["/session/guest", "/session", "/session/reset", "/session/reset/x", "/session/verify/x"]
)
@pytest.mark.parametrize(("headers", "taken"), SAYS)
def test_nobody_is_signed_in_by_another_site(
    world: World, path: str, headers: dict[str, str], *, taken: bool
) -> None:
    """The same rule holds before there is a cookie, for guests and members."""
    answer = world.app.test_client().post(API + path, json={"name": "Ann"}, headers=headers)
    assert (code(answer) == CROSS_SITE) != taken
    if not taken:
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/sign-in", "/sign-in/guest", "/sign-in/reset", "/account/erase", "/account/sign-out"]
)
@pytest.mark.parametrize(("headers", "taken"), SAYS)
def test_forms_are_taken_from_our_own_pages_only(
    ann: Browser, path: str, headers: dict[str, str], *, taken: bool
) -> None:
    """The rule holds for every form, whoever is signed in."""
    answer = ann.client.post(path, data={"name": "Bob"}, headers=headers)
    assert (answer.status_code == 403) != taken


def test_reading_needs_no_such_proof(ann: Browser) -> None:
    """A link from elsewhere shows the account; it changes nothing, and other pages cannot read it."""
    for headers in ({}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ann.client.get(f"{API}/me", headers=headers)
        assert answer.status_code == 200
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_token_needs_no_such_proof(ann: Browser, world: World) -> None:
    """A page of another site cannot send a token, because no response allows it."""
    token = ann.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert token is not None
    headers = {"Authorization": f"Bearer {token['token']}", "Sec-Fetch-Site": "cross-site"}
    stranger = world.app.test_client()
    assert stranger.put(f"{API}/me", json={"name": "Zoe"}, headers=headers).status_code == 200
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PUT"}
    preflight = stranger.options(f"{API}/me", headers=asked)
    assert not [name for name, _ in preflight.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer x", "bearer 00.00", "BEARER \t"])
def test_a_bad_token_is_not_made_good_by_a_cookie(ann: Browser, header: str) -> None:
    """If the header has a token, it alone decides."""
    for method in ("GET", "DELETE"):
        answer = ann.client.open(f"{API}/session", method=method, headers={"Authorization": header})
        assert answer.status_code == 401
    assert ann.who()["name"] == "Ann"


def test_another_kind_of_authorization_leaves_the_cookie_alone(ann: Browser) -> None:
    """A proxy in front may use Basic authentication."""
    answer = ann.client.get(f"{API}/session", headers={"Authorization": "Basic YTpi"})
    assert answer.status_code == 200
    assert code(ann.client.delete(f"{API}/session", headers={"Authorization": "Basic YTpi"})) == CROSS_SITE


def test_two_accounts_in_one_request(ann: Browser, world: World) -> None:
    """The account of the header is used."""
    bob = world.browser().ask("POST", "/players", {"name": "Bob"}).json
    assert bob is not None
    answer = ann.ask("GET", "/me", Authorization=f"Bearer {bob['token']}")
    assert answer.json is not None
    assert answer.json["name"] == "Bob"


def test_no_cache_stores_a_token(world: World) -> None:
    """The response to a registration has `Cache-Control: no-store` (RFC 6749, section 5.1)."""
    answer = world.browser().ask("POST", "/players", {"name": "Bob"})
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (201, "no-store")


@pytest.mark.parametrize("value", ["", "x", "a.b", "00000000-0000-4000-8000-000000000000." + "0" * 64])
def test_a_cookie_that_is_none(world: World, value: str) -> None:
    """401, as for an unknown token."""
    browser = world.browser()
    browser.client.set_cookie(COOKIE, value)
    assert browser.ask("GET", "/session").status_code == 401
    assert browser.client.get("/account", headers={}).status_code == 303


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie(world: World, scheme: str, *, secure: bool) -> None:
    """The cookie is HttpOnly and SameSite, and over https also Secure."""
    answer = world.app.test_client().post(
        f"{API}/session/guest", json={"name": "Ann"}, base_url=f"{scheme}://localhost", headers=OURS
    )
    (cookie,) = answer.headers.getlist("Set-Cookie")
    attributes = cookie.split("; ")
    assert attributes[0].startswith(f"__Host-{COOKIE}=" if secure else f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(attributes)
    assert ("Secure" in attributes) == secure
    assert not [each for each in attributes if each.startswith("Domain")]
    assert answer.headers["Cache-Control"] == "no-store"


def test_signing_out_revokes_the_token(world: World) -> None:
    """The cookie is cleared and its token invalid; other sessions of the account stay."""
    ann, other = world.browser(), world.browser()
    ann.member("out@example.org")
    assert other.sign_in("out@example.org", PASSWORD).status_code == 201
    kept = ann.client.get_cookie(COOKIE)
    assert kept is not None
    gone = ann.ask("DELETE", "/session")
    assert gone.status_code == 204
    assert gone.headers["Set-Cookie"].startswith(f"{COOKIE}=;")
    assert ann.who() == "auth/missing"
    ann.client.set_cookie(COOKIE, kept.value)
    assert ann.who() == "auth/unknown-token"
    assert other.who()["name"] == "Ann"


def test_a_guest_does_not_leave_for_good_by_mistake(ann: Browser) -> None:
    """The last session of a guest cannot be ended; with a second token it can."""
    assert code(ann.ask("DELETE", "/session")) == (409, "token/last")
    assert ann.who()["guest"]
    ann.ask("POST", "/me/tokens", {"name": "bot"})
    assert ann.ask("DELETE", "/session").status_code == 204


@pytest.mark.parametrize(
    ("scheme", "origin", "taken"),
    [
        ("https", "https://localhost", True),
        ("https", "http://localhost", False),
        ("https", "https://localhost:443", False),
        ("http", "http://localhost", True),
        ("http", "https://localhost", False),
    ],
)
def test_an_origin_has_the_scheme_of_the_request(
    world: World, scheme: str, origin: str, *, taken: bool
) -> None:
    """A page of the same host over plain http may be forged, so it counts as another site."""
    answer = world.app.test_client().post(
        f"{API}/session/guest",
        json={"name": "Ann"},
        base_url=f"{scheme}://localhost",
        headers={"Origin": origin},
    )
    assert (code(answer) == CROSS_SITE) != taken


HTTPS = "https://localhost"
NEW = f"__Host-{COOKIE}"


def by_https(world: World, method: str, path: str, **cookies: str) -> tuple[int, dict[str, str]]:
    """The status of a response over https to these cookies, and the cookies that it sets."""
    sent = "; ".join(f"{name}={value}" for name, value in cookies.items())
    client = world.app.test_client(use_cookies=False)
    headers = {**OURS, "Cookie": sent}
    answer = client.open(path, method=method, base_url=HTTPS, headers=headers, buffered=True)
    set_cookies = (each.partition(";")[0] for each in answer.headers.getlist("Set-Cookie"))
    return answer.status_code, dict(each.split("=", 1) for each in set_cookies)


def token_of(browser: Browser) -> str:
    """The token in a browser's session cookie."""
    cookie = browser.client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


@pytest.mark.slow
def test_over_https_an_old_cookie_is_replaced(world: World, ann: Browser) -> None:
    """A guest with the old cookie stays signed in and gets the new name with the next response."""
    token = token_of(ann)
    for path in (f"{API}/session", "/account", "/"):
        assert by_https(world, "GET", path, **{COOKIE: token}) == (200, {NEW: token, COOKIE: ""})
    assert by_https(world, "GET", f"{API}/session", **{NEW: token}) == (200, {})
    assert by_https(world, "GET", f"{API}/session", **{NEW: token, COOKIE: "planted"}) == (200, {})
    assert by_https(world, "GET", "/static/style.css", **{COOKIE: token}) == (200, {})


def test_over_https_the_new_name_decides(world: World, ann: Browser) -> None:
    """A cookie planted under the old name has no effect, and invalid tokens are not renamed."""
    planted = token_of(ann)
    assert by_https(world, "GET", f"{API}/session", **{NEW: "gone", COOKIE: planted}) == (401, {})
    assert by_https(world, "GET", f"{API}/session", **{COOKIE: "gone"}) == (401, {})
    assert by_https(world, "GET", f"{API}/session", **{NEW: "", COOKIE: planted}) == (401, {})


def test_over_https_signing_out_takes_both_away(world: World) -> None:
    """Both cookies are cleared, even if only the old name was sent."""
    for sent, gone in (({COOKIE}, {NEW: "", COOKIE: ""}), ({NEW}, {NEW: ""})):
        ann = world.browser()
        ann.guest()
        ann.ask("POST", "/me/tokens", {"name": "bot"})
        token = token_of(ann)
        cookies = dict.fromkeys(sent, token)
        assert by_https(world, "DELETE", f"{API}/session", **cookies) == (204, gone)


def test_over_http_the_new_name_is_none(world: World, ann: Browser) -> None:
    """Browsers do not send that name over http, so it is ignored."""
    headers = {"Cookie": f"{NEW}={token_of(ann)}"}
    assert world.app.test_client(use_cookies=False).get(f"{API}/session", headers=headers).status_code == 401
