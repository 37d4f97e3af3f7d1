"""Messages at tables, in an in-memory store."""

from collections.abc import Iterator
from typing import cast

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased, profile_key, storage_key, talk_key, talk_muted_key
from service.application.accounts.players import Players
from service.application.games.talk import messages as module
from service.application.games.talk.messages import Message, MessageDraft, Talk, TooManyMessages
from service.application.games.talk.mutes import TalkMutes
from service.application.games.talk.rooms import Room
from service.application.quotas.storage import Quotas, StorageFull

ONE, TWO = (GameId(f"00000000-0000-4000-8000-00000000000{number}") for number in (1, 2))
PLAYERS, SPECTATORS = Room.PLAYERS, Room.SPECTATORS


class Site:
    """A store with two accounts."""

    def __init__(self, quotas: Quotas | None = None) -> None:
        self.server = FakeServer()
        self.store = FakeRedis(server=self.server)
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.ann, self.bob = (
            self.players.register(name, name * 16, ADDRESS, 1).id for name in ("Ann", "Bob")
        )
        self.storage = storage_on(self.store, quotas)
        self.talk = Talk(self.store, self.storage)
        self.mutes = TalkMutes(self.store, self.storage)

    def draft(
        self, text: str, author: str | None = None, game: GameId = ONE, room: Room = PLAYERS
    ) -> MessageDraft:
        """Return a draft, by default of Ann; its id is derived from the text."""
        return MessageDraft(game, room, author or self.ann, f"id-{text}".replace(" ", "-"), "", 5, text)

    def say(self, text: str, author: str | None = None, game: GameId = ONE, room: Room = PLAYERS) -> Message:
        """Write a message and return it."""
        return self.talk.write(self.draft(text, author, game, room), HOME)

    def texts(self, game: GameId = ONE, room: Room = PLAYERS) -> list[str]:
        """Return the texts in a room, newest first."""
        return [message.text for message in self.talk.read(self.talk.page(game, room, None, 1_000)[0])]

    def keys(self) -> set[str]:
        """Return all keys of the store."""
        return {key.decode() for key in cast("Iterator[bytes]", self.store.scan_iter())}


@pytest.fixture
def site() -> Site:
    """Give a store with two accounts."""
    return Site()


def test_rooms_are_apart(site: Site) -> None:
    """Rooms and games do not share messages; both rooms of a game share its numbers."""
    said = [site.say("a"), site.say("b", site.bob, room=SPECTATORS), site.say("c"), site.say("d", game=TWO)]
    assert [message.place.number for message in said] == [1, 2, 3, 1]
    assert (site.texts(), site.texts(room=SPECTATORS), site.texts(TWO)) == (["c", "a"], ["b"], ["d"])
    assert site.talk.place(ONE, "id-b") == said[1].place
    assert site.talk.place(ONE, "id-d") is None


def test_writing_it_again_changes_nothing(site: Site) -> None:
    """It returns the existing message; another request with the same id is refused."""
    first = MessageDraft(ONE, PLAYERS, site.ann, "id", "a" * 64, 5, "Hello")
    again = MessageDraft(ONE, PLAYERS, site.ann, "id", "a" * 64, 9, "Hello")
    other = MessageDraft(ONE, PLAYERS, site.ann, "id", "b" * 64, 9, "Bye")
    made = site.talk.write(first, HOME)
    assert site.talk.write(again, HOME) == made
    with pytest.raises(CommandReused):
        site.talk.write(other, HOME)
    assert site.texts() == ["Hello"]


def test_a_message_that_was_half_written(site: Site) -> None:
    """A place without a text is not shown; writing again completes it at the same place."""
    site.say("a")
    site.say("b")
    site.store.hdel(talk_key(site.ann), f"{ONE}/players/1/id-a")
    assert site.texts() == ["b"]
    site.say("a")
    assert site.texts() == ["b", "a"]


def test_pages_have_every_message_once(site: Site) -> None:
    """Pages are newest first, and new messages do not disturb them."""
    for number in range(7):
        site.say(str(number))
    found, before = [], None
    while True:
        places, before = site.talk.page(ONE, PLAYERS, before, 3)
        found += [message.text for message in site.talk.read(places)]
        site.say(f"more {len(found)}")
        if before is None:
            break
    assert found == ["6", "5", "4", "3", "2", "1", "0"]


def test_a_room_and_an_account_have_so_many(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused, a repetition is not; the other room has space, and this one after a deletion."""
    for name, most in (("MOST", 3), ("MOST_OWN", 2)):
        monkeypatch.setattr(
            module, "TAKE", module.TAKE.replace(f">= {getattr(module, name)} ", f">= {most} ")
        )
    site.talk = Talk(site.store, site.storage)
    first = site.say("a")
    site.say("b")
    with pytest.raises(TooManyMessages, match="you have"):
        site.say("c")
    site.say("d", site.bob)
    with pytest.raises(TooManyMessages, match="the room has"):
        site.say("e", site.bob)
    assert site.say("a") == first
    site.say("c", room=SPECTATORS)
    site.talk.remove(first.place)
    site.say("f")
    assert site.texts() == ["f", "d", "b"]


def test_a_deleted_message_leaves_nothing(site: Site) -> None:
    """Its number is not reused, so no page confuses it with another message."""
    before = site.keys()
    place = site.say("a").place
    site.talk.remove(place)
    site.talk.remove(place)
    assert site.keys() == before | {storage_key(site.ann), f"talk:{{{ONE}}}"}
    assert site.storage.usage(site.ann).used == 0
    assert site.say("b").place.number == 2


def test_messages_count_as_storage(site: Site) -> None:
    """Each counts its bytes and an overhead; if the quota is full, no place is left behind."""
    site.say("a")
    kept = site.store.hget(talk_key(site.ann), f"{ONE}/players/1/id-a")
    assert site.storage.usage(site.ann).used == talk_key.overhead + len(kept or b"")
    tight = Site(Quotas(guest=talk_key.overhead, address=10_000, member=10_000))
    with pytest.raises(StorageFull):
        tight.say("a")
    assert (tight.texts(), tight.talk.place(ONE, "id-a")) == ([], None)


def test_an_erased_account_leaves_nothing(site: Site) -> None:
    """Its texts and places are deleted, others' stay; a late request restores nothing."""
    site.say("mine")
    site.say("mine too", game=TWO, room=SPECTATORS)
    site.say("his", site.bob)
    site.mutes.mute(site.ann, ONE, 7, HOME)
    assert [message.text for message in site.talk.of(site.ann)] == ["mine", "mine too"]
    site.talk.forget(site.ann)
    site.players.erase(site.ann, "Ann")
    for late in (lambda: site.say("late"), lambda: site.mutes.mute(site.ann, TWO, 8, HOME)):
        with pytest.raises(AccountErased):
            late()
    assert site.texts() == ["his"]
    assert not [key for key in site.keys() - {profile_key(site.ann)} if site.ann in key]
    assert site.store.zcard(f"talk:{{{ONE}}}:players") == 1


@pytest.mark.slow
def test_muted_games(site: Site) -> None:
    """They stay until unmuted and count as storage; beyond the limit the oldest is dropped."""
    mutes = site.mutes
    for at, game in ((7, TWO), (8, ONE), (9, ONE)):
        mutes.mute(site.ann, game, at, HOME)
    assert list(mutes.every(site.ann)) == [(ONE, 8), (TWO, 7)]
    assert (mutes.is_muted(site.ann, ONE), mutes.is_muted(site.bob, ONE)) == (True, False)
    assert site.storage.usage(site.ann).used == 2 * talk_muted_key.overhead
    mutes.unmute(site.ann, ONE)
    mutes.unmute(site.ann, ONE)
    assert list(mutes.every(site.ann)) == [(TWO, 7)]
    for number in range(499):
        site.store.hset(f"{{player:{site.ann}}}:talk:muted", f"game-{number}", 10 + number)
    used = site.storage.usage(site.ann).used
    mutes.mute(site.ann, ONE, 1_000, HOME)
    assert (mutes.is_muted(site.ann, TWO), mutes.is_muted(site.ann, ONE)) == (False, True)
    assert site.storage.usage(site.ann).used == used


def test_a_store_that_is_away(site: Site) -> None:
    """Every operation raises an error."""
    place = site.say("a").place
    site.server.connected = False
    for ask in (
        lambda: site.say("b"),
        lambda: site.talk.page(ONE, PLAYERS, None, 5),
        lambda: site.talk.read([place]),
        lambda: site.talk.place(ONE, "id-a"),
        lambda: site.talk.remove(place),
        lambda: list(site.talk.of(site.ann)),
        lambda: site.talk.forget(site.ann),
        lambda: site.mutes.is_muted(site.ann, ONE),
    ):
        with pytest.raises((StoreAway, UnknownOutcome)):
            ask()
