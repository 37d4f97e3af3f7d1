"""The registry of lasting grants: every kind ends with a reset and wherever its owner wants it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import service
from harness.play.signing_in import OTHER, PASSWORD, Browser, World, code
from harness.play.telling.thief import URL, Thief, audited
from replays.bootstrap import now_ms
from replays.encoding.identity import derived_game_id
from service.application.account_keys import PARTS, AccessRevoked
from service.application.accounts.access.actors import Actor
from service.application.accounts.passkeys.passkey import Passkey
from service.application.accounts.tokens import PasswordReplaced
from service.application.channels.push.subscription import Subscription
from service.application.channels.push.subscriptions import OWNER
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.webhooks.schedule import ChangedWebhook
from service.application.channels.webhooks.webhook import Webhook
from service.application.games.lists.collecting.collection import Collection, CollectionVisibility
from service.application.grants.registry import KINDS, NO_GRANTS
from service.application.i18n.pages.account import DEEDS

EMAIL = "ann@example.org"
KINDS_BY_NAME = {kind.name: kind for kind in KINDS}
SECRETS = {
    b"player id": "an id is no secret",
    b"player token": "token",
    b"further token": "token",
    b"nobody": "the id of an account that does not exist",
    b"e-mail": "the index of addresses",
    b"device": "device",
    b"passkey challenge": "lets in only whoever has a passkey",
    b"registered from": "a mark of an address",
    b"kingdomino calendars": "calendar",
    b"kingdomino webhooks": "webhook",
    b"kingdomino invitations": "invitation",
    b"kingdomino links": "the links in e-mails: email and reset",
    b"kingdomino unsubscribe": "stops e-mails and nothing else, for years: mail programs need it (RFC 8058)",
    b"kingdomino tokens": "the key of tokens, itself never shown",
    b"kingdomino cursors": "a place in a list",
    b"kingdomino push": "the service's own key pair for push services",
    b"kingdomino storage": "a mark of an address",
    b"kingdomino log": "the key that signs the checkpoints of the public log",
}
"""Every purpose for which a secret is derived from the server's key: the kind of grant, or why it is none."""


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def ann(world: World) -> Browser:
    """Give the browser of the owner."""
    browser = world.browser()
    browser.member(EMAIL)
    return browser


@pytest.fixture
def thief(world: World, ann: Browser) -> Thief:
    """Give the thief of her session."""
    return Thief(world, ann, EMAIL)


def working(grants: dict[str, Callable[[], bool]]) -> set[str]:
    """The kinds of the grants that work."""
    return {name for name, works in grants.items() if works()}


def test_every_part_of_an_account_is_declared() -> None:
    """A new part of an account has its grants in the registry, or a reason why it has none."""
    holding = {part for kind in KINDS for part in kind.parts}
    assert holding | NO_GRANTS.keys() == set(PARTS)
    assert not holding & NO_GRANTS.keys()


def test_every_derived_secret_is_declared() -> None:
    """A new kind of link or token that is derived from the server's key is found here."""
    texts = [path.read_text("utf-8") for path in Path(service.__file__).parent.rglob("*.py")]
    found = {
        match.encode()
        for text in texts
        for match in re.findall(r'(?:derive|hmac\.digest)\([^()]*?b"([a-z][a-z -]*)(?:\\0)?"', text)
        + re.findall(r'PURPOSE = b"([^"]+)"', text, re.MULTILINE)
    }
    assert found == SECRETS.keys()


def test_every_kind_has_words_and_entries() -> None:
    """A kind has a title, and entries for its creation and its end, each with words."""
    for kind in KINDS:
        assert str(kind.title)
        assert kind.made
        assert kind.ended
        assert {deed.value for deed in (*kind.made, *kind.ended)} <= DEEDS.keys()


@pytest.mark.slow
def test_a_reset_ends_what_a_thief_set_up(world: World, ann: Browser, thief: Thief) -> None:
    """Grants of every kind work before the reset and none afterwards; the audit has each of them."""
    grants = thief.create()
    assert grants.keys() == KINDS_BY_NAME.keys()
    assert working(grants) == KINDS_BY_NAME.keys()
    assert ann.ask("POST", "/session/reset", {"email": EMAIL}).status_code == 202
    link = thief.link(EMAIL)
    new = {"password": "nine yellow lanterns"}
    assert ann.ask("POST", f"/session/reset/{link}", new).status_code == 201
    assert working(grants) == set()
    told = set(audited(ann))
    for kind in KINDS:
        assert told & {deed.value for deed in kind.made}, kind.name
        assert told & {deed.value for deed in kind.ended}, kind.name
    assert not world.services.storage.usage(thief.player).used > 1000
    counted = world.services.grants.of(world.services.tokens.authenticate(_session(ann)))  # type: ignore[arg-type]
    assert {each.kind.name for each in counted} == {"invitation", "device"}
    assert world.services.collections.of(thief.player)[0].title == "“Theirs”"


def _session(browser: Browser) -> str:
    cookie = browser.client.get_cookie("kingdomino_session")
    assert cookie is not None
    return str(cookie.value)


@pytest.mark.slow
def test_a_changed_password_ends_them_if_its_owner_wants_it(ann: Browser, thief: Thief) -> None:
    """By default programs, webhooks and links go on; the session of the change stays."""
    grants = thief.create()
    change = {"email": EMAIL, "password": "nine yellow lanterns", "current": PASSWORD}
    assert ann.ask("PUT", "/me/password", change).status_code == 204
    shared = {"session"}  # the thief's session is a copy of the one that makes the change
    assert working(grants) == KINDS_BY_NAME.keys() - {"email", "reset"}
    again = {**change, "current": change["password"], "password": OTHER, "end_grants": True}
    assert ann.ask("PUT", "/me/password", again).status_code == 204
    assert working(grants) == shared


@pytest.mark.slow
@pytest.mark.parametrize(("keep", "left"), [("current", {"session"}), ("none", set())])
def test_signing_out_everywhere_ends_them_if_its_owner_wants_it(
    ann: Browser, thief: Thief, keep: str, left: set[str]
) -> None:
    """With `end_grants` nothing is left but the session that stays."""
    grants = thief.create()
    assert ann.ask("DELETE", f"/me/sessions?keep={keep}&end_grants=true").status_code == 204
    assert working(grants) == left


@pytest.mark.slow
def test_a_new_address_ends_them_when_it_is_confirmed(ann: Browser, thief: Thief) -> None:
    """The choice is stored with the proposed address, and takes effect with it."""
    calendar = thief.calendar()
    body = {"email": "new@example.org", "password": OTHER, "current": PASSWORD, "end_grants": True}
    assert ann.ask("PUT", "/me/password", body).status_code == 202
    link = thief.link("new@example.org")
    assert calendar()
    assert ann.ask("POST", f"/session/verify/{link}").status_code == 204
    assert not calendar()


def test_a_guest_keeps_the_last_way_in(world: World) -> None:
    """Nobody could sign in again."""
    guest = world.browser()
    guest.guest()
    assert code(guest.ask("DELETE", "/me/sessions?keep=none&end_grants=true")) == (409, "token/last")
    assert guest.ask("DELETE", "/me/sessions?end_grants=true").status_code == 204
    assert guest.who()["name"] == "Ann"


@pytest.mark.slow
def test_a_request_admitted_before_the_end_creates_nothing_after_it(world: World, thief: Thief) -> None:
    """Every script that creates a grant checks the session or token that is behind it."""
    parts, player = world.services, thief.player
    access = parts.tokens.authenticate(_session(thief.browser))
    assert access is not None
    hook = derived_game_id("webhook")
    parts.webhooks.add(player, hook, URL, None)
    parts.sessions.end_all(access, Actor(), here=True)
    parts.webhooks.webhooks.add(player, hook, Webhook(URL, None, 0))  # the owner's own
    late, id_ = Actor(access.token), derived_game_id("late")
    collection = Collection(id_, "x", CollectionVisibility.LINK, 1, "key")
    subscription = Subscription(URL, "", "", access.token, "", "", 1)
    tries: list[Callable[[], Any]] = [
        lambda: parts.webhooks.add(player, id_, URL, None, late),
        lambda: parts.webhooks.rotate(player, hook, "", late),
        lambda: parts.webhooks.webhooks.change(Target(WEBHOOK, player, hook), ChangedWebhook, by=late),
        lambda: parts.browsers.add(player, subscription, late),
        lambda: parts.calendars.renew(player, "", 1, late),
        lambda: parts.collections.create(player, collection, "", late),
        lambda: parts.tokens.issue(player, "late", None, 1, by=late),
        lambda: parts.passkeys.stored.add(player, Passkey("late", "AAAA", "AAAA", 0, 1), None, None, late),
        lambda: world.sessions.set_password(access, "eve@x.org", OTHER, PASSWORD, "", now_ms(), late),
    ]
    for attempt in tries:
        with pytest.raises(AccessRevoked):
            attempt()
    with pytest.raises(PasswordReplaced):
        parts.tokens.begin_session(player, "browser", 1, "the hash of an old password")


@pytest.mark.slow
def test_links_of_others_at_the_table_stay(world: World, ann: Browser, thief: Thief) -> None:
    """A key names the player who gave it, so only the keys of the account that is reset end."""
    ben = world.browser()
    ben.guest("Ben")
    made: Any = ann.ask("POST", "/games", {"players": 3, "visibility": "private"}).json
    path = f"/games/{made['id']}"
    given: Any = ann.ask("GET", f"{path}/invitation").json
    assert ben.ask("POST", f"{path}/seats?invitation={given['key']}", {}).status_code == 201
    from_ben: Any = ben.ask("GET", f"{path}/invitation").json
    old = world.services.visibility.key(world.services.tables.match(made["id"]))
    stranger = world.browser()

    def sees(key: str) -> bool:
        return stranger.ask("GET", f"{path}?invitation={key}").status_code == 200

    assert [sees(key) for key in (given["key"], from_ben["key"], old)] == [True] * 3
    assert ann.ask("DELETE", "/me/sessions?end_grants=true").status_code == 204
    assert [sees(key) for key in (given["key"], from_ben["key"], old)] == [False, True, False]
    again: Any = ann.ask("GET", f"{path}/invitation").json
    assert sees(again["key"])
    assert ann.ask("GET", path).status_code == ben.ask("GET", path).status_code == 200
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert not sees(given["key"])
    assert not sees(old)
    assert thief.player


@pytest.mark.slow
@pytest.mark.parametrize("way", ["sign out", "password", "reset"])
def test_ended_browsers_leave_nothing_behind(world: World, ann: Browser, thief: Thief, way: str) -> None:
    """Otherwise an account that adds browsers and ends them together would fill the store."""
    shown = thief.push()
    assert shown()
    if way == "sign out":
        assert ann.ask("DELETE", "/me/sessions?end_grants=true").status_code == 204
    elif way == "password":
        change = {"email": EMAIL, "password": OTHER, "current": PASSWORD, "end_grants": True}
        assert ann.ask("PUT", "/me/password", change).status_code == 204
    else:
        assert ann.ask("POST", "/session/reset", {"email": EMAIL}).status_code == 202
        new = {"password": "nine yellow lanterns"}
        assert ann.ask("POST", f"/session/reset/{thief.link(EMAIL)}", new).status_code == 201
    assert not shown()
    assert world.store.keys(OWNER.format("*")) == []
