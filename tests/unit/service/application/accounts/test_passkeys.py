"""Passkeys, on the application with an in-memory store and an authenticator in software."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from harness.play.authenticator import Authenticator
from harness.play.signing_in import OTHER, PASSWORD, Browser, World, code
from replays.bootstrap import now_ms
from service.application.accounts.access.actors import SERVICE
from service.application.accounts.passkeys.ceremonies import LONGEST_KEY
from service.application.accounts.passkeys.challenges import LASTS_MS, REMEMBERED_MS, SIGN_IN, USED
from service.application.accounts.passkeys.passkey import MOST, Passkey, RelyingParty
from service.application.accounts.sessions import GuessSource
from service.application.accounts.tokens import PasswordReplaced
from service.application.problem import Problem
from service.application.quotas.throttle import LIMITS, Attempt

ANN = "ann@example.org"
EXPIRED, REFUSED = (409, "passkey/expired"), (401, "passkey/refused")
INVALID = (422, "passkey/invalid")


@pytest.fixture(scope="module")
def shared() -> Iterator[World]:
    """Give the application, created once."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def world(shared: World) -> World:
    """Give the application with an empty store."""
    shared.store.flushall()
    return shared


@pytest.fixture
def ann(world: World) -> Browser:
    """Give a browser in which a guest is signed in."""
    browser = world.browser()
    browser.guest()
    return browser


def to_add(browser: Browser, current: str | None = None) -> Any:
    """The options for a new passkey."""
    answer = browser.ask("POST", "/me/passkeys/options", {"current": current})
    assert answer.status_code == 200, answer.data
    return answer.json and answer.json["options"]


def add(
    browser: Browser, key: Authenticator, current: str | None = None, name: str = "phone"
) -> tuple[int, str | None]:
    """The status and code of adding this passkey."""
    made = key.create(to_add(browser, current))
    return code(browser.ask("POST", "/me/passkeys", {"name": name, "credential": made}))


def to_sign_in(browser: Browser) -> Any:
    """The options for signing in."""
    answer: Any = browser.ask("POST", "/session/passkey/options").json
    return answer["options"]


def sent(browser: Browser, credential: Any) -> tuple[int, str | None]:
    """The status and code of signing in with this credential."""
    return code(browser.ask("POST", "/session/passkey", {"credential": credential}))


def sign_in(browser: Browser, key: Authenticator) -> tuple[int, str | None]:
    """The status and code of signing in."""
    return sent(browser, key.sign(to_sign_in(browser)))


def listed(browser: Browser) -> list[dict[str, Any]]:
    """The passkeys of the signed-in player."""
    answer: Any = browser.ask("GET", "/me/passkeys").json
    return list(answer["passkeys"])


def test_a_guest_signs_in_elsewhere_with_a_passkey(world: World, ann: Browser) -> None:
    """Without e-mail and password; the list, the audit and the export tell of it, and never the key."""
    key, elsewhere = Authenticator(), world.browser()
    assert add(ann, key) == (201, None)
    (before,) = listed(ann)
    assert (before["name"], before["last_used"]) == ("phone", None)
    assert sign_in(elsewhere, key) == (201, None)
    assert elsewhere.who() == ann.who()
    (after,) = listed(ann)
    assert after["last_used"] >= after["created_at"] == before["created_at"]
    export: Any = ann.ask("GET", "/me/export").json
    assert export["passkeys"] == [after]
    assert {"passkey-added", "signed-in-new-device"} <= {entry["what"] for entry in export["audit"]}


def test_a_guest_with_a_passkey_may_sign_out_of_the_last_browser(world: World, ann: Browser) -> None:
    """The passkey leads back in; without it the last token stays."""
    key = Authenticator()
    assert code(ann.ask("DELETE", "/session")) == (409, "token/last")
    assert add(ann, key) == (201, None)
    assert ann.ask("DELETE", "/session").status_code == 204
    assert sign_in(ann, key) == (201, None)
    assert code(ann.ask("DELETE", "/me/sessions?keep=none&end_grants=true")) == (409, "token/last")
    assert ann.ask("DELETE", "/me/sessions?keep=none").status_code == 204
    assert sign_in(world.browser(), key) == (201, None)


def test_an_account_with_a_password_must_give_it(world: World) -> None:
    """A copied session alone adds no way in; the owner gets an e-mail, and a reset removes the passkey."""
    ann, key = world.browser(), Authenticator()
    ann.member(ANN)
    for wrong in (None, OTHER):
        assert code(ann.ask("POST", "/me/passkeys/options", {"current": wrong})) == (403, "password/wrong")
    assert add(ann, key, PASSWORD) == (201, None)
    message, _ = world.message(ANN)
    assert str(message.subject) == "A passkey was added to your account"
    assert ann.ask("POST", "/session/reset", {"email": ANN}).status_code == 202
    _, token = world.message(ANN)
    assert ann.ask("POST", f"/session/reset/{token}", {"password": OTHER}).status_code == 201
    assert listed(ann) == []
    assert sign_in(world.browser(), key) == REFUSED


def test_a_passkey_can_be_renamed(world: World, ann: Browser) -> None:
    """By a program and on the page; it signs in as before, and only its owner can rename it."""
    key, other = Authenticator(), world.browser()
    other.guest()
    add(ann, key)
    before = listed(ann)[0]
    path = f"/me/passkeys/{before['id']}"
    answer = ann.ask("PATCH", path, {"name": "Ann's / tablet é"})
    assert (answer.status_code, answer.json) == (200, {**before, "name": "Ann's / tablet é"})
    assert listed(ann) == [answer.json]
    assert code(other.ask("PATCH", path, {"name": "mine"})) == (404, "passkey/unknown")
    assert code(ann.ask("PATCH", path, {"name": " "})) == (422, "request/invalid")
    assert sign_in(world.browser(), key) == (201, None)
    assert listed(ann)[0]["name"] == "Ann's / tablet é"
    assert listed(ann)[0]["last_used"] is not None
    renamed = ann.form(f"/account/passkeys/{before['id']}/name", name="phone")
    assert renamed.headers["Location"].endswith("done=passkey-renamed")
    assert listed(ann)[0]["name"] == "phone"
    assert 'value="phone"' in ann.client.get("/account").text


def test_a_new_password_ends_what_the_old_one_began(world: World) -> None:
    """Whoever knew the old one adds no passkey afterwards, also with a token that stays valid."""
    ann, key = world.browser(), Authenticator()
    ann.member(ANN)
    made = key.create(to_add(ann, PASSWORD))
    change = {"email": ANN, "password": OTHER, "current": PASSWORD}
    assert ann.ask("PUT", "/me/password", change).status_code == 204
    assert code(ann.ask("POST", "/me/passkeys", {"name": "phone", "credential": made})) == EXPIRED
    assert listed(ann) == []
    assert add(ann, key, OTHER) == (201, None)


def test_a_password_that_changes_meanwhile_is_noticed_as_the_passkey_is_stored(world: World) -> None:
    """The store compares it in the same step."""
    ann = world.browser()
    player = ann.member(ANN)
    stored, passkey = world.services.passkeys.stored, Passkey("phone", "AAAA", "AAAA", 0, 1)
    with pytest.raises(PasswordReplaced):
        stored.add(player, passkey, None, "another hash", SERVICE)
    assert listed(ann) == []


def test_a_removed_passkey_signs_in_no_more(world: World, ann: Browser) -> None:
    """Its sessions go on; what it has begun to sign is refused too."""
    key, elsewhere = Authenticator(), world.browser()
    add(ann, key)
    assert sign_in(elsewhere, key) == (201, None)
    late = key.sign(to_sign_in(elsewhere))
    path = f"/me/passkeys/{listed(ann)[0]['id']}"
    assert ann.ask("DELETE", path).status_code == 204
    assert code(ann.ask("DELETE", path)) == (404, "passkey/unknown")
    assert sent(elsewhere, late) == REFUSED
    assert elsewhere.who() == ann.who()


def test_a_challenge_works_once_for_its_purpose_and_session(world: World, ann: Browser) -> None:
    """A response that was recorded, or that answers a challenge for something else, is refused."""
    key, other = Authenticator(counts=False), world.browser()
    made = key.create(to_add(ann))
    other.guest("Ben")
    body = {"name": "phone", "credential": made}
    assert code(other.ask("POST", "/me/passkeys", body)) == EXPIRED
    assert code(ann.ask("POST", "/me/passkeys", body)) == (201, None)
    assert code(ann.ask("POST", "/me/passkeys", body)) == EXPIRED
    recorded = key.sign(to_sign_in(other))
    assert sent(other, recorded) == (201, None)
    assert sent(other, recorded) == EXPIRED
    assert sent(other, key.sign(to_add(ann))) == EXPIRED
    assert sent(other, key.sign({"challenge": "AAAA"})) == EXPIRED


def test_a_challenge_ends(world: World) -> None:
    """It works for five minutes; the store remembers an answered one no longer than that."""
    challenges = world.services.passkeys.challenges
    for later, works in ((0, True), (LASTS_MS - 1, True), (LASTS_MS, False)):
        assert challenges.take(challenges.issue(SIGN_IN, 10), SIGN_IN, 10 + later) is works
    kept = [world.store.pttl(key) for key in world.store.scan_iter(USED.format("*"))]
    assert len(kept) == 2
    assert all(LASTS_MS < left <= REMEMBERED_MS for left in kept)


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://localhost.example.org"},
        {"party": "example.org"},
        {"verifies": False},
        {"player": "AAAA"},
        {"player": ""},
    ],
    ids=["origin", "party", "unverified", "player", "nobody"],
)
def test_a_response_for_somebody_else_is_refused(world: World, ann: Browser, change: dict[str, Any]) -> None:
    """Of a page of another site, for another service, without a fingerprint or PIN, for no player."""
    key = Authenticator()
    add(ann, key)
    for name, value in change.items():
        setattr(key, name, value)
    assert sign_in(world.browser(), key) == REFUSED


@pytest.mark.parametrize("change", [{"origin": "https://x.org"}, {"party": "x.org"}, {"verifies": False}])
def test_a_passkey_of_another_site_is_not_added(ann: Browser, change: dict[str, Any]) -> None:
    """Origin, service and verification are checked when a passkey is added, too."""
    assert add(ann, Authenticator(**change)) == INVALID
    assert listed(ann) == []


def test_a_copy_of_a_passkey_is_refused(world: World, ann: Browser) -> None:
    """A number of signatures that does not grow shows that somebody else signs with the same key."""
    key = Authenticator()
    add(ann, key)
    assert [sign_in(world.browser(), key) for _ in range(2)] == [(201, None)] * 2
    key.count = 1
    assert sign_in(world.browser(), key) == REFUSED


def test_a_passkey_with_another_key_is_refused(world: World, ann: Browser) -> None:
    """Knowing the id of somebody's passkey, and the player, is not enough."""
    key = Authenticator()
    add(ann, key)
    forged = Authenticator(id=key.id, player=key.player)
    assert sign_in(world.browser(), forged) == REFUSED
    assert sign_in(world.browser(), key) == (201, None)


def test_every_maker_is_accepted_unread(ann: Browser) -> None:
    """The statement about the maker is dropped, even one that would not hold."""
    assert add(ann, Authenticator(fmt="packed")) == (201, None)


def test_a_key_takes_no_more_room_than_keys_do(ann: Browser) -> None:
    """Members that nobody reads would be stored with it, for nothing and without a quota."""
    assert add(ann, Authenticator(padding=LONGEST_KEY)) == INVALID
    assert add(ann, Authenticator(padding=LONGEST_KEY // 2)) == (201, None)


def test_a_passkey_is_added_once_and_ten_at_most(ann: Browser) -> None:
    """The options name the known ones, so that a device does not make a second one."""
    key = Authenticator()
    assert add(ann, key) == (201, None)
    assert add(ann, key) == (409, "passkey/known")
    for _ in range(MOST - 1):
        assert add(ann, Authenticator()) == (201, None)
    assert code(ann.ask("POST", "/me/passkeys/options", {})) == (409, "passkey/too-many")


@pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject"])
@pytest.mark.parametrize("text", ["", "AAAA", "§", "oWF4"])
def test_a_malformed_passkey_is_refused(ann: Browser, part: str, text: str) -> None:
    """Whatever the bytes are, the answer is a problem of the request."""
    made = Authenticator().create(to_add(ann))
    made["response"][part] = text
    answer = ann.ask("POST", "/me/passkeys", {"name": "phone", "credential": made})
    assert code(answer) in {INVALID, EXPIRED}


def test_sign_ins_from_one_address_are_limited() -> None:
    """As passwords are, but with a count of their own."""
    world = World(limits=True)
    try:
        browser, key = world.browser(), Authenticator(player="AAAA")
        most = LIMITS[Attempt.PASSKEY_FROM].most
        party = RelyingParty("localhost", "http://localhost")
        signed, source = key.sign(to_sign_in(browser)), GuessSource("192.0.2.1", None)
        for _ in range(most):
            with pytest.raises(Problem, match=r"challenge|passkey"):
                world.services.passkeys.sign_in(signed, party, source, now_ms(), SERVICE)
        with pytest.raises(Problem, match="too many attempts"):
            world.services.passkeys.sign_in(signed, party, source, now_ms(), SERVICE)
    finally:
        world.hub.close()


def test_passkeys_work_at_the_public_url_only(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """An IP address has none, and neither has another name of the machine."""
    assert to_sign_in(ann)["rpId"] == "localhost"
    monkeypatch.setitem(ann.world.app.config, "PUBLIC_URL", "http://games.localhost")
    for host in ("127.0.0.1", "[::1]", "localhost"):
        answer = ann.ask("POST", "/session/passkey/options", Host=host)
        assert code(answer) == (409, "passkey/not-here")
        assert 'id="passkey"' not in ann.client.get("/sign-in", headers={"Host": host}).text
    answer = ann.ask("POST", "/session/passkey/options", Host="games.localhost")
    assert answer.json
    assert answer.json["options"]["rpId"] == "games.localhost"


def test_the_pages_do_the_same_with_forms(world: World, ann: Browser) -> None:
    """A script fills in the credential; errors are shown on the page."""
    key, elsewhere = Authenticator(), world.browser()
    made = orjson.dumps(key.create(to_add(ann))).decode()
    answer = ann.form("/account/passkeys", name="My phone", credential=made)
    assert answer.headers["Location"] == "/account?done=passkey-added"
    page = ann.client.get("/account").text
    assert "My phone" in page
    assert "Passkey added" in page
    signed = orjson.dumps(key.sign(to_sign_in(elsewhere))).decode()
    begun = elsewhere.form("/sign-in/passkey", credential=signed, back="/games")
    assert begun.headers["Location"] == "/games"
    again = elsewhere.form("/sign-in/passkey", credential=signed)
    assert (again.status_code, "That took too long" in again.text) == (409, True)
    assert elsewhere.form("/sign-in/passkey", credential="{").status_code == 422
    path = f"/account/passkeys/{listed(ann)[0]['id']}/remove"
    assert ann.form(path).headers["Location"] == "/account?done=passkey-removed"
    assert listed(ann) == []
