"""Tokens, on an in-memory store."""

import itertools
from collections.abc import Iterator
from typing import Any, cast

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased, profile_key, token_digest
from service.application.accounts.access.actors import FIRST
from service.application.accounts.access.scopes import EVERY, Scope
from service.application.accounts.players import NewPlayer, Players
from service.application.accounts.tokens import (
    FIRST_NAME,
    MARKS,
    MOST,
    Access,
    LastToken,
    TokenInfo,
    TokenKeyReused,
    Tokens,
    TooManyTokens,
    UnknownToken,
)

KEY = bytes(32)
REQUEST = "6f2c1f5e-9d53-4bb5-8f5b-0a4d7c1f3b52"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def server() -> FakeServer:
    """Give the server of the store."""
    return FakeServer()


@pytest.fixture
def store(server: FakeServer) -> FakeRedis:
    """Give an empty store."""
    return FakeRedis(server=server)


@pytest.fixture
def players(store: FakeRedis) -> Players:
    """Give players with distinct random bytes."""
    return Players(store, KEY, numbered(), lambda: 0.0)


@pytest.fixture
def tokens(store: FakeRedis) -> Tokens:
    """Give tokens with distinct random bytes."""
    return Tokens(store, KEY, numbered())


@pytest.fixture
def ann(players: Players) -> NewPlayer:
    """Give a new account."""
    return players.register("Ann", None, ADDRESS, 1)


class numbered:  # noqa: N801 - used as a function
    """A counter in place of random bytes."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def __call__(self, size: int) -> bytes:
        """Return the next number."""
        return next(self._numbers).to_bytes(size)


def everything(store: FakeRedis) -> bytes:
    """All content of the store."""
    held: list[bytes] = []
    for key in cast("Iterator[bytes]", store.scan_iter(_type="hash")):
        pairs = cast("dict[bytes, bytes]", store.hgetall(key)).items()
        held += [key, *(part for pair in pairs for part in pair)]
    return b"".join(held)


def test_a_token_names_its_player(players: Players, tokens: Tokens, ann: NewPlayer) -> None:
    """A token names its own player only; two players have different tokens."""
    bob = players.register("Ann", None, ADDRESS, 2)
    assert tokens.authenticate(ann.token) == Access(ann.id, FIRST)
    assert tokens.authenticate(bob.token) == Access(bob.id, FIRST)
    assert ann.id != bob.id


def test_a_token_is_not_in_the_store(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """Neither the token nor its secret part is stored in any form, so reading the store signs nobody in."""
    phone = tokens.issue(ann.id, "phone", None, 2)
    held = everything(store)
    for known in (ann.id, "Ann", phone.id, "phone"):
        assert known.encode() in held
    for text in (ann.token, phone.text):
        secret = text.partition(".")[2]
        for spelling in (text.encode(), secret.encode(), bytes.fromhex(secret)):
            assert spelling not in held
    kept = cast("dict[bytes, bytes]", store.hgetall(f"player:{ann.id}")).values()
    for value in kept:
        assert tokens.authenticate(f"{ann.id}.{value.decode()}") is None
        assert tokens.authenticate(f"{ann.id}.{value[:64].decode()}") is None


def test_scopes_are_kept_with_a_token(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """A token without scopes may do everything; an unknown scope grants nothing."""
    bot = tokens.issue(ann.id, "bot", REQUEST, 2, frozenset({Scope.PLAY, Scope.READ}))
    access = tokens.authenticate(bot.text)
    assert access is not None
    assert access.scopes == {Scope.READ, Scope.PLAY}
    assert tokens.issue(ann.id, "bot", REQUEST, 3, access.scopes) == bot
    with pytest.raises(TokenKeyReused):
        tokens.issue(ann.id, "bot", REQUEST, 3)
    by_name = {token.name: token.scopes for token in tokens.of(ann.id)}
    assert by_name == {FIRST_NAME: EVERY, "bot": {Scope.READ, Scope.PLAY}}
    digest = token_digest(bot.text)
    store.hset(profile_key(ann.id), f"token:{bot.id}", f"{digest} 2 conquer")
    assert tokens.authenticate(bot.text) == Access(ann.id, bot.id, frozenset())
    session = tokens.begin_session(ann.id, "browser 2026-11-23", 4)
    assert tokens.authenticate(session.text) == Access(ann.id, session.id, EVERY)


def test_a_token_has_256_bits(tokens: Tokens, ann: NewPlayer) -> None:
    """A plain hash of 256 random bits cannot be inverted by trying."""
    for text in (ann.token, tokens.issue(ann.id, "phone", None, 2).text):
        assert len(bytes.fromhex(text.partition(".")[2])) == 32


def test_wrong_tokens(players: Players, tokens: Tokens, ann: NewPlayer) -> None:
    """Cut, lengthened, malformed tokens and those of another player are invalid."""
    bob = players.register("Bob", None, ADDRESS, 2)
    secret = ann.token.partition(".")[2]
    wrong = ["", ".", ann.id, f"{ann.id}.", f".{secret}", secret, ann.token[:-1], f"{ann.token}0"]
    wrong += [f"{bob.id}.{secret}", f"{NOBODY}.{secret}", f"{ann.id.upper()}.{secret}", "\x00.\x00", "é.é"]
    wrong += [f"{{{ann.id}}}.{secret}", f"{ann.id.replace('-', '')}.{secret}", f"*.{secret}"]
    assert [tokens.authenticate(token) for token in wrong] == [None] * len(wrong)


def test_a_profile_of_before(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """The first token is stored as before there were several: its hash in the field `token`."""
    profile = cast("dict[bytes, bytes]", store.hgetall(f"player:{ann.id}"))
    assert profile.keys() == {b"name", b"token", b"created_at", b"from"}
    assert len(profile[b"token"]) == 64
    assert tokens.of(ann.id) == [TokenInfo(FIRST, FIRST_NAME, 1)]


def test_several_tokens(tokens: Tokens, ann: NewPlayer) -> None:
    """All tokens work; the list has them oldest first."""
    made = [tokens.issue(ann.id, name, None, at) for at, name in enumerate(["phone", "Ğüneş 🐉"], 2)]
    assert [tokens.authenticate(token.text) for token in made] == [Access(ann.id, t.id) for t in made]
    assert tokens.authenticate(ann.token) == Access(ann.id, FIRST)
    assert tokens.of(ann.id) == [
        TokenInfo(FIRST, FIRST_NAME, 1),
        TokenInfo(made[0].id, "phone", 2),
        TokenInfo(made[1].id, "Ğüneş 🐉", 3),
    ]


def test_the_same_request_again(store: FakeRedis, tokens: Tokens, players: Players, ann: NewPlayer) -> None:
    """It returns the same token; another name is refused, and another player gets another token."""
    phone = tokens.issue(ann.id, "phone", REQUEST, 2)
    held = everything(store)
    assert tokens.issue(ann.id, "phone", REQUEST, 3) == phone
    with pytest.raises(TokenKeyReused):
        tokens.issue(ann.id, "laptop", REQUEST, 4)
    assert everything(store) == held
    bob = players.register("Bob", None, ADDRESS, 5)
    assert tokens.issue(bob.id, "phone", REQUEST, 6).text != phone.text


@pytest.mark.parametrize("first", [True, False], ids=["the first", "a further"])
def test_a_revoked_token(tokens: Tokens, ann: NewPlayer, *, first: bool) -> None:
    """It is invalid at once, not listed, and cannot be renamed or revoked again; the other token works."""
    phone = tokens.issue(ann.id, "phone", REQUEST, 2)
    gone, left = (FIRST, phone.id) if first else (phone.id, FIRST)
    text, other = (ann.token, phone.text) if first else (phone.text, ann.token)
    assert tokens.holds(Access(ann.id, gone))
    tokens.revoke(ann.id, gone)
    assert not tokens.holds(Access(ann.id, gone))
    assert tokens.authenticate(text) is None
    assert tokens.authenticate(other) == Access(ann.id, left)
    assert [token.id for token in tokens.of(ann.id)] == [left]
    with pytest.raises(UnknownToken):
        tokens.rename(ann.id, gone, "old")
    with pytest.raises(UnknownToken):
        tokens.revoke(ann.id, gone)


def test_a_revoked_token_does_not_come_back(tokens: Tokens, ann: NewPlayer) -> None:
    """Repeating the request that created it is refused."""
    phone = tokens.issue(ann.id, "phone", REQUEST, 2)
    tokens.revoke(ann.id, phone.id)
    with pytest.raises(TokenKeyReused):
        tokens.issue(ann.id, "phone", REQUEST, 3)
    assert tokens.authenticate(phone.text) is None


@pytest.mark.slow
def test_a_hundred_revoked_tokens_are_remembered(tokens: Tokens, store: FakeRedis, ann: NewPlayer) -> None:
    """Creating and revoking tokens takes bounded space; tokens in use stay."""
    phone = tokens.issue(ann.id, "phone", REQUEST, 2)
    fields = store.hlen(profile_key(ann.id))
    for _ in range(MARKS + 20):
        tokens.revoke(ann.id, tokens.issue(ann.id, "lost", None, 3).id)
    assert store.hlen(profile_key(ann.id)) == fields + MARKS
    assert [token.id for token in tokens.of(ann.id)] == [FIRST, phone.id]
    gone = tokens.issue(ann.id, "lost", REQUEST + "2", 4)
    tokens.revoke(ann.id, gone.id)
    with pytest.raises(TokenKeyReused):
        tokens.issue(ann.id, "lost", REQUEST + "2", 5)


def test_the_last_token_stays(tokens: Tokens, ann: NewPlayer) -> None:
    """The last token cannot be revoked, whichever it is."""
    with pytest.raises(LastToken):
        tokens.revoke(ann.id, FIRST)
    phone = tokens.issue(ann.id, "phone", None, 2)
    tokens.revoke(ann.id, FIRST)
    with pytest.raises(LastToken):
        tokens.revoke(ann.id, phone.id)
    assert tokens.authenticate(phone.text) == Access(ann.id, phone.id)


def test_another_name_of_a_token(tokens: Tokens, ann: NewPlayer) -> None:
    """Nothing else about it changes."""
    phone = tokens.issue(ann.id, "phone", None, 2)
    tokens.rename(ann.id, phone.id, "tablet")
    tokens.rename(ann.id, FIRST, "laptop")
    assert tokens.of(ann.id) == [TokenInfo(FIRST, "laptop", 1), TokenInfo(phone.id, "tablet", 2)]
    assert tokens.authenticate(phone.text) == Access(ann.id, phone.id)
    for unknown in ("1", "", phone.id[:-1], f"{phone.id}:", "name"):
        with pytest.raises(UnknownToken):
            tokens.rename(ann.id, unknown, "x")


def test_as_many_tokens_as_there_may_be(tokens: Tokens, ann: NewPlayer) -> None:
    """One more is refused until one is revoked."""
    made = [tokens.issue(ann.id, "phone", None, 2) for _ in range(MOST - 1)]
    with pytest.raises(TooManyTokens):
        tokens.issue(ann.id, "phone", None, 3)
    tokens.revoke(ann.id, made[0].id)
    tokens.issue(ann.id, "phone", None, 3)
    assert len(tokens.of(ann.id)) == MOST


def test_an_erased_account_has_no_token(players: Players, tokens: Tokens, ann: NewPlayer) -> None:
    """No token works, and none can be created."""
    phone = tokens.issue(ann.id, "phone", None, 2)
    players.erase(ann.id, "Ann")
    assert [tokens.authenticate(text) for text in (ann.token, phone.text)] == [None, None]
    assert not tokens.holds(Access(ann.id, FIRST))
    for attempt in (
        lambda: tokens.of(ann.id),
        lambda: tokens.issue(ann.id, "phone", None, 3),
        lambda: tokens.rename(ann.id, FIRST, "x"),
        lambda: tokens.revoke(ann.id, phone.id),
    ):
        with pytest.raises(AccountErased):
            attempt()


def test_a_token_takes_one_read(store: FakeRedis, ann: NewPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked up with every request, so it may cost only one read of the store."""
    asked: list[object] = []
    ask: Any = store.execute_command

    def counted(*words: object, **options: object) -> object:
        asked.append(words)
        return ask(*words, **options)

    monkeypatch.setattr(store, "execute_command", counted)
    assert Tokens(store, KEY, numbered()).authenticate(ann.token)
    assert len(asked) == 1


def test_a_store_that_is_away(server: FakeServer, tokens: Tokens, ann: NewPlayer) -> None:
    """Reads raise `StoreAway`; a change that may have arrived raises `UnknownOutcome`."""
    server.connected = False
    with pytest.raises(UnknownOutcome):
        tokens.revoke(ann.id, FIRST)
    for read in (
        lambda: tokens.authenticate(ann.token),
        lambda: tokens.holds(Access(ann.id, FIRST)),
        lambda: tokens.of(ann.id),
    ):
        with pytest.raises(StoreAway):
            read()
