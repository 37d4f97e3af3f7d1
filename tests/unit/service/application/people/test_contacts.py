"""Players whom an account follows, blocks or mutes, in an in-memory store."""

import pytest
from fakeredis import FakeRedis

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from service.application.account_keys import AccountErased, blocked_key, following_key
from service.application.accounts.players import Players
from service.application.people import contacts as module
from service.application.people.contacts import Contact, ContactList, Contacts, TooManyContacts

BOTH = pytest.mark.parametrize("of", ContactList)


class Site:
    """A store with a player."""

    def __init__(self) -> None:
        self.store = FakeRedis()
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.ann = self.players.register("Ann", "key of Ann", ADDRESS, 1).id
        self.storage = storage_on(self.store)
        self.contacts = Contacts(self.store, self.storage)

    def add(self, of: ContactList, *others: str) -> None:
        """Add others to Ann's list, 1 ms apart."""
        for now, other in enumerate(others, start=1):
            self.contacts.add(of, self.ann, other, HOME, now)


@pytest.fixture
def site() -> Site:
    """Give a store with a player."""
    return Site()


@BOTH
def test_a_list_is_in_order(site: Site, of: ContactList) -> None:
    """The list is newest first; adding again keeps the first time; other lists stay empty."""
    site.add(of, "bob", "cleo", "bob")
    assert site.contacts.every(of, site.ann) == [Contact(2, "cleo"), Contact(1, "bob")]
    assert site.contacts.has(of, site.ann, "bob")
    assert not any(site.contacts.every(other, site.ann) for other in set(ContactList) - {of})
    site.contacts.remove(of, site.ann, "bob")
    site.contacts.remove(of, site.ann, "bob")
    assert site.contacts.every(of, site.ann) == [Contact(2, "cleo")]


@BOTH
def test_pages(site: Site, of: ContactList) -> None:
    """Each player comes once; an invalid cursor is refused."""
    site.add(of, *(f"player-{number}" for number in range(7)))
    seen, cursor = [], None
    while True:
        page, cursor = site.contacts.page(of, site.ann, cursor, 3)
        seen += [each.since for each in page]
        if cursor is None:
            break
    assert seen == [7, 6, 5, 4, 3, 2, 1]
    for wrong in ("no cursor", "1_0 bob", "\N{FULLWIDTH DIGIT ONE} bob", " 1 bob", "+1 bob"):
        with pytest.raises(ValueError, match="invalid literal"):
            site.contacts.page(of, site.ann, wrong, 3)


@BOTH
def test_a_full_list(monkeypatch: pytest.MonkeyPatch, of: ContactList) -> None:
    """A full list accepts no new player, but adding an existing one again is no error."""
    monkeypatch.setattr(module, "MOST", 2)
    site = Site()
    site.add(of, "bob", "cleo")
    with pytest.raises(TooManyContacts):
        site.add(of, "dan")
    site.add(of, "bob")
    assert len(site.contacts.every(of, site.ann)) == 2


@BOTH
def test_an_entry_counts_as_storage(site: Site, of: ContactList) -> None:
    """An entry counts once, and not after its removal."""
    site.add(of, "bob", "bob", "cleo")
    assert site.storage.usage(site.ann).used == 2 * of.key.overhead
    site.contacts.remove(of, site.ann, "bob")
    assert site.storage.usage(site.ann).used == of.key.overhead


def test_who_has_blocked_whom(site: Site) -> None:
    """The result has blockers only, and nobody blocks themselves."""
    site.add(ContactList.BLOCKED, "bob")
    site.add(ContactList.FOLLOWING, "cleo")
    assert site.contacts.blocking(["dan", site.ann], "bob") == {site.ann}
    assert site.contacts.blocking(["dan", site.ann], "cleo") == set()
    assert site.contacts.blocking(["bob"], site.ann) == set()
    assert site.contacts.blocking([], "bob") == set()


def test_whose_messages_are_not_read(site: Site) -> None:
    """Muted and blocked players are silenced, followed ones are not, nor is oneself."""
    for of, other in zip(ContactList, ("bob", "cleo", "dan"), strict=True):
        site.add(of, other)
    assert site.contacts.silenced(site.ann, ["bob", "cleo", "dan", site.ann]) == {"cleo": False, "dan": True}
    assert site.contacts.silenced(site.ann, [site.ann]) == {}


def test_both_lists_end_with_the_account(site: Site) -> None:
    """No key is left, and nothing can be added."""
    site.add(ContactList.BLOCKED, "bob")
    site.add(ContactList.FOLLOWING, "cleo")
    keys = blocked_key(site.ann), following_key(site.ann)
    assert site.store.exists(*keys) == 2
    site.players.erase(site.ann, "Ann")
    assert site.store.exists(*keys) == 0
    with pytest.raises(AccountErased):
        site.add(ContactList.BLOCKED, "bob")
