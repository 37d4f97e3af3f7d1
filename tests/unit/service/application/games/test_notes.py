"""Notes and seen versions of accounts, in an in-memory store."""

from collections.abc import Iterator
from typing import cast

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from replays.encoding.identity import GameId, Version
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased, notes_key, profile_key, seen_key, storage_key
from service.application.accounts.access.known import CHANGES
from service.application.accounts.naming.index import KEY as KEY_OF_NAMES
from service.application.accounts.players import Players
from service.application.games.texts.notes import Notes

ONE, TWO = (GameId(f"00000000-0000-4000-8000-00000000000{number}") for number in (1, 2))


class Site:
    """A store with two accounts."""

    def __init__(self) -> None:
        self.server = FakeServer()
        self.store = FakeRedis(server=self.server)
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.ann, self.bob = (
            self.players.register(name, name * 16, ADDRESS, 1).id for name in ("Ann", "Bob")
        )
        self.notes = Notes(self.store, storage_on(self.store))


@pytest.fixture
def site() -> Site:
    """Give a store with two accounts."""
    return Site()


@pytest.mark.slow
@given(versions=st.lists(st.integers(1, 2**53 - 1), min_size=1))
def test_what_was_seen_never_goes_back(versions: list[int]) -> None:
    """The latest version counts, in any order of reports."""
    site = Site()
    for version in versions:
        site.notes.see(site.ann, ONE, Version(version), HOME)
    assert site.notes.seen(site.ann, [ONE]) == {ONE: max(versions)}


def test_what_was_seen_is_of_one_player_and_game(site: Site) -> None:
    """Seen versions belong to one player and one game."""
    site.notes.see(site.ann, ONE, Version(3), HOME)
    assert site.notes.seen(site.ann, [ONE, TWO]) == {ONE: 3, TWO: None}
    assert site.notes.seen(site.bob, [ONE, TWO]) == {ONE: None, TWO: None}
    assert site.notes.seen(site.ann, []) == {}
    assert dict(site.notes.all_seen(site.ann)) == {ONE: 3}
    assert dict(site.notes.all_seen(site.bob)) == {}


def test_the_last_text_of_a_note_counts(site: Site) -> None:
    """The last text counts, per player and game, in any script, until it is removed."""
    notes = site.notes
    assert notes.note(site.ann, ONE) is None
    notes.write(site.ann, ONE, "first", HOME)
    notes.write(site.ann, ONE, "watch the swamps\n🐉", HOME)
    assert notes.note(site.ann, ONE) == "watch the swamps\n🐉"
    assert notes.note(site.ann, TWO) is None
    assert notes.note(site.bob, ONE) is None
    assert dict(notes.notes(site.ann)) == {ONE: "watch the swamps\n🐉"}
    notes.remove(site.ann, ONE)
    notes.remove(site.ann, ONE)
    assert notes.note(site.ann, ONE) is None


def test_an_erased_account_keeps_nothing(site: Site) -> None:
    """Everything is deleted, and a late request restores nothing; other accounts keep theirs."""
    for player in (site.ann, site.bob):
        site.notes.write(player, ONE, "mine", HOME)
        site.notes.see(player, ONE, Version(3), HOME)
    site.players.erase(site.ann, "Ann")
    with pytest.raises(AccountErased):
        site.notes.write(site.ann, ONE, "late", HOME)
    with pytest.raises(AccountErased):
        site.notes.see(site.ann, ONE, Version(4), HOME)
    kept = {key.decode() for key in cast("Iterator[bytes]", site.store.scan_iter())}
    assert kept == {
        KEY_OF_NAMES,
        profile_key(site.ann),
        CHANGES,  # other processes forget the access
        *(key(site.bob) for key in (profile_key, seen_key, notes_key, storage_key)),
    }
    assert site.notes.note(site.bob, ONE) == "mine"


def test_the_keys_of_an_account_share_a_slot(site: Site) -> None:
    """In a Cluster one script can access all keys: the hash tag is the profile's key."""
    for key in (seen_key(site.ann), notes_key(site.ann)):
        assert key[key.index("{") + 1 : key.index("}")] == profile_key(site.ann)


def test_a_store_that_is_away(site: Site) -> None:
    """Reads raise `StoreAway`; a write that may have arrived raises `UnknownOutcome`."""
    site.server.connected = False
    with pytest.raises(UnknownOutcome):
        site.notes.write(site.ann, ONE, "mine", HOME)
    for read in (
        lambda: site.notes.note(site.ann, ONE),
        lambda: site.notes.seen(site.ann, [ONE]),
        lambda: list(site.notes.notes(site.ann)),
        lambda: list(site.notes.all_seen(site.ann)),
    ):
        with pytest.raises(StoreAway):
            read()
