"""The last use of tokens, on an in-memory store."""

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from service.application.account_keys import profile_key, uses_key
from service.application.accounts.access.actors import FIRST
from service.application.accounts.access.last_use import STEP_MS, LastUses, Use
from service.application.accounts.players import NewPlayer, Players
from service.application.accounts.tokens import Access, LastToken, Tokens, field_of

KEY = bytes(32)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def server() -> FakeServer:
    """Give the server of the store."""
    return FakeServer()


@pytest.fixture
def store(server: FakeServer) -> FakeRedis:
    """Give an empty store."""
    return FakeRedis(server=server)


@pytest.fixture
def tokens(store: FakeRedis) -> Tokens:
    """Give tokens."""
    numbers = iter(range(1, 100))
    return Tokens(store, KEY, lambda size: next(numbers).to_bytes(size))


@pytest.fixture
def ann(store: FakeRedis) -> NewPlayer:
    """Give a new account."""
    return Players(store, KEY, lambda size: b"a" * size, lambda: 0.0).register("Ann", None, ADDRESS, 1)


def note(uses: LastUses, player: str, token: str, now: int, agent: str | None = None) -> None:
    """Record a use of the token."""
    uses.note(player, token, field_of(Access(player, token)), now, agent)


def used(tokens: Tokens, player: str) -> dict[str, Use]:
    """The last use of each token of the account."""
    return {token.id: token.use for token in tokens.of(player)}


def test_one_write_in_ten_minutes(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """The first request stores the time, rounded down; requests within the step do not use the store."""
    uses = LastUses(store)
    assert used(tokens, ann.id) == {FIRST: Use()}
    note(uses, ann.id, FIRST, 5 * STEP_MS + 7)
    assert used(tokens, ann.id) == {FIRST: Use(5 * STEP_MS)}
    store.delete(uses_key(ann.id))
    note(uses, ann.id, FIRST, 6 * STEP_MS - 1)
    assert used(tokens, ann.id) == {FIRST: Use()}
    note(uses, ann.id, FIRST, 6 * STEP_MS)
    assert used(tokens, ann.id) == {FIRST: Use(6 * STEP_MS)}


def test_a_session_is_called_by_its_first_browser(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """Only browser and system are stored from the header; a program's header is ignored."""
    uses = LastUses(store)
    session = tokens.begin_session(ann.id, "browser 2026-11-23", 4)
    note(uses, ann.id, session.id, STEP_MS, FIREFOX)
    note(uses, ann.id, session.id, 2 * STEP_MS, "curl/8")
    note(uses, ann.id, FIRST, STEP_MS)
    assert used(tokens, ann.id) == {FIRST: Use(STEP_MS), session.id: Use(2 * STEP_MS, "Firefox", "Linux")}
    assert "Gecko" not in str(store.hgetall(uses_key(ann.id)))


def test_what_ends_leaves_no_use(store: FakeRedis, tokens: Tokens, ann: NewPlayer) -> None:
    """A revoked token or ended session has no entry, even if it is used once more."""
    uses = LastUses(store)
    phone, browser = tokens.issue(ann.id, "phone", None, 2), tokens.begin_session(ann.id, "browser", 3)
    for token in (FIRST, phone.id, browser.id):
        note(uses, ann.id, token, STEP_MS, FIREFOX)
    tokens.revoke(ann.id, phone.id)
    tokens.end_sessions(ann.id, None)
    note(uses, ann.id, phone.id, 2 * STEP_MS)
    note(uses, ann.id, browser.id, 2 * STEP_MS)
    assert set(store.hkeys(uses_key(ann.id))) == {b"0", b"0:browser"}


def test_nothing_fails_by_it(server: FakeServer, store: FakeRedis, ann: NewPlayer) -> None:
    """A missing store or an account erased meanwhile raises no error, and nothing is stored."""
    uses = LastUses(store)
    server.connected = False
    note(uses, ann.id, FIRST, STEP_MS)
    server.connected = True
    store.delete(profile_key(ann.id))
    note(uses, ann.id, FIRST, 2 * STEP_MS)
    assert not store.exists(uses_key(ann.id))


def test_a_guest_keeps_the_last_way_in(tokens: Tokens, ann: NewPlayer) -> None:
    """All sessions can be ended except one, or all if a program's token stays; a guest's last ones cannot."""
    tokens.begin_first_session(ann.id, "browser 2026-11-23")
    other = tokens.begin_session(ann.id, "browser 2026-11-23", 3)
    with pytest.raises(LastToken):
        tokens.end_sessions(ann.id, None)
    assert len(tokens.of(ann.id)) == 2
    tokens.end_sessions(ann.id, Access(ann.id, other.id))
    assert [token.id for token in tokens.of(ann.id)] == [other.id]
    program = tokens.issue(ann.id, "phone", None, 4)
    tokens.end_sessions(ann.id, None)
    assert [token.id for token in tokens.of(ann.id)] == [program.id]
