# ruff: noqa: RUF001 - letters that look like others are the subject
"""The name index: searching players by a prefix, and removal from it."""

import pytest
from fakeredis import FakeRedis

from harness.games import ADDRESS
from service.application.account_keys import AccountErased
from service.application.accounts.audience import Audience
from service.application.accounts.naming.folding import folded
from service.application.accounts.naming.index import END, KEY, NameEntry, NameIndex
from service.application.accounts.players import NameMismatch, Players
from service.application.people import search


class Site:
    """Players in an in-memory store, by name."""

    def __init__(self) -> None:
        self.players = Players(FakeRedis(), bytes(32), bytes, lambda: 0.0)

    def register(self, name: str) -> str:
        """Return the id of a new player."""
        return self.players.register(name, f"key of {name}", ADDRESS, 1).id

    def found(self, prefix: str, after: NameEntry | None = None, limit: int = 10) -> list[str]:
        """Return the folded names that match."""
        return [entry.folded for entry in self.players.index.find(prefix, after, limit)]


@pytest.fixture
def site() -> Site:
    """Give a store without players."""
    return Site()


def test_names_are_found_by_their_beginning(site: Site) -> None:
    """Results are sorted and ignore case and accents; a match inside a name does not count."""
    for name in ("Zoë", "ann", "ANNA", "Änne", "Jo-Ann", "安娜", "Ａｎｎｅｔｔｅ"):
        site.register(name)
    assert site.found("ann") == ["ann", "anna", "anne", "annette"]
    assert site.found("zoe") == ["zoe"]
    assert site.found("安") == ["安娜"]
    assert site.found("jo-") == ["jo-ann"]
    assert site.found("ab") == []


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        (["Işık", "ışık", "IŞIK", "isik"], "ışı"),
        (["İpek", "ipek", "Ipek"], "İpe"),
        (["علی", "علي", "عَلی", "علـی"], "علي"),
        (["کریم", "كريم"], "كر"),
        (["نیم\u200cروز", "نیمروز"], "نیمر"),
        (["شهر۷", "شهر٧", "شهر7"], "شهر7"),
        (["ｶﾞﾝﾏ", "ガンマ"], "ガン"),
        (["강희", "강희"], "가"),
        (["Őze", "oze"], "őz"),
    ],
)
def test_a_name_is_found_whatever_the_spelling(site: Site, names: list[str], asked: str) -> None:
    """Turkish, Persian, Japanese, Korean and Hungarian names, as different keyboards write them."""
    players = {site.register(name) for name in names}
    entries = site.players.index.find(folded(asked), None, 100)
    assert {entry.player for entry in entries} == players


def test_what_is_another_letter_is_another_name(site: Site) -> None:
    """Voiced syllables of Japanese, and vowels that are marks, tell names apart."""
    for name in ("カンマ", "ガンマ", "はな", "ばな", "ぱな", "कि", "कु"):
        site.register(name)
    for asked in ("カン", "ガン", "は", "ば", "ぱ", "कि", "कु"):
        assert len(site.found(folded(asked))) == 1, asked


def test_names_of_an_older_law_are_mended(site: Site) -> None:
    """The walk adds what is missing, and sets the law when nothing is; readers replace stale entries."""
    index, store = site.players.index, site.players.index._store
    old = {"ışık": site.register("Işık"), "علي": site.register("علي"), "ann": site.register("Ann")}
    store.delete(KEY)
    store.zadd(KEY, {f"{text}{END}{player}": 0 for text, player in old.items()})
    assert not index.is_mended()
    assert search.find(site.players, "işi", None, None, 10) == ([], None)
    found, _ = search.find(site.players, "ann", None, None, 10)
    assert [profile.name for profile in found] == ["Ann"]
    assert search.find(site.players, "ışık", None, None, 10)[0] == []
    assert [sum(index.mended(site.players.names)) for _ in range(2)] == [2, 0]
    assert index.is_mended()
    for asked, name in (("işi", "Işık"), ("علی", "علي"), ("ann", "Ann")):
        found, _ = search.find(site.players, asked, None, None, 10)
        assert [profile.name for profile in found] == [name]


def test_a_stale_entry_is_replaced_not_lost(site: Site) -> None:
    """Whoever meets an entry of an older law puts the present one in its place."""
    player = site.register("علي")
    site.players.index._store.delete(KEY)
    site.players.index._store.zadd(KEY, {f"علیx{END}{player}": 0})
    assert search.find(site.players, "علی", None, None, 10) == ([], None)
    found, _ = search.find(site.players, "علی", None, None, 10)
    assert [profile.id for profile in found] == [player]


def test_pages_follow_each_other(site: Site) -> None:
    """Each player comes once, even among equal names."""
    ids = {site.players.register("Ann", f"key {number}", ADDRESS, 1).id for number in range(7)}
    index, seen, after = site.players.index, [], None
    while page := index.find("ann", after, 3):
        seen += [entry.player for entry in page]
        after = page[-1]
    assert sorted(seen) == sorted(ids)


def test_a_new_name_takes_the_place_of_the_old_one(site: Site) -> None:
    """A renamed player is found by the new name only; another spelling of the same name changes nothing."""
    ann = site.register("Ann")
    site.players.rename(ann, "ANN")
    assert site.found("") == ["ann"]
    site.players.rename(ann, "Bea")
    assert site.found("") == ["bea"]


def test_an_erased_account_is_not_found(site: Site) -> None:
    """Its name is removed; erasing with a wrong name removes nothing."""
    ann = site.register("Ann")
    with pytest.raises(NameMismatch):
        site.players.erase(ann, "Bea")
    assert site.found("") == ["ann"]
    site.players.erase(ann, "Ann")
    assert site.found("") == []
    with pytest.raises(AccountErased):
        site.players.rename(ann, "Bea")
    assert site.found("") == []


def test_to_whom_a_page_is_shown(site: Site) -> None:
    """By default everybody sees the page; the player always does."""
    ann = site.register("Ann")
    assert site.players.profile(ann).page is Audience.EVERYBODY
    seen = {}
    for audience in Audience:
        site.players.show_to(ann, audience)
        page = site.players.profile(ann).page
        seen[audience] = [page.includes(viewer, ann) for viewer in (None, "bob", ann)]
    assert seen == {
        Audience.EVERYBODY: [True, True, True],
        Audience.PLAYERS: [False, True, True],
        Audience.NOBODY: [False, False, True],
    }


def test_an_empty_addition_is_nothing() -> None:
    """Empty additions and removals send no command, which the store would refuse."""
    index = NameIndex(FakeRedis())
    index.add([])
    index.remove([])
    assert index.find("", None, 10) == []
