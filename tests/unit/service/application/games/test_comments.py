"""Comments, in an in-memory store."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased, comments_key, profile_key, storage_key
from service.application.accounts.access.known import CHANGES
from service.application.accounts.naming.index import KEY as KEY_OF_NAMES
from service.application.accounts.players import Players
from service.application.games.texts.comments import (
    MOST,
    MOST_OWN,
    Comment,
    CommentId,
    CommentPosition,
    Comments,
    TooManyComments,
)
from tests.sampling import examples

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
        self.comments = Comments(self.store, storage_on(self.store))

    def place(
        self, name: str, author: str | None = None, *, version: int = 3, at: int = 5
    ) -> CommentPosition:
        """Return a place on the first game, by default of Ann."""
        comment = CommentId(derived_game_id("suite", name))
        return CommentPosition(Version(version), at, comment, ONE, author or self.ann, "")

    def all(self) -> list[Comment]:
        """Return all comments on the first game."""
        return self.comments.page(ONE, None, None, MOST)[0]

    def texts(self) -> list[str]:
        """Return the texts of all comments."""
        return [comment.text for comment in self.all()]

    def keys(self) -> set[str]:
        """Return all keys of the store."""
        return {key.decode() for key in cast("Iterator[bytes]", self.store.scan_iter())}


@pytest.fixture
def site() -> Site:
    """Give a store with two accounts."""
    return Site()


def test_a_comment(site: Site) -> None:
    """It is stored unchanged, can be edited, and is deleted completely."""
    comments, place, before = site.comments, site.place("one"), site.keys()
    written = comments.write(place, "Why not\nthe swamp? 🐉", HOME)
    assert written == Comment(place, "Why not\nthe swamp? 🐉", None)
    assert site.all() == [written]
    assert comments.place(ONE, place.id) == place
    assert comments.place(TWO, place.id) is None
    edited = comments.edit(place, "The swamp!", 9, HOME)
    assert edited == Comment(place, "The swamp!", 9)
    assert site.all() == [edited]
    comments.remove(place)
    comments.remove(place)
    assert comments.edit(place, "Late", 10, HOME) is None
    assert (site.all(), comments.place(ONE, place.id), site.keys()) == (
        [],
        None,
        before | {storage_key(site.ann)},
    )


def test_writing_it_again_changes_nothing(site: Site) -> None:
    """Another request with the same id is refused; an edit in between stays."""
    place = replace(site.place("one"), request="a" * 64)
    first = site.comments.write(place, "First", HOME)
    assert site.comments.write(replace(place, created_at=8), "First", HOME) == first
    edited = site.comments.edit(place, "Second", 9, HOME)
    assert site.comments.write(place, "First", HOME) == edited
    with pytest.raises(CommandReused):
        site.comments.write(replace(place, request="b" * 64), "Other", HOME)
    assert site.texts() == ["Second"]


def test_a_comment_that_was_half_written(site: Site) -> None:
    """A place without a text is not shown; writing again completes it as begun."""
    place = site.place("one")
    site.comments.write(place, "First", HOME)
    site.store.delete(comments_key(site.ann))
    assert site.all() == list(site.comments.of(site.ann)) == []
    assert site.comments.edit(place, "Second", 9, HOME) is None
    assert site.comments.write(replace(place, created_at=8), "First", HOME) == Comment(place, "First", None)
    assert site.texts() == ["First"]


@examples(25)
@given(
    moments=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=12),
    limit=st.integers(1, 5),
    version=st.none() | st.integers(1, 4),
)
def test_pages_have_every_comment_once(
    moments: list[tuple[int, int]], limit: int, version: int | None
) -> None:
    """Comments are sorted by version, then time, on pages of any length, optionally of one version."""
    site = Site()
    for number, (at_version, at) in enumerate(moments):
        author = (site.ann, site.bob)[number % 2]
        site.comments.write(site.place(str(number), author, version=at_version, at=at), str(number), HOME)
    found: list[CommentPosition] = []
    cursor: str | None = None
    while True:
        page, cursor = site.comments.page(ONE, version, cursor, limit)
        found += [comment.place for comment in page]
        if cursor is None:
            break
        assert len(page) == limit
    assert [(place.version, place.created_at) for place in found] == sorted(
        moment for moment in moments if version in (None, moment[0])
    )
    assert len({place.id for place in found}) == len(found)


@pytest.mark.parametrize("cursor", ["", "7", "1 2 3 4", "a 1 x"])
def test_a_cursor_that_is_none(site: Site, cursor: str) -> None:
    """It is refused even if there are no comments."""
    with pytest.raises(ValueError, match=r".+"):
        site.comments.page(ONE, None, cursor, 5)


@pytest.mark.slow
def test_a_game_and_an_account_have_so_many(site: Site) -> None:
    """One more is refused, a repetition is not; after a deletion there is room."""
    for number in range(MOST_OWN):
        site.comments.write(site.place(str(number)), "More", HOME)
    with pytest.raises(TooManyComments, match="you have"):
        site.comments.write(site.place("more"), "More", HOME)
    site.comments.write(site.place("0"), "More", HOME)
    site.comments.remove(site.place("0"))
    site.comments.write(site.place("more"), "More", HOME)
    others = range(MOST - MOST_OWN - 1)
    site.store.hset(f"comments:{ONE}", mapping={f"other-{number}": "{}" for number in others})
    site.comments.write(site.place("bob", site.bob), "Last", HOME)
    with pytest.raises(TooManyComments, match="the game has"):
        site.comments.write(site.place("late", site.bob), "Too late", HOME)
    site.comments.write(replace(site.place("elsewhere", site.bob), game=TWO), "There is room here", HOME)


def test_an_erased_account_leaves_nothing(site: Site) -> None:
    """Its texts and places are deleted, others' stay; a late request restores nothing."""
    mine, other = site.place("mine"), site.place("bob", site.bob)
    site.comments.write(mine, "Mine", HOME)
    site.comments.write(replace(site.place("two"), game=TWO), "Mine too", HOME)
    site.comments.write(other, "His", HOME)
    assert [comment.text for comment in site.comments.of(site.ann)] == ["Mine", "Mine too"]
    site.comments.forget(site.ann)
    site.players.erase(site.ann, "Ann")
    late_ones: tuple[Callable[[], object], ...] = (
        lambda: site.comments.write(site.place("late"), "Late", HOME),
        lambda: site.comments.edit(mine, "Late", 9, HOME),
        lambda: site.comments.remove(mine),
    )
    for late in late_ones:
        with pytest.raises(AccountErased):
            late()
    assert site.texts() == ["His"]
    assert site.keys() == {
        profile_key(site.ann),
        profile_key(site.bob),
        comments_key(site.bob),
        storage_key(site.bob),
        f"comments:{ONE}",
        KEY_OF_NAMES,
        CHANGES,  # other processes forget the access
    }
    assert [entry.player for entry in site.players.index.find("", None, 9)] == [site.bob]
    assert site.store.hlen(f"comments:{ONE}") == 1


def test_the_texts_share_a_slot_with_their_account(site: Site) -> None:
    """In a Cluster one script can access all of an account's keys."""
    key = comments_key(site.ann)
    assert key[key.index("{") + 1 : key.index("}")] == profile_key(site.ann)


def test_a_store_that_is_away(site: Site) -> None:
    """Every operation raises an error."""
    place = site.place("one")
    site.comments.write(place, "Mine", HOME)
    site.server.connected = False
    for ask in (
        lambda: site.comments.write(place, "Mine", HOME),
        lambda: site.comments.edit(place, "Mine", 9, HOME),
        lambda: site.comments.remove(place),
        lambda: site.comments.page(ONE, None, None, 5),
        lambda: site.comments.place(ONE, place.id),
        lambda: list(site.comments.of(site.ann)),
        lambda: site.comments.forget(site.ann),
    ):
        with pytest.raises((StoreAway, UnknownOutcome)):
            ask()
