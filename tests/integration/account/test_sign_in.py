"""Signing in on the whole service: cookies over the wire, and e-mails through a real mail server."""

import http.client
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from harness.service import API, Service, environment, ok, running_service
from harness.wire.http import Answer, Http
from harness.wire.mail import GREYLISTED, SENDER, Mailbox, mail_settings, running_mail_server
from replays.store import clients
from service.http.authentication import COOKIE

OURS = {"Sec-Fetch-Site": "same-origin"}
PUBLIC = "https://kingdomino.example.org"
PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"


@pytest.fixture(scope="module")
def mailbox_and_service() -> Iterator[tuple[Mailbox, Service]]:
    """Give a mailbox and a service that sends e-mails to it and trusts one proxy."""
    with running_mail_server() as (mailbox, port):
        settings = {**mail_settings(port, PUBLIC), "KINGDOMINO_PROXIES": "1"}
        with running_service(**settings) as service:
            yield mailbox, service


@pytest.fixture
def mailbox(mailbox_and_service: tuple[Mailbox, Service]) -> Mailbox:
    """Give the mailbox."""
    return mailbox_and_service[0]


@pytest.fixture
def site(mailbox_and_service: tuple[Mailbox, Service]) -> Service:
    """Give the service."""
    return mailbox_and_service[1]


class Browser:
    """A client that stores its cookie, on its own connection."""

    def __init__(self, service: Service) -> None:
        self.http: Http = service.http()
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The response to a request under the API."""
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        answer = self.http.ask(method, API + path, body, {**OURS, **cookie, **headers})
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer


def token_of(link: str) -> str:
    """The token in a link of the service."""
    assert link.startswith(f"{PUBLIC}/")
    return urlsplit(link).path.rpartition("/")[2]


def test_from_a_guest_to_a_forgotten_password(site: Service, mailbox: Mailbox) -> None:
    """A guest plays, adds an e-mail, signs out and in, and resets a forgotten password."""
    email, browser = "way@example.org", Browser(site)
    made = ok(browser.ask("POST", "/session/guest", {"name": "Ann"}), 201)
    game = ok(browser.ask("POST", "/games", {"players": 2}), 201)
    assert game["players"][0]["player"] == made["id"]
    assert browser.ask("PUT", "/me/password", {"email": email, "password": PASSWORD}).status == 202
    message = mailbox.message(email)
    assert message["From"].addresses[0].addr_spec == SENDER
    assert (message["To"], message["Auto-Submitted"]) == (email, "auto-generated")
    token = token_of(mailbox.link(email))
    assert Browser(site).ask("POST", f"/session/verify/{token}").code == "email/unproven"
    assert browser.ask("POST", f"/session/verify/{token}").status == 204
    assert browser.ask("DELETE", "/session").status == 204
    assert browser.ask("GET", "/session", Cookie=browser.cookie).status == 401
    assert (
        ok(browser.ask("POST", "/session", {"email": email, "password": PASSWORD}), 201)["id"] == made["id"]
    )
    assert ok(browser.ask("GET", "/session"))["verified"]
    assert browser.ask("POST", "/session/reset", {"email": email}).status == 202
    token = token_of(mailbox.link(email, 2))
    other = Browser(site)
    assert ok(other.ask("POST", f"/session/reset/{token}", {"password": OTHER}), 201)["id"] == made["id"]
    assert browser.ask("GET", "/session").status == 401
    assert browser.ask("POST", "/session", {"email": email, "password": PASSWORD}).code == "auth/wrong"
    assert browser.ask("POST", "/session", {"email": email, "password": OTHER}).status == 201
    assert len(mailbox.to(email)) == 2


def test_what_one_may_do_is_never_taken_from_before(site: Service) -> None:
    """A browser that cached the state before sign-in gets it anew, with the player's actions."""
    players = site.accounts(2)
    game = site.table(players)
    before = players[0].get(f"/games/{game}")
    browser = Browser(site)
    kept = {"If-None-Match": before.headers["etag"]}
    assert browser.ask("GET", f"/games/{game}", **kept).status == 304
    ok(browser.ask("POST", "/session/guest", {"name": "Ann"}), 201)
    answer = browser.ask("GET", f"/games/{game}", **kept)
    assert ok(answer)["actions"] == []
    assert answer.headers["etag"] == before.headers["etag"]
    assert players[0].mine("GET", f"/games/{game}", **kept).status == 304


def test_a_stream_of_hints_by_cookie(site: Service) -> None:
    """Operations that need a token accept the cookie, live streams too."""
    browser = Browser(site)
    browser.ask("POST", "/session/guest", {"name": "Ann"})
    with site.http() as http, http.stream(f"{API}/me/events", Cookie=browser.cookie) as (answer, _):
        assert answer.status == 200


def test_the_proxy_says_who_asks_and_how(site: Service) -> None:
    """Behind a proxy with https the cookie is Secure, and the proxy's host counts."""
    with site.http() as http:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "kingdomino.example.org"}
        ours = {**headers, "Origin": PUBLIC}
        answer = http.ask("POST", f"{API}/session/guest", {"name": "Ann"}, ours)
        assert answer.status == 201
        cookie, *attributes = answer.headers["set-cookie"].split("; ")
        assert cookie.startswith("__Host-kingdomino_session=")
        assert {"Secure", "Path=/"} <= set(attributes)
        for origin in (f"http://{site.host}:{site.port}", "http://kingdomino.example.org"):
            evil = {**headers, "Origin": origin}
            assert http.ask("POST", f"{API}/session/guest", {"name": "Ann"}, evil).code == "auth/cross-site"
        old = {**headers, "Cookie": cookie.removeprefix("__Host-")}
        renewed = http.ask("GET", f"{API}/session", None, old)
        assert (renewed.status, renewed.headers["set-cookie"].partition("=")[0]) == (200, COOKIE)


def test_the_host_is_one_that_was_given(site: Service) -> None:
    """The public URL's host and addresses are accepted; for other hosts only probes and metrics respond."""
    with site.http() as http:
        for host, status in (
            ("kingdomino.example.org", 200),
            (f"{site.host}:{site.port}", 200),
            ("localhost", 200),
            ("evil.example", 421),
            ("kingdomino.example.org.evil.example", 421),
        ):
            for asked in ({"Host": host}, {"X-Forwarded-Host": host}):
                answer = http.ask("GET", f"{API}/games", None, asked)
                assert answer.status == status
                assert b"evil" not in answer.body
            assert http.ask("GET", "/healthz", None, {"Host": host}).status == 200
            assert http.ask("GET", "/readyz", None, {"Host": host}).status == 200
            assert http.ask("GET", "/metrics", None, {"Host": host}).status == 200
        assert http.ask("GET", f"{API}/games", None, {"Host": "evil.example"}).code == "request/host"


def test_a_form_of_marks_is_refused_unread(site: Service) -> None:
    """124 KB of combining marks, and other long texts, are refused by their size, unprocessed."""
    marks = "email=" + "\u0301" * 62_000 + "&password=x"
    client = http.client.HTTPConnection(site.host, site.port, timeout=20)
    with closing(client):
        form = {**OURS, "Content-Type": "application/x-www-form-urlencoded"}
        client.request("POST", "/sign-in", marks.encode(), form)
        answer = client.getresponse()
        assert answer.status == 413
        assert b"The form is too long." in answer.read()
    name = {"name": "\u0301" * 20_000}
    assert Browser(site).ask("POST", "/session/guest", name).code == "request/invalid"
    email = {"email": "a@" + "\u4e00" * 8_000, "password": PASSWORD}
    assert Browser(site).ask("POST", "/session", email).code == "request/invalid"


def test_a_changed_password_ends_other_sessions(site: Service, mailbox: Mailbox) -> None:
    """A changed password ends other sessions in the same step, on the real store; programs' tokens stay."""
    email, here, there = "change@example.org", Browser(site), Browser(site)
    ok(here.ask("POST", "/session/guest", {"name": "Ann"}), 201)
    here.ask("PUT", "/me/password", {"email": email, "password": PASSWORD})
    token = token_of(mailbox.link(email))
    assert here.ask("POST", f"/session/verify/{token}").status == 204
    assert there.ask("POST", "/session", {"email": email, "password": PASSWORD}).status == 201
    bot = ok(here.ask("POST", "/me/tokens", {"name": "bot"}), 201)["token"]
    body = {"email": email, "password": OTHER, "current": PASSWORD}
    assert there.ask("PUT", "/me/password", body).status == 204
    assert here.ask("GET", "/session").code == "auth/unknown-token"
    listed = ok(there.ask("GET", "/me/tokens"))["tokens"]
    assert [each["session"] for each in listed] == [True, False]
    assert Browser(site).ask("GET", "/me", Authorization=f"Bearer {bot}").status == 200


def test_a_mail_server_that_wants_it_later_gets_it_later(site: Service, mailbox: Mailbox) -> None:
    """An e-mail that is refused temporarily is stored and retried later; others are sent meanwhile."""
    mailbox.answers = [GREYLISTED]
    first, second = Browser(site), Browser(site)
    for browser, email in ((first, "grey@example.org"), (second, "white@example.org")):
        player = ok(browser.ask("POST", "/session/guest", {"name": "Ann"}), 201)["id"]
        browser.ask("PUT", "/me/password", {"email": email, "password": PASSWORD})
        if browser is first:
            waiting = player
            assert site.store.exists(f"{{player:{waiting}}}:mail")
    mailbox.message("white@example.org")
    assert mailbox.to("grey@example.org") == []
    assert site.store.exists(f"{{player:{waiting}}}:mail")
    site.store.zadd("mail", {waiting: 0})  # the retry is due
    assert mailbox.link("grey@example.org").startswith(f"{PUBLIC}/verify/{waiting}.")


def test_no_secret_lies_anywhere(site: Service, mailbox: Mailbox) -> None:
    """No password, cookie or token of a link is in the store or among the jobs."""
    email, browser = "secret@example.org", Browser(site)
    browser.ask("POST", "/session/guest", {"name": "Ann"})
    browser.ask("PUT", "/me/password", {"email": email, "password": PASSWORD})
    verify = token_of(mailbox.link(email))
    browser.ask("POST", f"/session/verify/{verify}")
    browser.ask("POST", "/session/reset", {"email": email})
    reset = token_of(mailbox.link(email, 2))
    secrets = [PASSWORD, *(text.partition(".")[2] for text in (verify, reset, browser.cookie))]
    held = []
    jobs = environment(site.store_url, Path())["RQ_REDIS_URL"]
    for url in (site.store_url, jobs):
        with clients.writer(url) as store:
            held += [key + (store.dump(key) or b"") for key in store.scan_iter()]  # some expire meanwhile
            assert not [key for key in store.scan_iter() if b"@" in key or b"example" in key]
    assert held
    found = [secret for secret in secrets for text in held if secret.encode() in text]
    assert found == []


@pytest.mark.parametrize("path", ["/sign-in", "/account"])
def test_pages_without_a_script(site: Service, path: str) -> None:
    """The forms have labelled fields and nothing inline; a stranger is redirected to sign-in."""
    http = site.http()
    browser = Browser(site)
    if path == "/account":
        stranger = http.get(path)
        assert (stranger.status, stranger.headers["location"]) == (303, "/sign-in?back=/account")
        browser.ask("POST", "/session/guest", {"name": "Ann"})
    page = http.ask("GET", path, None, {"Cookie": browser.cookie})
    text = page.body.decode()
    assert page.status == 200
    assert page.headers["cache-control"] == "no-store"
    assert re.search(r'<form [^>]*method="post"', text)
    assert not re.search(r" style=| on[a-z]+=", text)
    for field in re.findall(r"<input (?![^>]*hidden)[^>]*>", text):
        name = re.search(r'id="([^"]+)"', field)
        assert name, field
        assert f'for="{name.group(1)}"' in text
