"""Signing in, from a guest's name to a forgotten password, on the application with a store in memory."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from replays.outbox import INDEX
from replays.store import Script
from service.attempts import LIMITS, Attempt
from service.credentials import CONFIRM_MS, RESET_MS
from service.passwords import Passwords
from service.tokens import MOST
from tests.support.signing_in import OTHER, PASSWORD, Browser, World, code

ANN = "ann@example.org"
UNKNOWN_LINK = (404, "link/unknown")
WRONG = (401, "auth/wrong")


@pytest.fixture(scope="module")
def shared() -> Iterator[World]:
    """Give the application, made once."""
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
    """Give what passwords are checked and hashed for, as it happens."""
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
    """What comes of asking for an e-mail and a password."""
    body = {"email": email, "password": new} | ({"current": current} if current else {})
    return code(browser.ask("PUT", "/me/password", body))


def exported(browser: Browser) -> tuple[Any, Any]:
    """The e-mails in the file with all that is kept of who is signed in."""
    document: Any = browser.ask("GET", "/me/export").json
    return document["email"], document["proposed_email"]


def reset_token(world: World, email: str = ANN) -> str:
    """The token that a letter with a new link has."""
    assert world.browser().ask("POST", "/session/reset", {"email": email}).status_code == 202
    return world.letter(email)[1]


def test_a_guest_becomes_a_member(world: World, ann: Browser) -> None:
    """The id, the name and the session stay; until the link is followed everything is as it was."""
    player = ann.guest("Ann")
    guest = {"id": player, "name": "Ann", "guest": True, "email": None, "verified": False}
    assert ann.who() == guest
    assert password(ann, ANN, PASSWORD) == (202, None)
    assert ann.who() == {**guest, "email": ANN}
    assert code(world.browser().sign_in(ANN)) == WRONG
    letter, token = world.letter(ANN)
    assert "{link}" in letter.text
    assert "Ann" in letter.text
    assert token.startswith(f"{player}.")
    assert world.browser().ask("POST", f"/session/verify/{token}").status_code == 204
    assert ann.who() == {**guest, "guest": False, "email": ANN, "verified": True}
    other = world.browser()
    assert other.sign_in("ANN@Example.ORG").json == {"id": player, "name": "Ann"}
    assert other.who() == ann.who()
    assert world.letters() == []


def test_a_link_works_once_and_not_for_ever(world: World, ann: Browser) -> None:
    """A second use, an older link, a cut one, and another player's are all unknown."""
    player = ann.guest()
    password(ann, ANN, PASSWORD)
    _, old = world.letter(ANN)
    password(ann, ANN, PASSWORD)
    _, new = world.letter(ANN)
    stranger = world.browser().guest("Bob")
    for token in (old, new[:-1], new + "0", new.replace(player, stranger), "x", "..", f"{player}."):
        assert code(ann.ask("POST", f"/session/verify/{token}")) == UNKNOWN_LINK
    assert 0 < world.store.pttl(f"{{player:{player}}}:proposal") <= CONFIRM_MS
    assert ann.ask("POST", f"/session/verify/{new}").status_code == 204
    assert code(ann.ask("POST", f"/session/verify/{new}")) == UNKNOWN_LINK
    reset_token(world)
    assert 0 < world.store.pttl(f"{{player:{player}}}:reset") <= RESET_MS


def test_an_address_belongs_to_who_can_read_its_letters(world: World, ann: Browser) -> None:
    """Somebody who only claims it neither keeps it from its owner nor signs in with it."""
    mallory = world.browser()
    mallory.guest("Mallory")
    assert password(mallory, ANN, OTHER) == (202, None)
    world.letter(ANN)
    ann.member(ANN)
    assert code(world.browser().sign_in(ANN, OTHER)) == WRONG
    assert world.browser().sign_in(ANN, PASSWORD).status_code == 201


def test_nothing_says_that_an_address_is_taken(world: World, ann: Browser) -> None:
    """Who asks for it sees what everybody sees; its owner gets a letter without a link."""
    ann.member(ANN)
    mallory = world.browser()
    mallory.guest("Mallory")
    assert password(mallory, ANN, OTHER) == (202, None)
    assert (mallory.who()["email"], mallory.who()["verified"]) == (ANN, False)
    ((_, letter),) = world.letters()
    assert (letter.to, "{link}" in letter.text) == (ANN, False)
    assert code(world.browser().sign_in(ANN, OTHER)) == WRONG


def test_two_claim_one_address_and_both_follow_their_links(world: World, ann: Browser) -> None:
    """The first one has it; the second is told."""
    bob = world.browser()
    ann.guest("Ann")
    bob.guest("Bob")
    password(ann, ANN, PASSWORD)
    _, first = world.letter(ANN)
    password(bob, "Ann@example.org", OTHER)
    _, second = world.letter("Ann@example.org")
    assert ann.ask("POST", f"/session/verify/{first}").status_code == 204
    assert code(bob.ask("POST", f"/session/verify/{second}")) == (409, "email/taken")
    assert world.browser().sign_in(ANN, PASSWORD).json == {"id": ann.who()["id"], "name": "Ann"}


def test_an_entry_that_a_dead_process_left_stands_in_nobodys_way(world: World, ann: Browser) -> None:
    """Where the index leads to an account that has not the e-mail, it leads nowhere, and can be replaced."""
    ghost = world.browser()
    lost = ghost.member(ANN, "Ghost")
    world.store.hdel(f"{{player:{lost}}}:credentials", "email")
    assert code(world.browser().sign_in(ANN)) == WRONG
    player = ann.member(ANN)
    assert world.browser().sign_in(ANN).json == {"id": player, "name": "Ann"}


def test_changing_the_password(world: World, ann: Browser, argon2: list[str]) -> None:
    """It takes the present one, and needs no letter; a link to a new one is void then."""
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
    """Who had the one before, and asked for another e-mail with it, cannot confirm that any more."""
    new = "lee@example.net"
    ann.member(ANN)
    assert password(ann, new, "nine narrow bridges", PASSWORD) == (202, None)
    _, token = world.letter(new)
    assert password(ann, ANN, OTHER, PASSWORD) == (204, None)
    assert code(ann.ask("POST", f"/session/verify/{token}")) == UNKNOWN_LINK
    assert world.browser().sign_in(ANN, OTHER).status_code == 201


def test_changing_the_email(world: World, ann: Browser) -> None:
    """The old one works until the new one is confirmed; then it is told, and free for others."""
    new = "lee@example.net"
    player = ann.member(ANN)
    assert password(ann, new, OTHER) == (403, "password/wrong")
    assert password(ann, new, OTHER, PASSWORD) == (202, None)
    assert world.browser().sign_in(ANN, PASSWORD).status_code == 201
    assert (ann.who()["email"], ann.who()["verified"]) == (ANN, True)
    _, token = world.letter(new)
    assert ann.ask("POST", f"/session/verify/{token}").status_code == 204
    farewell, _ = world.letter(ANN)
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
    """It is refused before anything is hashed or written; no answer repeats a password."""
    world = ann.world
    ann.guest("Annabel")
    before = world.everything()
    answer = ann.ask("PUT", "/me/password", {"email": email, "password": new})
    assert code(answer) == (422, refusal)
    assert isinstance(new, int) or new.encode() not in answer.data
    assert (world.everything(), argon2) == (before, [])


def test_a_forgotten_password(world: World, ann: Browser) -> None:
    """The link sets another one, signs in, and turns everybody else out: browsers, bots and older links."""
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
    """Known and unknown: the same answers, as many hashes, and the same commands and scripts to the store."""
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
    letters = world.letters()
    assert sorted(letter.to for _, letter in letters) == ["", ANN]
    assert len({letter.text for _, letter in letters}) == 1
    assert world.store.zcard(INDEX) == 2


def test_a_link_for_nobody_opens_nothing(world: World, ann: Browser) -> None:
    """Also to whoever could derive it."""
    ann.guest()
    ann.ask("POST", "/session/reset", {"email": "nobody@example.org"})
    ((player, letter),) = world.letters()
    token = world.links.token(player, letter.id)
    assert code(ann.ask("POST", f"/session/reset/{token}", {"password": OTHER})) == UNKNOWN_LINK


def test_a_link_costs_no_hash_before_it_is_known(ann: Browser, argon2: list[str]) -> None:
    """Guessing links is cheap for the service, and hopeless."""
    token = "00000000-0000-4000-8000-000000000000." + "0" * 64
    assert code(ann.ask("POST", f"/session/reset/{token}", {"password": OTHER})) == UNKNOWN_LINK
    assert argon2 == []


def test_the_oldest_session_makes_room(world: World, ann: Browser) -> None:
    """An account's own tokens do not; where there is nothing else, signing in is refused."""
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


@pytest.mark.parametrize("end", ["sign out", "reset"])
def test_a_session_that_ended_leaves_nothing(world: World, ann: Browser, end: str) -> None:
    """However often somebody signs in, the account does not grow."""
    player = ann.member(ANN)
    before = set(world.store.hgetall(f"player:{player}"))
    for _ in range(3):
        browser = world.browser()
        browser.sign_in(ANN)
        if end == "reset":
            browser.ask("POST", f"/session/reset/{reset_token(world)}", {"password": PASSWORD})
        assert browser.ask("DELETE", "/session").status_code == 204
    assert set(world.store.hgetall(f"player:{player}")) <= before


def test_a_guest_is_made_once_for_a_key(world: World) -> None:
    """The same player and session again where the answer was lost."""
    headers = {"Idempotency-Key": "b5a4f1f0-7f3f-4d0e-9d3a-1f6f0c7a2b11"}
    first = world.browser().ask("POST", "/session/guest", {"name": "Ann"}, **headers)
    again = world.browser().ask("POST", "/session/guest", {"name": "Ann"}, **headers)
    assert first.json == again.json
    tokens = [answer.headers["Set-Cookie"].partition(";")[0] for answer in (first, again)]
    assert tokens[0] == tokens[1]  # the rest says when it expires, to the second
    assert code(world.browser().ask("POST", "/session/guest", {"name": "Bob"}, **headers)) == (
        422,
        "idempotency/reused",
    )


def test_erasing_takes_everything(world: World, ann: Browser) -> None:
    """E-mail, password, links and letters; the address is free, and the cookie gone."""
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
    assert world.store.hgetall(f"player:{player}") == {b"erased": b"1"}
    assert code(world.browser().sign_in(ANN)) == WRONG
    assert world.browser().member(ANN) != player


def test_nothing_in_the_store_lets_anybody_in(world: World, ann: Browser) -> None:
    """No password, no cookie, no link's token; and no key has an e-mail in it."""
    ann.member(ANN)
    cookie = ann.client.get_cookie("kingdomino_session")
    assert cookie is not None
    asked = [world.browser().ask("POST", "/session/reset", {"email": ANN}) for _ in range(2)]
    assert [answer.data for answer in asked] == [b"", b""]
    password(ann, "lee@example.org", OTHER, PASSWORD)
    held, keys = world.everything(), b"\n".join(world.store.scan_iter())
    tokens = [world.links.token(player, letter.id) for player, letter in world.letters()]
    assert len(tokens) == 3
    secrets = [PASSWORD, OTHER, *(text.partition(".")[2] for text in (cookie.value, *tokens))]
    assert not [text for text in secrets if text.encode() in held]
    assert b"@" not in keys
    assert b"example" not in keys


def test_nothing_secret_is_logged(
    world: World, ann: Browser, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when something goes wrong either."""
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
        ("/reset/none", None, 404, "This link was used already"),
        ("/reset/none", {"password": OTHER}, 404, "This link was used already"),
        (
            "/account/password",
            {"email": ANN, "password": "short"},
            422,
            "A password has 10 to 200 characters",
        ),
        ("/account/tokens/0/revoke", {}, 409, "This is your last token"),
        ("/account/tokens/1/revoke", {}, 404, "The account has no such token"),
    ],
)
def test_pages_say_what_is_wrong(
    ann: Browser, path: str, form: dict[str, str] | None, status: int, words: str
) -> None:
    """In words of the catalogue, whether a form could not be taken or there is no page at all."""
    ann.guest()
    page = ann.client.get(path) if form is None else ann.form(path, **form)
    assert page.status_code == status
    assert words in page.text


def test_without_a_mail_server() -> None:
    """What needs letters says so; guests play as ever."""
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


def test_guesses_are_limited() -> None:
    """By e-mail, by account and by letters sent; the owner's right password counts as a guess too."""
    world = World(limits=True)
    try:
        ann = world.browser()
        ann.member(ANN)
        most = LIMITS[Attempt.SIGN_IN_TO].most
        for email in (ANN, "nobody@example.org"):
            answers = [code(world.browser().sign_in(email, OTHER)) for _ in range(most + 1)]
            assert answers == [*[WRONG] * most, (429, "limit/reached")]
        refused = world.browser().sign_in(ANN)
        assert refused.status_code == 429
        assert 0 < int(refused.headers["Retry-After"]) <= LIMITS[Attempt.SIGN_IN_TO].seconds
        tries = [password(ann, ANN, OTHER, "wrong password")[0] for _ in range(12)]
        assert tries == [*[403] * 9, 429, 429, 429]
        tries = [ann.ask("POST", "/session/reset", {"email": ANN}).status_code for _ in range(6)]
        assert tries == [*[202] * 4, 429, 429]
    finally:
        world.hub.close()
