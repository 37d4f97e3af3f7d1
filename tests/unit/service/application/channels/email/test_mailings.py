"""E-mails on or off: from confirming an address until a click or a refusal, and on again."""

import re
from collections.abc import Callable, Iterator

import pytest

from harness.games import KEY
from harness.play.signing_in import OTHER, PASSWORD, Browser, World, code
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailings import REFUSED, Mailings
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Known

ANN, NEW = "ann@example.org", "new@example.org"
LINKS = UnsubscribeLinks(KEY)
MAILING = "/me/notices/email"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def world() -> Iterator[World]:
    """Give a separate application."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def ann(world: World) -> Browser:
    """Give a browser whose account has a confirmed address."""
    browser = world.browser()
    browser.member(ANN)
    return browser


def target_of(browser: Browser) -> Known | None:
    """The e-mail target of the signed-in player."""
    mailings: Mailings = browser.world.app.extensions["kingdomino"].mailings
    return mailings.of(browser.who()["id"])


def refuse(browser: Browser) -> None:
    """Stop the target as after a permanent refusal."""
    known = target_of(browser)
    assert known is not None
    browser.world.app.extensions["kingdomino"].targets.save(known, stopped=REFUSED)


def wants(browser: Browser) -> bool:
    """True if the player's preferences have e-mails on."""
    answer = browser.ask("GET", "/me/notices/preferences")
    assert answer.json
    return bool(answer.json["channels"][EMAIL]["on"])


def test_a_confirmed_address_gets_emails_and_a_guest_none(world: World, ann: Browser) -> None:
    """The target is added with the confirmation; a guest has none and cannot turn e-mails on."""
    assert ann.ask("GET", MAILING).json == {"address": ANN, "sent": True, "stopped": None}
    guest = world.browser()
    guest.guest("Ben")
    assert guest.ask("GET", MAILING).json == {"address": None, "sent": False, "stopped": None}
    assert code(guest.ask("PUT", MAILING)) == (409, "email/missing")
    assert target_of(guest) is None


@pytest.mark.slow
def test_a_changed_address_goes_on(world: World, ann: Browser) -> None:
    """The target keeps its position; a refused one starts again."""
    before = target_of(ann)
    change(world, ann, NEW, PASSWORD)
    assert target_of(ann) == before
    refuse(ann)
    assert ann.ask("GET", MAILING).json == {"address": NEW, "sent": False, "stopped": "mail/refused"}
    change(world, ann, ANN, OTHER)
    assert ann.ask("GET", MAILING).json == {"address": ANN, "sent": True, "stopped": None}


def change(world: World, browser: Browser, email: str, current: str) -> None:
    """Confirm another address."""
    body = {"email": email, "password": OTHER, "current": current}
    assert browser.ask("PUT", "/me/password", body).status_code == 202
    ((_, message),) = [each for each in world.messages() if each[1].path == "/verify/"]
    token = world.links.token(browser.who()["id"], message.id)
    assert browser.ask("POST", f"/session/verify/{token}").status_code == 204


@pytest.mark.slow
def test_a_refusal_is_told_and_tried_again(ann: Browser) -> None:
    """Both pages show it with a button, which applies to later notices."""
    refuse(ann)
    assert b"no such mailbox" in ann.client.get("/account").data
    page = ann.client.get("/account/notices").get_data(as_text=True)
    assert f"there is no mailbox {ANN}" in page
    answer = ann.form("/account/notices/email")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/notices?done=email")
    known = target_of(ann)
    assert known is not None
    assert not known.stopped
    assert "They go to ann@example.org." in ann.client.get("/account/notices").get_data(as_text=True)
    refuse(ann)
    assert ann.ask("PUT", MAILING).json == {"address": ANN, "sent": True, "stopped": None}


def test_one_click_stops_emails_without_a_session(world: World, ann: Browser) -> None:
    """As mail programs send it (RFC 8058): a cross-site form without a cookie, possibly twice."""
    path, program = f"/unsubscribe/{LINKS.token(ann.who()['id'])}", world.app.test_client()
    for _ in range(2):
        answer = program.post(path, data=ONE_CLICK, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    assert not wants(ann)
    assert target_of(ann) is not None


def test_to_look_at_the_link_changes_nothing(world: World, ann: Browser) -> None:
    """Scanners follow links; the page has a button, no names, and does not sign in."""
    path, program = f"/unsubscribe/{LINKS.token(ann.who()['id'])}", world.app.test_client()
    answer = program.get(path)
    assert answer.status_code == 200
    assert (answer.headers["Cache-Control"], answer.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    page = answer.get_data(as_text=True)
    assert re.search(rf'<form[^>]* method="post" action="{path}"', page)
    assert "Ann" not in page
    assert ANN not in page
    assert wants(ann)
    assert program.get("/account").status_code == 303


@pytest.mark.parametrize(
    "change", [lambda token: token[:-1] + "g", lambda token: token[1:], lambda _: "x", lambda _: "é"]
)
def test_a_forged_link_stops_nothing(world: World, ann: Browser, change: Callable[[str], str]) -> None:
    """A forged link gets 404, as does that of an erased account."""
    forged = change(LINKS.token(ann.who()["id"]))
    for method in ("GET", "POST"):
        answer = world.app.test_client().open(f"/unsubscribe/{forged}", method=method)
        assert answer.status_code == 404
    assert wants(ann)


@pytest.mark.slow
def test_an_erased_account_has_nothing_to_stop(world: World, ann: Browser) -> None:
    """The link gets 404, like an invalid one."""
    token = LINKS.token(ann.who()["id"])
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert world.app.test_client().post(f"/unsubscribe/{token}", data=ONE_CLICK).status_code == 404


@pytest.mark.slow
def test_another_sites_form_begins_nothing(ann: Browser) -> None:
    """A cross-site form gets 403."""
    refuse(ann)
    answer = ann.client.post("/account/notices/email", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    known = target_of(ann)
    assert known is not None
    assert known.stopped


def test_without_a_mail_server_there_is_nothing_to_begin() -> None:
    """The request gets 503, like all that need e-mail."""
    world = World(mail=False)
    browser = world.browser()
    browser.guest()
    assert code(browser.ask("PUT", MAILING)) == (503, "mail/not-configured")
    world.hub.close()


def test_a_link_is_for_one_player_and_key(ann: Browser) -> None:
    """It is the same in all e-mails, and invalid under another key."""
    player = ann.who()["id"]
    assert LINKS.player(LINKS.token(player)) == player
    assert UnsubscribeLinks(bytes([1]) * 32).player(LINKS.token(player)) is None
    assert LINKS.player(LINKS.token(player).replace(player, "00000000-0000-8000-8000-000000000000")) is None
    assert Target(EMAIL, player).name == EMAIL
