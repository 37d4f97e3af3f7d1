"""Signing in, from guest to forgotten password, on the application with an in-memory store."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from harness.play.signing_in import OTHER, PASSWORD, Browser, World, code
from replays.store.scripts import Script
from service.application.account_keys import uses_key
from service.application.accounts.access.invitations import ENDED
from service.application.accounts.credentials.passwords import Passwords
from service.application.accounts.tokens import MOST
from service.application.mail.kinds import CONFIRM_MS, RESET_MS
from service.application.mail.outbox import INDEX
from service.application.quotas.throttle import LIMITS, Attempt

ANN = "ann@example.org"
UNKNOWN_LINK = (404, "link/unknown")
WRONG = (401, "auth/wrong")


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
    """Give a browser."""
    return world.browser()


@pytest.fixture
def argon2(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the list of password operations, filled as they happen."""
    done: list[str] = []

    def noted(name: str) -> Callable[..., Any]:
        real = getattr(Passwords, name)

        def call(*args: Any) -> Any:
            done.append(name)
            return real(*args)

        return call

    for name in ("matches", "hashed"):
        monkeypatch.setattr(Passwords, name, noted(name))
    return done


def password(browser: Browser, email: str, new: str, current: str | None = None) -> tuple[int, str | None]:
    """The status and code of a request for an e-mail and a password."""
    body = {"email": email, "password": new} | ({"current": current} if current else {})
    return code(browser.ask("PUT", "/me/password", body))


def exported(browser: Browser) -> tuple[Any, Any]:
    """The e-mail and proposed e-mail in the export of the signed-in player."""
    document: Any = browser.ask("GET", "/me/export").json
    return document["email"], document["proposed_email"]


def reset_token(world: World, email: str = ANN) -> str:
    """The token in an e-mail with a link to reset the password."""
    assert world.browser().ask("POST", "/session/reset", {"email": email}).status_code == 202
    return world.message(email)[1]


def test_a_guest_becomes_a_member(world: World, ann: Browser) -> None:
    """Id, name and session stay; nothing changes before the link is followed."""
    player = ann.guest("Ann")
    guest = {"id": player, "name": "Ann", "guest": True, "email": None, "verified": False}
    assert ann.who() == guest
    assert password(ann, ANN, PASSWORD) == (202, None)
    assert ann.who() == {**guest, "email": ANN}
    assert code(world.browser().sign_in(ANN)) == WRONG
    message, token = world.message(ANN)
    assert "{link}" in message.text
    assert "Ann" in message.text
    assert token.startswith(f"{player}.")
    assert ann.ask("POST", f"/session/verify/{token}").status_code == 204
    assert ann.who() == {**guest, "guest": False, "email": ANN, "verified": True}
    other = world.browser()
    assert other.sign_in("ANN@Example.ORG").json == {"id": player, "name": "Ann"}
    assert other.who() == ann.who()
    assert world.messages() == []


def test_a_link_works_once_and_not_for_ever(world: World, ann: Browser) -> None:
    """Second uses, older or cut links, and those of another player are unknown."""
    player = ann.guest()
    password(ann, ANN, PASSWORD)
    _, old = world.message(ANN)
    password(ann, ANN, PASSWORD)
    _, new = world.message(ANN)
    stranger = world.browser().guest("Bob")
    for token in (old, new[:-1], new + "0", new.replace(player, stranger), "x", "..", f"{player}."):
        assert code(ann.ask("POST", f"/session/verify/{token}")) == UNKNOWN_LINK
    assert 0 < world.store.pttl(f"{{player:{player}}}:proposal") <= CONFIRM_MS
    assert ann.ask("POST", f"/session/verify/{new}").status_code == 204
    assert code(ann.ask("POST", f"/session/verify/{new}")) == UNKNOWN_LINK
    reset_token(world)
    assert 0 < world.store.pttl(f"{{player:{player}}}:reset") <= RESET_MS


def test_an_address_belongs_to_who_can_read_its_emails(world: World, ann: Browser) -> None:
    """A player who only claims the address neither blocks its owner nor signs in with it."""
    mallory = world.browser()
    mallory.guest("Mallory")
    assert password(mallory, ANN, OTHER) == (202, None)
    world.message(ANN)
    ann.member(ANN)
    assert code(world.browser().sign_in(ANN, OTHER)) == WRONG
    assert world.browser().sign_in(ANN, PASSWORD).status_code == 201


def test_nothing_says_that_an_address_is_taken(world: World, ann: Browser) -> None:
    """A claimant sees the usual response; the owner gets an e-mail without a link."""
    ann.member(ANN)
    mallory = world.browser()
    mallory.guest("Mallory")
    assert password(mallory, ANN, OTHER) == (202, None)
    assert (mallory.who()["email"], mallory.who()["verified"]) == (ANN, False)
    ((_, message),) = world.messages()
    assert (message.to, "{link}" in message.text) == (ANN, False)
    assert code(world.browser().sign_in(ANN, OTHER)) == WRONG


def test_two_claim_one_address_and_both_follow_their_links(world: World, ann: Browser) -> None:
    """The first confirmation gets the address; the second is refused."""
    bob = world.browser()
    ann.guest("Ann")
    bob.guest("Bob")
    password(ann, ANN, PASSWORD)
    _, first = world.message(ANN)
    password(bob, "Ann@example.org", OTHER)
    _, second = world.message("Ann@example.org")
    assert ann.ask("POST", f"/session/verify/{first}").status_code == 204
    assert code(bob.ask("POST", f"/session/verify/{second}")) == (409, "email/taken")
    assert world.browser().sign_in(ANN, PASSWORD).json == {"id": ann.who()["id"], "name": "Ann"}


def test_an_entry_that_a_dead_process_left_stands_in_nobodys_way(world: World, ann: Browser) -> None:
    """An index entry of an account without that e-mail is ignored and can be replaced."""
    ghost = world.browser()
    lost = ghost.member(ANN, "Ghost")
    world.store.hdel(f"{{player:{lost}}}:credentials", "email")
    assert code(world.browser().sign_in(ANN)) == WRONG
    player = ann.member(ANN)
    assert world.browser().sign_in(ANN).json == {"id": player, "name": "Ann"}


def test_changing_the_password(world: World, ann: Browser, argon2: list[str]) -> None:
    """It needs the current password but no e-mail; existing reset links become void."""
    ann.member(ANN)
    token = reset_token(world)
    assert password(ann, ANN, OTHER) == (403, "password/wrong")
    assert password(ann, ANN, OTHER, OTHER) == (403, "password/wrong")
    assert world.browser().sign_in(ANN).status_code == 201
    argon2.clear()
    assert password(ann, ANN, OTHER, PASSWORD) == (204, None)
    assert argon2 == ["matches", "hashed"]
    assert code(world.browser().sign_in(ANN, PASSWORD)) == WRONG
    assert world.browser().sign_in(ANN, OTHER).status_code == 201
    assert code(ann.ask("POST", f"/session/reset/{token}", {"password": PASSWORD})) == UNKNOWN_LINK


def test_a_newer_password_counts(world: World, ann: Browser) -> None:
    """A change of e-mail requested with the previous password can no longer be confirmed."""
    new = "lee@example.net"
    ann.member(ANN)
    assert password(ann, new, "nine narrow bridges", PASSWORD) == (202, None)
    _, token = world.message(new)
    assert password(ann, ANN, OTHER, PASSWORD) == (204, None)
    assert code(ann.ask("POST", f"/session/verify/{token}")) == UNKNOWN_LINK
    assert world.browser().sign_in(ANN, OTHER).status_code == 201


@pytest.mark.slow
def test_changing_the_email(world: World, ann: Browser) -> None:
    """The old e-mail works until the new one is confirmed; then it gets a message and is free for others."""
    new = "lee@example.net"
    player = ann.member(ANN)
    assert password(ann, new, OTHER) == (403, "password/wrong")
    assert password(ann, new, OTHER, PASSWORD) == (202, None)
    assert world.browser().sign_in(ANN, PASSWORD).status_code == 201
    assert (ann.who()["email"], ann.who()["verified"]) == (ANN, True)
    _, token = world.message(new)
    assert ann.ask("POST", f"/session/verify/{token}").status_code == 204
    farewell, _ = world.message(ANN)
    assert "{link}" not in farewell.text
    assert new not in farewell.text
    assert code(world.browser().sign_in(ANN, PASSWORD)) == WRONG
    assert world.browser().sign_in(new, OTHER).json == {"id": player, "name": "Ann"}
    assert world.browser().member(ANN, "Bob") != player


@pytest.mark.parametrize(
    ("email", "new", "refusal"),
    [
        ("ann", PASSWORD, "email/invalid"),
        ("ann@example.org\nBcc: x@y", PASSWORD, "email/invalid"),
        (ANN, "short", "password/weak"),
        (ANN, "1234567890", "password/weak"),
        (ANN, "the great Annabel", "password/weak"),
        ("queen@example.org", "long live the queen", "password/weak"),
        (ANN, 7, "request/invalid"),
        (ANN, "x" * 900, "request/invalid"),
    ],
)
def test_what_cannot_be_signed_in_by(
    ann: Browser, argon2: list[str], email: str, new: Any, refusal: str
) -> None:
    """The request is refused before anything is hashed or stored; no response contains the password."""
    world = ann.world
    uses = uses_key(ann.guest("Annabel"))
    before = world.everything(uses)
    answer = ann.ask("PUT", "/me/password", {"email": email, "password": new})
    assert code(answer) == (422, refusal)
    assert isinstance(new, int) or new.encode() not in answer.data
    assert (world.everything(uses), argon2) == (before, [])


def test_a_forgotten_password(world: World, ann: Browser) -> None:
    """The link sets a new password, signs in, and ends all other sessions, tokens and older links."""
    player = ann.member(ANN)
    bot = ann.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert bot is not None
    old, token = reset_token(world), reset_token(world)
    here = world.browser()
    assert code(here.ask("POST", f"/session/reset/{old}", {"password": OTHER})) == UNKNOWN_LINK
    assert code(here.ask("POST", f"/session/reset/{token}", {"password": "short"})) == (422, "password/weak")
    assert here.ask("POST", f"/session/reset/{token}", {"password": OTHER}).json == {
        "id": player,
        "name": "Ann",
    }
    assert here.who()["email"] == ANN
    assert ann.who() == "auth/unknown-token"
    stranger = world.browser()
    assert stranger.ask("GET", "/me", Authorization=f"Bearer {bot['token']}").status_code == 401
    assert code(here.ask("POST", f"/session/reset/{token}", {"password": PASSWORD})) == UNKNOWN_LINK
    assert code(world.browser().sign_in(ANN, PASSWORD)) == WRONG
    assert world.browser().sign_in(ANN, OTHER).status_code == 201


def test_nothing_says_who_has_an_account(
    world: World, ann: Browser, argon2: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Known and unknown e-mails give the same responses, hashes, and store scripts."""
    ann.member(ANN)
    scripts: list[str] = []
    run = Script.run

    def noted(self: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        scripts.append(self._text)
        return run(self, keys, args)

    monkeypatch.setattr(Script, "run", noted)
    told = []
    for email in (ANN, "nobody@example.org"):
        argon2.clear()
        scripts.clear()
        answers = [
            world.browser().sign_in(email, OTHER),
            world.browser().ask("POST", "/session/reset", {"email": email}),
        ]
        bodies = [(each.status_code, each.data, each.headers.get("Set-Cookie")) for each in answers]
        told.append((bodies, list(argon2), list(scripts)))
    assert told[0] == told[1]
    assert told[0][1] == ["matches"]
    messages = world.messages()
    assert sorted(message.to for _, message in messages) == ["", ANN]
    assert len({message.text for _, message in messages}) == 1
    assert world.store.zcard(INDEX) == 2


def test_a_link_for_nobody_opens_nothing(world: World, ann: Browser) -> None:
    """A token derived for an unknown e-mail is refused as well."""
    ann.guest()
    ann.ask("POST", "/session/reset", {"email": "nobody@example.org"})
    ((player, message),) = world.messages()
    token = world.links.token(player, message.id)
    assert code(ann.ask("POST", f"/session/reset/{token}", {"password": OTHER})) == UNKNOWN_LINK


def test_a_link_costs_no_hash_before_it_is_known(ann: Browser, argon2: list[str]) -> None:
    """Guessing links costs the service little."""
    token = "00000000-0000-4000-8000-000000000000." + "0" * 64
    assert code(ann.ask("POST", f"/session/reset/{token}", {"password": OTHER})) == UNKNOWN_LINK
    assert argon2 == []


@pytest.mark.slow
def test_the_oldest_session_makes_room(world: World, ann: Browser) -> None:
    """Programs' tokens are not removed for it; if there is no session to end, signing in is refused."""
    ann.member(ANN)
    first = world.browser()
    first.sign_in(ANN)
    others = [world.browser() for _ in range(MOST - 2)]
    for other in others:
        assert other.sign_in(ANN).status_code == 201
    assert first.who()["name"] == "Ann"
    assert world.browser().sign_in(ANN).status_code == 201
    assert first.who() == "auth/unknown-token"
    assert ann.who()["name"] == others[0].who()["name"] == "Ann"
    tokens = ann.ask("GET", "/me/tokens").json
    assert tokens is not None
    assert len(tokens["tokens"]) == MOST
    assert all(re.fullmatch(r"browser \d{4}-\d\d-\d\d", each["name"]) for each in tokens["tokens"])
    for each in tokens["tokens"]:
        if not each["current"]:
            ann.ask("DELETE", f"/me/tokens/{each['id']}")
    while ann.ask("POST", "/me/tokens", {"name": "bot"}).status_code == 201:
        pass
    assert code(world.browser().sign_in(ANN)) == (409, "token/too-many")


@pytest.mark.slow
@pytest.mark.parametrize("end", ["sign out", "reset"])
def test_a_session_that_ended_leaves_nothing(world: World, ann: Browser, end: str) -> None:
    """The account does not grow, however often its player signs in."""
    player = ann.member(ANN)
    before = set(world.store.hgetall(f"player:{player}"))
    for _ in range(3):
        browser = world.browser()
        browser.sign_in(ANN)
        if end == "reset":
            browser.ask("POST", f"/session/reset/{reset_token(world)}", {"password": PASSWORD})
        assert browser.ask("DELETE", "/session").status_code == 204
    assert set(world.store.hgetall(f"player:{player}")) <= {*before, ENDED.encode()}


def test_a_guest_is_made_once_for_a_key(world: World) -> None:
    """A repeated request gets the same player and session."""
    headers = {"Idempotency-Key": "b5a4f1f0-7f3f-4d0e-9d3a-1f6f0c7a2b11"}
    first = world.browser().ask("POST", "/session/guest", {"name": "Ann"}, **headers)
    again = world.browser().ask("POST", "/session/guest", {"name": "Ann"}, **headers)
    assert first.json == again.json
    tokens = [answer.headers["Set-Cookie"].partition(";")[0] for answer in (first, again)]
    assert tokens[0] == tokens[1]  # the rest is the expiry, to the second
    assert code(world.browser().ask("POST", "/session/guest", {"name": "Bob"}, **headers)) == (
        422,
        "idempotency/reused",
    )


@pytest.mark.slow
def test_erasing_takes_everything(world: World, ann: Browser) -> None:
    """E-mail, password, links and messages are deleted, the address is free, and the cookie is cleared."""
    player = ann.member(ANN)
    assert exported(ann) == (ANN, None)
    password(ann, "lee@example.org", OTHER, PASSWORD)
    world.browser().ask("POST", "/session/reset", {"email": ANN})
    assert exported(ann) == (ANN, "lee@example.org")
    assert code(ann.ask("DELETE", "/me", {"confirm": "Bob"})) == (422, "account/name")
    assert world.browser().sign_in(ANN).status_code == 201
    gone = ann.ask("DELETE", "/me", {"confirm": "Ann"})
    assert (gone.status_code, gone.headers["Set-Cookie"][:19]) == (204, "kingdomino_session=")
    keys = [key.decode() for key in world.store.scan_iter()]
    assert sorted(key for key in keys if player in key or key.startswith("email:")) == [f"player:{player}"]
    assert set(world.store.hgetall(f"player:{player}")) == {b"erased", ENDED.encode()}
    assert code(world.browser().sign_in(ANN)) == WRONG
    assert world.browser().member(ANN) != player


def test_nothing_in_the_store_lets_anybody_in(world: World, ann: Browser) -> None:
    """The store has no password, cookie or link token, and no key contains an e-mail."""
    ann.member(ANN)
    cookie = ann.client.get_cookie("kingdomino_session")
    assert cookie is not None
    asked = [world.browser().ask("POST", "/session/reset", {"email": ANN}) for _ in range(2)]
    assert [answer.data for answer in asked] == [b"", b""]
    password(ann, "lee@example.org", OTHER, PASSWORD)
    held, keys = world.everything(), b"\n".join(world.store.scan_iter())
    tokens = [world.links.token(player, message.id) for player, message in world.messages()]
    assert len(tokens) == 3
    secrets = [PASSWORD, OTHER, *(text.partition(".")[2] for text in (cookie.value, *tokens))]
    assert not [text for text in secrets if text.encode() in held]
    assert b"@" not in keys
    assert b"example" not in keys


def test_nothing_secret_is_logged(
    world: World, ann: Browser, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither requests nor errors log a password, an e-mail address or a token."""
    caplog.set_level("DEBUG")
    ann.member(ANN)
    token = reset_token(world)
    ann.sign_in(ANN, OTHER)
    ann.ask("POST", f"/session/reset/{token}", {"password": "short"})

    def broken(*_: Any) -> Any:
        raise RuntimeError("it is broken")

    monkeypatch.setattr(Passwords, "matches", broken)
    monkeypatch.setattr(Passwords, "hashed", broken)
    assert ann.sign_in(ANN, PASSWORD).status_code == 500
    assert ann.ask("POST", f"/session/reset/{token}", {"password": OTHER}).status_code == 500
    assert ann.form(f"/reset/{token}", password=OTHER).status_code == 500
    said = caplog.text
    assert "unexpected error" in said
    assert not [text for text in (PASSWORD, OTHER, ANN, token.partition(".")[2]) if text in said]


@pytest.mark.parametrize(
    ("path", "form", "status", "words"),
    [
        ("/reset/none", None, 404, "This link was already used"),
        ("/reset/none", {"password": OTHER}, 404, "This link was already used"),
        (
            "/account/password",
            {"email": ANN, "password": "short"},
            422,
            "A password has 10 to 200 characters",
        ),
        ("/account/tokens/0/revoke", {}, 409, "This is your last token"),
        ("/account/tokens/1/revoke", {}, 404, "The account does not have this token"),
    ],
)
def test_pages_say_what_is_wrong(
    ann: Browser, path: str, form: dict[str, str] | None, status: int, words: str
) -> None:
    """Refused forms and missing pages use the words of the catalogue."""
    ann.guest()
    page = ann.client.get(path) if form is None else ann.form(path, **form)
    assert page.status_code == status
    assert words in page.text


def test_without_a_mail_server() -> None:
    """Requests that need e-mails get their own code; guests play as usual."""
    world = World(mail=False)
    try:
        ann = world.browser()
        ann.guest()
        assert password(ann, ANN, PASSWORD) == (503, "mail/not-configured")
        assert code(ann.ask("POST", "/session/reset", {"email": ANN})) == (503, "mail/not-configured")
        assert code(ann.sign_in(ANN)) == WRONG
        assert ann.ask("POST", "/games", {"players": 2}).status_code == 201
    finally:
        world.hub.close()


@pytest.fixture
def limited() -> Iterator[World]:
    """Give the application with limits and an empty store."""
    made = World(limits=True)
    yield made
    made.hub.close()


def at(world: World, address: str) -> Browser:
    """A browser at a network address."""
    browser = world.browser()
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser


TOO_OFTEN = (429, "limit/reached")
PAIR, TO = LIMITS[Attempt.SIGN_IN_PAIR], LIMITS[Attempt.SIGN_IN_TO]


@pytest.mark.slow
def test_guesses_are_limited(limited: World) -> None:
    """Limits count by address and e-mail, known or not; by account; and by e-mails sent."""
    ann = at(limited, "192.0.2.1")
    ann.member(ANN)
    thief = at(limited, "192.0.2.2")
    for email in (ANN, "nobody@example.org"):
        answers = [code(thief.sign_in(email, OTHER)) for _ in range(PAIR.most + 1)]
        assert answers == [*[WRONG] * PAIR.most, TOO_OFTEN]
    refused = thief.sign_in(ANN)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= PAIR.seconds
    tries = [password(ann, ANN, OTHER, "wrong password")[0] for _ in range(12)]
    assert tries == [*[403] * 9, 429, 429, 429]
    tries = [ann.ask("POST", "/session/reset", {"email": ANN}).status_code for _ in range(6)]
    assert tries == [*[202] * 4, 429, 429]


@pytest.mark.slow
def test_an_address_guesses_at_so_many_accounts(limited: World) -> None:
    """The limit holds even with few guesses per account."""
    most = LIMITS[Attempt.SIGN_IN_FROM].most
    thief = at(limited, "192.0.2.2")
    answers = [code(thief.sign_in(f"a{number}@example.org")) for number in range(most + 1)]
    assert answers == [*[WRONG] * most, TOO_OFTEN]


@pytest.mark.slow
def test_a_stranger_does_not_lock_the_owner_out(limited: World) -> None:
    """The owner can sign in on a new device elsewhere, and on a known device at the stranger's address."""
    owner = at(limited, "192.0.2.1")
    owner.member(ANN)
    known = at(limited, "192.0.2.1")
    assert known.sign_in(ANN).status_code == 201
    assert known.ask("DELETE", "/session").status_code == 204
    thief = at(limited, "192.0.2.66")
    assert [code(thief.sign_in(ANN, OTHER)) for _ in range(11)] == [*[WRONG] * 10, TOO_OFTEN]
    assert at(limited, "192.0.2.3").sign_in(ANN).status_code == 201
    known.client.environ_base["REMOTE_ADDR"] = "192.0.2.66"
    assert code(at(limited, "192.0.2.66").sign_in(ANN)) == TOO_OFTEN
    assert known.sign_in(ANN).status_code == 201


@pytest.mark.long
def test_many_strangers_slow_each_other_down_and_not_the_owner(limited: World) -> None:
    """Guesses from many addresses share a limit; a known device has its own."""
    owner = at(limited, "192.0.2.1")
    owner.member(ANN)
    guesses = [
        code(at(limited, f"198.51.100.{number // PAIR.most}").sign_in(ANN, OTHER))
        for number in range(TO.most + 5)
    ]
    assert guesses == [*[WRONG] * TO.most, *[TOO_OFTEN] * 5]
    refused = at(limited, "192.0.2.3").sign_in(ANN)
    assert code(refused) == TOO_OFTEN
    assert PAIR.seconds < int(refused.headers["Retry-After"]) <= TO.seconds
    assert owner.ask("DELETE", "/session").status_code == 204
    assert owner.sign_in(ANN).status_code == 201
    token = reset_token(limited)
    new = at(limited, "192.0.2.4")
    assert new.ask("POST", f"/session/reset/{token}", {"password": OTHER}).status_code == 201
    assert new.ask("DELETE", "/session").status_code == 204
    assert new.sign_in(ANN, OTHER).status_code == 201


@pytest.mark.long
def test_who_is_refused_adds_nothing_to_what_others_have(limited: World) -> None:
    """One address cannot use up the shared limit alone."""
    owner = at(limited, "192.0.2.1")
    owner.member(ANN)
    thief = at(limited, "192.0.2.2")
    for _ in range(TO.most + 5):
        assert thief.sign_in(ANN, OTHER).status_code in (401, 429)
    assert at(limited, "192.0.2.3").sign_in(ANN).status_code == 201


@pytest.mark.slow
def test_a_known_device_guesses_so_often(limited: World) -> None:
    """A known device has as many guesses as an address; a successful sign-in resets them."""
    phone = at(limited, "192.0.2.1")
    phone.member(ANN)
    assert phone.ask("DELETE", "/session").status_code == 204
    most = LIMITS[Attempt.SIGN_IN_BY].most
    for last in (PASSWORD, OTHER):
        answers = [code(phone.sign_in(ANN, OTHER)) for _ in range(most - 1)]
        assert answers == [WRONG] * (most - 1)
        answer = phone.sign_in(ANN, last)
    assert code(answer) == WRONG
    phone.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    assert code(phone.sign_in(ANN)) == TOO_OFTEN


def test_a_device_is_known_to_the_accounts_that_used_it(world: World, ann: Browser) -> None:
    """The cookie is known to no other account, cannot be forged, and signs nobody in."""
    devices = world.sessions._credentials.devices
    player = ann.member(ANN)
    cookie = ann.client.get_cookie("kingdomino_device")
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    number, mac = cookie.value.split(".")
    bob = world.browser().member("bob@example.org", "Bob")
    both = devices.with_account(cookie.value, bob, "")
    assert both == f"{number}.{both.split('.')[1]}.{mac}"
    assert [devices.known(both, each, "") for each in (player, bob)] == [number, number]
    assert devices.with_account(both, player, "").split(".")[1:] == [mac, both.split(".")[1]]
    forged = [cookie.value[:-1], f"{'0' * 32}.{mac}", f"{number}.{'0' * 32}", number, "", None, f".{mac}"]
    assert not [each for each in forged if devices.known(each, player, "")]
    assert devices.known(cookie.value, bob, "") is None
    many = cookie.value
    for other in range(20):
        many = devices.with_account(many, str(other), "")
    assert len(many.split(".")) == 1 + 8
    stranger = world.browser()
    stranger.client.set_cookie("kingdomino_device", cookie.value)
    assert stranger.who() == "auth/missing"


def test_a_guests_browser_gets_no_device_cookie(world: World, ann: Browser) -> None:
    """A guest never signs in again; a program with a token gets no cookie either."""
    ann.guest()
    assert ann.client.get_cookie("kingdomino_device") is None
    lee = world.browser()
    lee.member("lee@example.org")
    bot = lee.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert bot is not None
    body = {"email": "lee@example.org", "password": OTHER, "current": PASSWORD}
    program = {"Authorization": f"Bearer {bot['token']}"}
    changed = world.browser().ask("PUT", "/me/password", body, **program)
    assert (changed.status_code, changed.headers.getlist("Set-Cookie")) == (204, [])


def proposed(world: World, browser: Browser, email: str = ANN, new: str = PASSWORD) -> str:
    """The token of the link that confirms this account's request."""
    assert password(browser, email, new)[0] == 202
    return world.message(email)[1]


def test_who_confirms_an_email_has_the_account(world: World, ann: Browser) -> None:
    """A stranger's password does not get attached to an address by its owner following the link."""
    mallory, bob = world.browser(), world.browser()
    mallory.guest("Mallory")
    token = proposed(world, mallory, ANN, OTHER)
    for victim in (ann, bob):
        assert code(victim.ask("POST", f"/session/verify/{token}")) == (403, "email/unproven")
        assert code(victim.ask("POST", f"/session/verify/{token}", {"password": ""})) == (
            403,
            "email/unproven",
        )
        wrong = victim.ask("POST", f"/session/verify/{token}", {"password": PASSWORD})
        assert code(wrong) == (403, "password/wrong")
        victim.guest()  # the second time round with an own account, which proves nothing
        assert code(victim.ask("POST", f"/session/verify/{token}")) == (403, "email/unproven")
    assert code(world.browser().sign_in(ANN, OTHER)) == WRONG
    assert mallory.who()["verified"] is False
    own = proposed(world, ann, ANN, PASSWORD)
    assert ann.ask("POST", f"/session/verify/{own}").status_code == 204
    assert code(mallory.ask("POST", f"/session/verify/{token}")) == (409, "email/taken")


@pytest.mark.parametrize("proof", ["session", "token", "password"])
def test_what_proves_an_account(world: World, ann: Browser, proof: str) -> None:
    """The account's session, one of its tokens, or the chosen password proves it, on any device."""
    ann.guest()
    bot = ann.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert bot is not None
    token = proposed(world, ann)
    path = f"/session/verify/{token}"
    if proof == "session":
        answer = ann.ask("POST", path)
    elif proof == "token":
        answer = world.browser().ask("POST", path, Authorization=f"Bearer {bot['token']}")
    else:
        answer = world.browser().ask("POST", path, {"password": PASSWORD})
    assert answer.status_code == 204
    assert ann.who()["verified"]
    assert ("kingdomino_device" in str(answer.headers)) == (proof != "token")


def test_passwords_at_a_link_are_counted(limited: World) -> None:
    """The receiver of the e-mail has a limited number of guesses, which does not lock out the requester."""
    ann, thief = at(limited, "192.0.2.1"), at(limited, "192.0.2.2")
    ann.guest()
    path = f"/session/verify/{proposed(limited, ann)}"
    most = LIMITS[Attempt.CONFIRM_OF].most
    answers = [code(thief.ask("POST", path, {"password": OTHER})) for _ in range(most + 1)]
    assert answers == [*[(403, "password/wrong")] * most, TOO_OFTEN]
    assert code(thief.ask("POST", path, {"password": PASSWORD})) == TOO_OFTEN
    assert ann.ask("POST", path).status_code == 204


@pytest.mark.slow
def test_a_reset_voids_what_waits_to_be_confirmed(world: World, ann: Browser) -> None:
    """A confirmation voids reset links as well: older requests never take effect afterwards."""
    ann.member(ANN)
    assert password(ann, "lee@example.org", OTHER, PASSWORD) == (202, None)
    _, confirm = world.message("lee@example.org")
    reset = reset_token(world)
    here = world.browser()
    assert here.ask("POST", f"/session/reset/{reset}", {"password": "nine narrow bridges"}).status_code == 201
    for browser in (here, ann):
        answer = browser.ask("POST", f"/session/verify/{confirm}", {"password": OTHER})
        assert code(answer) == UNKNOWN_LINK
    assert password(here, "lee@example.org", OTHER, "nine narrow bridges") == (202, None)
    _, confirm = world.message("lee@example.org")
    reset = reset_token(world)
    assert here.ask("POST", f"/session/verify/{confirm}").status_code == 204
    assert code(here.ask("POST", f"/session/reset/{reset}", {"password": PASSWORD})) == UNKNOWN_LINK


def tokens_of(browser: Browser) -> list[tuple[str, bool]]:
    """The name and kind of each token of the signed-in player."""
    answer: Any = browser.ask("GET", "/me/tokens").json
    return [(each["name"].partition(" ")[0], each["session"]) for each in answer["tokens"]]


@pytest.mark.slow
@pytest.mark.parametrize("by", ["browser", "program"])
def test_a_changed_password_ends_the_other_sessions(world: World, ann: Browser, by: str) -> None:
    """All other sessions end, the guest's first one too; programs' tokens stay and are listed."""
    player = ann.member(ANN)
    bot = ann.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert bot is not None
    other, here = world.browser(), world.browser()
    for browser in (other, here):
        assert browser.sign_in(ANN).status_code == 201
    program = {"Authorization": f"Bearer {bot['token']}"} if by == "program" else {}
    body = {"email": ANN, "password": OTHER, "current": PASSWORD}
    assert here.ask("PUT", "/me/password", body, **program).status_code == 204
    assert [browser.who() for browser in (ann, other)] == ["auth/unknown-token"] * 2
    if by == "program":
        assert here.who() == "auth/unknown-token"
        assert here.sign_in(ANN, OTHER).status_code == 201
    assert here.who()["id"] == player
    assert tokens_of(here) == [("bot", False), ("browser", True)]
    fields: list[Any] = world.store.hkeys(f"player:{player}")
    names = [name for name in fields if name.startswith(b"token-name:")]
    assert len(names) == 2


@pytest.mark.slow
def test_a_failed_change_ends_nothing(world: World, ann: Browser) -> None:
    """A wrong password or an unconfirmed e-mail signs nobody out."""
    ann.member(ANN)
    other = world.browser()
    other.sign_in(ANN)
    assert password(ann, ANN, OTHER, OTHER) == (403, "password/wrong")
    assert password(ann, "lee@example.org", OTHER, PASSWORD) == (202, None)
    assert other.who()["name"] == "Ann"
    _, token = world.message("lee@example.org")
    assert ann.ask("POST", f"/session/verify/{token}").status_code == 204
    assert other.who() == "auth/unknown-token"
    assert ann.who()["email"] == "lee@example.org"


def test_a_first_password_ends_nothing(world: World, ann: Browser) -> None:
    """A guest who confirms on the phone stays signed in in the first browser."""
    ann.guest()
    token = proposed(world, ann)
    phone = world.browser()
    assert phone.ask("POST", f"/session/verify/{token}", {"password": PASSWORD}).status_code == 204
    assert ann.who()["verified"]


@pytest.mark.slow
def test_the_pages_ask_for_proof_and_say_who_is_signed_out(world: World, ann: Browser) -> None:
    """The form asks for a password if the browser is not signed in to the account."""
    ann.guest()
    token = proposed(world, ann)
    path, stranger = f"/verify/{token}", world.browser()
    assert 'type="password"' not in ann.client.get(path).text
    assert 'type="password"' in stranger.client.get(path).text
    assert code(ann.ask("GET", "/session"))[0] == 200
    refused = stranger.form(path)
    assert refused.status_code == 403
    assert "Write the password that was chosen with this e-mail address" in refused.text
    assert "This is not the right password." in stranger.form(path, password=OTHER).text
    assert "This is longer than 800 characters." in stranger.form(path, password="x" * 900).text
    done = ann.form(path)
    assert (done.status_code, done.headers["Location"]) == (303, "/account?done=confirmed")
    ann.ask("POST", "/me/tokens", {"name": "bot"})
    changed = ann.form("/account/password", email=ANN, password=OTHER, current=PASSWORD)
    page = ann.client.get(changed.headers["Location"]).text
    assert "Your password is changed, and every other browser is signed out." in page
    assert "1 program with a token of its own stays signed in." in page
    assert "program with a token" not in ann.client.get("/account").text
    moved = ann.form("/account/password", email="lee@example.org", password=PASSWORD, current=OTHER)
    assert moved.headers["Location"] == "/account?done=letter"
    _, token = world.message("lee@example.org")
    done = world.browser().form(f"/verify/{token}", password=PASSWORD)
    assert done.headers["Location"] == "/sign-in?done=confirmed-anew"


def test_the_box_that_ends_grants_is_kept_and_what_it_did_is_said(world: World, ann: Browser) -> None:
    """A wrong password does not clear the box; signing out everywhere says that grants ended too."""
    ann.member(ANN)
    wrong = {"email": ANN, "password": OTHER, "current": "no such password"}
    box = re.compile(r'<input type="checkbox" id="(.+?)-grants"[^>]*( checked)>')
    assert box.findall(ann.form("/account/password", **wrong).text) == []
    assert box.findall(ann.form("/account/password", **wrong, end_grants="true").text) == [
        ("password", " checked")
    ]
    left = ann.form("/account/sign-out/everywhere", end_grants="true")
    assert left.headers["Location"] == "/sign-in?done=everywhere-all"
    said = "You are signed out everywhere, and everything else that lasted has ended."
    assert said in world.browser().client.get(left.headers["Location"]).text
