"""Storage of accounts and addresses in bytes, in an in-memory store."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast
from unittest.mock import patch

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from kingdomino.board.numbers import Seat
from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.log.event_log import StoreAway
from replays.projections.studies import StudyId
from replays.streams import keys
from service.application.account_keys import (
    AccountErased,
    AccountPart,
    collections_key,
    credentials_key,
    notes_key,
    seen_key,
    storage_key,
)
from service.application.accounts.players import Players
from service.application.games.lists.collecting.collection import Collection, CollectionVisibility
from service.application.games.lists.collecting.collections import Collections
from service.application.games.talk.messages import MessageDraft, Talk
from service.application.games.talk.mutes import TalkMutes
from service.application.games.talk.rooms import Room
from service.application.games.texts.comments import CommentId, CommentPosition, Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.people.contacts import ContactList, Contacts
from service.application.people.moderation.subjects import ReportSubject
from service.application.people.moderation.texts import ReportTexts
from service.application.quotas.storage import MEASURED_EVERY, Quotas, StorageFull, Usage
from service.application.quotas.storage_ledger import COUNTED, KINDS, PLAN, STUDY, OtherSlot, Thing, plan_of
from tests.sampling import examples

ELSEWHERE = "198.51.100.7"
SMALL = Quotas(guest=10_000, address=20_000, member=40_000)
GAMES = [GameId(derived_game_id("suite", str(number))) for number in range(50)]
LAID = plan_of(GAMES[0], Seat(1))
NOTE = notes_key.overhead
OVERHEADS = sum(kind.overhead for kind in KINDS)
EMPTY = len(b'{"title":"x","shared":"private","created_at":5,"key":null,"items":[]}')
"""The bytes of an empty collection, without its overhead."""
LISTS = {of.value: of for of in ContactList}


class Site:
    """A store with four accounts, Ann, Bob, Cid and Dan, and everything they can store."""

    def __init__(self, quotas: Quotas | None = SMALL) -> None:
        self.server = FakeServer()
        self.store = FakeRedis(server=self.server)
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.names = ("Ann", "Bob", "Cid", "Dan")
        self.ann, self.bob, self.cid, self.dan = (
            self.players.register(name, name * 16, ADDRESS, 1).id for name in self.names
        )
        self.storage = storage_on(self.store, quotas)
        self.notes = Notes(self.store, self.storage)
        self.comments = Comments(self.store, self.storage)
        self.talk = Talk(self.store, self.storage)
        self.mutes = TalkMutes(self.store, self.storage)
        self.reports = ReportTexts(self.store, self.storage)
        self.studies = Studies(self.store, self.storage)
        self.collections = Collections(self.store, self.storage)
        self.contacts = Contacts(self.store, self.storage)

    def note(self, player: str, size: int, number: int = 0, address: str = HOME) -> None:
        """Write a note of this many bytes on a game."""
        self.notes.write(player, GAMES[number], "x" * size, address)

    def comment(self, player: str, number: int, text: str) -> None:
        """Comment on a game."""
        comment = CommentId(derived_game_id("comment", player, str(number)))
        self.comments.write(CommentPosition(Version(3), 5, comment, GAMES[number], player, ""), text, HOME)

    def say(self, player: str, number: int, text: str) -> None:
        """Write a message to the players of the first game."""
        draft = MessageDraft(GAMES[0], Room.PLAYERS, player, str(number), "", 5, text)
        self.talk.write(draft, HOME)

    def report(self, player: str, number: int, text: str) -> None:
        """Write a report on a study."""
        self.reports.say(player, ReportSubject("study", GAMES[number]), text, HOME)

    def collection(self, player: str, number: int) -> None:
        """Store an empty collection."""
        self.collections.create(player, Collection(GAMES[number], "x", CollectionVisibility.PRIVATE, 5), HOME)

    def study(self, player: str, number: int, text: str, address: str = HOME) -> None:
        """Store a study."""
        self.studies.keep(self.study_id(player, number), player, text, 1, address)

    @staticmethod
    def study_id(player: str, number: int) -> StudyId:
        """The id of a player's study."""
        return StudyId(derived_game_id("study", player, str(number)))

    def plan(self, player: str, number: int, size: int) -> None:
        """Store a plan of this many bytes in a game."""
        with self.storage.holding(player, plan_of(GAMES[number], Seat(1)), size, HOME):
            self.store.hset(keys.plans(GAMES[number]), "1", "x" * size)

    def carry_out(self, number: int) -> None:
        """Delete the plan, as an append does."""
        self.store.delete(keys.plans(GAMES[number]))

    def confirm(self, player: str) -> None:
        """Give the player a confirmed e-mail."""
        self.store.hset(credentials_key(player), "email", f"{player}@example.org")
        self.storage.leave(player)

    def contact(self, player: str, kind: str, number: int) -> None:
        """Follow, block or mute somebody."""
        self.contacts.add(LISTS[kind], player, f"player-{number}", HOME, number)

    def used(self, player: str) -> int:
        """Return the bytes stored by the account."""
        return self.storage.usage(player).used

    def at(self, address: str = HOME) -> dict[str, int]:
        """Return the bytes of each guest at an address, and their sum."""
        mark = self.storage._addresses.mark(address)
        kept: dict[bytes, bytes] = self.store.hgetall(f"storage:{mark}")  # type: ignore[assignment]
        return {field.decode(): int(value.split()[-1]) for field, value in kept.items()}


def held_keys(site: Site) -> list[bytes]:
    """Every key of the store."""
    return sorted(cast("Iterator[bytes]", site.store.scan_iter()))


@pytest.fixture
def site() -> Site:
    """Give a store with small quotas."""
    return Site()


def test_a_guest_keeps_so_many_bytes(site: Site) -> None:
    """One more byte is refused and not stored; after storing less there is room again."""
    site.note(site.ann, SMALL.guest - NOTE)
    with pytest.raises(StorageFull) as refused:
        site.note(site.ann, 1, 1)
    assert (refused.value.whose, refused.value.limit, refused.value.used) == ("guest", 10_000, 10_000)
    assert site.notes.note(site.ann, GAMES[1]) is None
    site.note(site.ann, SMALL.guest - 2 * NOTE - 1)
    site.note(site.ann, 1, 1)
    assert site.storage.usage(site.ann) == Usage(10_000, 10_000)
    site.notes.remove(site.ann, GAMES[0])
    assert site.used(site.ann) == NOTE + 1


def test_bytes_are_counted_and_not_characters(site: Site) -> None:
    """Bytes are those of UTF-8, in which a dragon has four."""
    site.notes.write(site.ann, GAMES[0], "🐉" * 10, HOME)
    assert site.used(site.ann) == NOTE + 40


def test_every_kind_of_storage_counts_its_bytes(site: Site) -> None:
    """Every kind of storage counts its bytes and an overhead, lists of players too."""
    site.note(site.ann, 100)
    site.notes.see(site.ann, GAMES[0], Version(12), HOME)
    site.study(site.ann, 0, "x" * 200)
    site.plan(site.ann, 0, 300)
    site.comment(site.ann, 0, "why")
    for kind in LISTS:
        site.contact(site.ann, kind, 0)
    site.say(site.ann, 0, "why")
    site.report(site.ann, 0, "why")
    site.mutes.mute(site.ann, GAMES[0], 5, HOME)
    site.collection(site.ann, 0)
    written = len(b'{"text":"why","edited_at":null}') + len(b'{"at":5,"text":"why"}why') + EMPTY
    assert site.used(site.ann) == 100 + 200 + 300 + written + OVERHEADS
    assert site.at() == {site.ann: site.used(site.ann), "sum": site.used(site.ann)}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_many_small_things_are_refused_too(kind: AccountPart | OtherSlot) -> None:
    """The overhead limits each kind; a refused one leaves nothing."""
    least = EMPTY if kind is collections_key else 31
    site = Site(Quotas(guest=3 * (kind.overhead + least) + 2, address=20_000, member=40_000))
    make: dict[str, Callable[[int], object]] = {
        "notes": lambda number: site.note(site.ann, 1, number),
        "seen": lambda number: site.notes.see(site.ann, GAMES[number], Version(1), HOME),
        "comments": lambda number: site.comment(site.ann, number, "x"),
        "study": lambda number: site.study(site.ann, number, "x"),
        "plan": lambda number: site.plan(site.ann, number, 1),
        "following": lambda number: site.contact(site.ann, "following", number),
        "blocked": lambda number: site.contact(site.ann, "blocked", number),
        "muted": lambda number: site.contact(site.ann, "muted", number),
        "reports": lambda number: site.report(site.ann, number, "x"),
        "talk": lambda number: site.say(site.ann, number, "x"),
        "collections": lambda number: site.collection(site.ann, number),
        "talk:muted": lambda number: site.mutes.mute(site.ann, GAMES[number], 5, HOME),
    }
    for number in range(3):
        make[kind.name](number)
    before, held = site.used(site.ann), held_keys(site)
    with pytest.raises(StorageFull):
        make[kind.name](9)
    assert (site.used(site.ann), held_keys(site)) == (before, held)


@pytest.mark.slow
def test_a_retry_counts_once(site: Site) -> None:
    """Storing the same thing again does not count twice."""
    for _ in range(3):
        site.note(site.ann, 100)
        site.comment(site.ann, 0, "why")
        site.study(site.ann, 0, "text")
        site.plan(site.ann, 0, 50)
        site.notes.see(site.ann, GAMES[0], Version(12), HOME)
        for kind in LISTS:
            site.contact(site.ann, kind, 0)
        site.say(site.ann, 0, "why")
        site.report(site.ann, 0, "why")
        site.mutes.mute(site.ann, GAMES[0], 5, HOME)
        site.collection(site.ann, 0)
        used = site.used(site.ann)
    written = len(b'{"text":"why","edited_at":null}') + len(b'{"at":5,"text":"why"}why') + EMPTY
    assert used == 100 + written + 4 + 50 + OVERHEADS


def test_the_guests_of_one_address_share_a_quota(site: Site) -> None:
    """Any number of guests shares it; other addresses and confirmed members have their own."""
    for player in (site.ann, site.bob):
        site.note(player, 9_000)
    with pytest.raises(StorageFull) as refused:
        site.note(site.cid, 5_000)
    assert (refused.value.whose, refused.value.limit) == ("address", SMALL.address)
    site.note(site.cid, 5_000, 0, ELSEWHERE)
    site.confirm(site.bob)
    assert site.at() == {site.ann: 9_150, "sum": 9_150}
    site.note(site.dan, 5_000)
    site.note(site.bob, 30_000, 1)
    assert site.storage.usage(site.bob) == Usage(39_300, SMALL.member)
    with pytest.raises(StorageFull, match="member"):
        site.note(site.bob, 1_000, 2)


def test_a_guest_counts_where_it_was_last(site: Site) -> None:
    """It no longer counts at its previous address; a change that frees storage is never refused."""
    site.note(site.ann, 5_000)
    site.note(site.ann, 4_000, 0, ELSEWHERE)
    assert site.at() == {}
    assert site.at(ELSEWHERE) == {site.ann: 4_150, "sum": 4_150}
    site.notes.remove(site.ann, GAMES[0])
    assert site.at(ELSEWHERE) == {}


def test_a_change_of_nothing_moves_nobody(site: Site) -> None:
    """Editing a missing comment from elsewhere does not move the guest's address."""
    site.note(site.ann, 5_000)
    comment = CommentId(derived_game_id("comment", "none"))
    place = CommentPosition(Version(3), 5, comment, GAMES[0], site.ann, "")
    assert site.comments.edit(place, "late", 1, ELSEWHERE) is None
    assert (site.at(), site.at(ELSEWHERE)) == ({site.ann: 5_150, "sum": 5_150}, {})


def test_a_change_that_is_refused_moves_nobody(site: Site) -> None:
    """A refused note from elsewhere does not move the guest's address."""
    site.note(site.ann, 5_000)
    with pytest.raises(StorageFull):
        site.note(site.ann, 6_000, 1, ELSEWHERE)
    assert (site.at(), site.at(ELSEWHERE)) == ({site.ann: 5_150, "sum": 5_150}, {})


def test_an_address_is_not_in_the_store(site: Site) -> None:
    """The store has only a keyed mark of the address, which expires after 30 days."""
    site.note(site.ann, 10)
    held = [key + (site.store.dump(key) or b"") for key in held_keys(site)]
    assert not any(HOME.encode() in each for each in held)
    assert site.store.ttl(f"storage:{site.storage._addresses.mark(HOME)}") == 30 * 24 * 60 * 60


def test_what_was_kept_before_there_was_a_ledger_counts() -> None:
    """Older storage is added at the first change; studies are added when there is no room."""
    site = Site(None)
    site.note(site.ann, 4_000)
    site.notes.see(site.ann, GAMES[0], Version(3), HOME)
    site.study(site.ann, 0, "x" * 4_000)
    site.store.delete(storage_key(site.ann))
    with_quotas = Notes(site.store, storage_on(site.store, SMALL))
    assert site.used(site.ann) == 4_000 + NOTE + seen_key.overhead
    with pytest.raises(StorageFull):
        with_quotas.write(site.ann, GAMES[1], "x" * 6_000, HOME)
    assert site.used(site.ann) == 8_000 + NOTE + seen_key.overhead + STUDY.overhead


def test_without_a_ledger_all_kinds_in_the_accounts_slot_count(site: Site) -> None:
    """As after the operator has deleted the ledger."""
    for part in COUNTED:
        site.store.hset(part(site.ann), mapping={"one": "x" * 30, "two": "y" * 500})
    each = [Thing(kind, "name").bytes(length) for kind in COUNTED for length in (30, 500)]
    assert site.used(site.ann) == sum(each)


@pytest.mark.slow
def test_plans_that_were_carried_out_make_room(site: Site) -> None:
    """The ledger learns of it before refusing anything, and from time to time."""
    for number in range(3):
        site.plan(site.ann, number, 2_500)
        site.carry_out(number)
    site.note(site.ann, 5_000)
    assert site.used(site.ann) == 5_000 + NOTE
    for number in range(MEASURED_EVERY):
        site.plan(site.ann, number, 10)
        site.carry_out(number)
    assert len(site.storage.things(site.ann, PLAN)) < MEASURED_EVERY


def test_a_change_that_was_not_made_is_corrected_by_the_next(site: Site) -> None:
    """A process that dies before writing leaves too much counted, never too little."""
    addresses = site.storage._addresses
    mark = addresses.mark(HOME)
    addresses.reserve(mark, site.ann, 0, 0, 3_000, SMALL.address)
    assert site.at()["sum"] == 3_000
    site.note(site.ann, 100)
    assert site.at() == {site.ann: 250, "sum": 250}
    thing, length = LAID, 500
    with patch.object(site.store, "hset", side_effect=StoreAway("killed")), pytest.raises(StoreAway):
        site.plan(site.ann, 0, length)
    assert site.used(site.ann) == 250 + thing.bytes(length)
    site.storage.measure(site.ann)
    assert site.used(site.ann) == site.at()["sum"] == 250


def test_a_study_that_was_refused_counts_as_what_is_there(site: Site) -> None:
    """Another text under its id is refused and not counted."""
    site.study(site.ann, 0, "text")
    with pytest.raises(CommandReused):
        site.study(site.ann, 0, "x" * 3_000)
    assert site.used(site.ann) == site.at()["sum"] == STUDY.overhead + 4


def test_a_study_deleted_while_it_is_written_counts(site: Site) -> None:
    """In either order of the race, everything stored is counted."""
    study = site.study_id(site.ann, 0)
    write = site.studies._write

    def deleted_first(*written: Any) -> None:
        site.studies.forget(study, site.ann)
        write(*written)

    with patch.object(site.studies, "_write", deleted_first):
        site.study(site.ann, 0, "text")
    assert site.studies.text(study) == "text"
    assert site.used(site.ann) == STUDY.overhead + 4
    delete = site.studies._delete

    def written_after(*deleted: Any) -> None:
        delete(*deleted)
        site.study(site.ann, 0, "text")

    with patch.object(site.studies, "_delete", written_after):
        site.studies.forget(study, site.ann)
    assert site.used(site.ann) == STUDY.overhead + 4


def test_changes_at_the_same_moment_add_up(site: Site) -> None:
    """Each change is reserved at the address before it is written; late settlements have no effect."""
    addresses = site.storage._addresses
    mark = addresses.mark(HOME)
    for more in (1_000, 2_000):
        addresses.reserve(mark, site.ann, 5, 100, more, SMALL.address)
    assert site.at()["sum"] == 3_100
    addresses.settle(mark, site.ann, 7, 3_100)
    addresses.settle(mark, site.ann, 6, 1_100)
    assert site.at() == {site.ann: 3_100, "sum": 3_100}


def test_an_erased_account_leaves_its_address(site: Site) -> None:
    """Its ledger is deleted, and a late request counts nothing."""
    site.note(site.ann, 3_000)
    site.storage.leave(site.ann)
    site.players.erase(site.ann, "Ann")
    assert not site.store.exists(storage_key(site.ann))
    with pytest.raises(AccountErased):
        site.note(site.ann, 3_000)
    assert site.at() == {}


def test_without_quotas_nothing_is_refused(site: Site) -> None:
    """With `KINGDOMINO_LIMITS=off` storage is still counted."""
    free = Notes(site.store, storage_on(site.store))
    for game in GAMES[:3]:
        free.write(site.ann, game, "x" * 40_000, HOME)
    assert site.used(site.ann) == 3 * (40_000 + NOTE)
    assert storage_on(site.store).usage(site.ann) == Usage(3 * (40_000 + NOTE), None)


CHANGES = st.tuples(
    st.sampled_from(
        ["note", "unnote", "comment", "edit", "uncomment", "study", "unstudy", "plan", "see", "confirm"]
    ),
    st.integers(0, 2),
    st.integers(0, 3),
    st.integers(1, 3_000),
    st.sampled_from([HOME, ELSEWHERE]),
)


def truth(site: Site, player: str) -> int:
    """The account's storage, measured in the store itself."""
    ledger = storage_on(site.store)
    ledger.measure(player)
    site.store.hdel(storage_key(player), "total")
    own = site.used(player)
    other = sum(ledger._measured(player, list(ledger._entries(player))))
    ledger._charge.run(player, ("plan:0:none", 0))  # restores the total in the ledger
    site.store.hset(storage_key(player), "total", own + other)
    return own + other


def done(site: Site, what: tuple[str, int, int, int, str]) -> None:
    """Make a change."""
    change, who, number, size, address = what
    player = (site.ann, site.bob, site.cid)[who]
    comment = CommentId(derived_game_id("comment", player, str(number)))
    place = CommentPosition(Version(3), 5, comment, GAMES[number], player, "")
    changes: dict[str, Callable[[], object]] = {
        "note": lambda: site.note(player, size, number, address),
        "unnote": lambda: site.notes.remove(player, GAMES[number]),
        "comment": lambda: site.comments.write(place, "x" * size, address),
        "edit": lambda: site.comments.edit(place, "y" * size, 1, address),
        "uncomment": lambda: site.comments.remove(place),
        "study": lambda: site.study(player, number, "x" * size, address),
        "unstudy": lambda: site.studies.forget(site.study_id(player, number), player),
        "plan": lambda: site.plan(player, 10 * who + number, size),
        "see": lambda: site.notes.see(player, GAMES[number], Version(size), address),
        "confirm": lambda: site.confirm(player),
    }
    changes[change]()


@pytest.mark.slow
@examples(60)
@given(changes=st.lists(CHANGES, max_size=25))
def test_whatever_is_done_the_sums_are_those_of_what_is_there(changes: list[Any]) -> None:
    """Sums hold for each account and for the guests at each address; no quota is exceeded."""
    site = Site()
    players = (site.ann, site.bob, site.cid)
    for change in changes:
        with suppress(StorageFull, CommandReused):
            done(site, change)
    members = [player for player in players if site.store.exists(credentials_key(player))]
    for player in players:
        used = site.used(player)
        assert used == truth(site, player)
        assert used <= (SMALL.member if player in members else SMALL.guest)
    for address in (HOME, ELSEWHERE):
        there = site.at(address)
        total = there.pop("sum", 0)
        assert total == sum(there.values()) <= SMALL.address
        assert not set(there) & set(members)
    known = {player: kept for address in (HOME, ELSEWHERE) for player, kept in site.at(address).items()}
    assert all(known.get(player, 0) == site.used(player) for player in players if player not in members)
