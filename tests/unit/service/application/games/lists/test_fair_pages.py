"""Openers take turns in lists: nobody hides others, pages are complete, and little is read."""

from collections.abc import Iterable, Sequence

import pytest

from harness.games import KEY, seeded
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.tables import NewTable, Tables
from replays.dynasty.aggregate import DYNASTIES
from replays.dynasty.dynasties import Dynasties
from replays.encoding.entries import RawEntry, StoredEvent
from replays.encoding.identity import GameId, new_game_id
from replays.log.listing import GAMES, Question
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from service.application.games.lists.fair_pages import FairPages, Opener

OPEN = Question(GAMES, "open")


class Read(FakeEventLog):
    """A log that counts the streams that are read."""

    asked = 0

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Count the streams, of which only the first event may be requested."""
        assert limit == 1
        self.asked += len(places)
        return super().read_each(places, limit)


class Lobby:
    """In-memory tables, opened 1 ms apart or, with `step` 0, in the same millisecond."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000
        self.step = 1
        self.random = seeded(1)
        self.log = Read()
        self.tables = Tables(self.log, SeedStore(KEY), self._clock, self.random.randbytes)
        self.addresses: dict[str, str] = {}
        self.turns = FairPages(self.log, self.groups)

    def open(self, *openers: str) -> list[GameId]:
        """Open a game of each of these players."""
        return [self.tables.create(self.new_id(), NewTable(Rules(), 3, name)).after.id for name in openers]

    def groups(self, players: Iterable[str]) -> dict[str, str]:
        """Return the address of each player, or the player."""
        return {player: self.addresses.get(player, player) for player in players}

    def new_id(self) -> GameId:
        """Return a new id."""
        return new_game_id(self.random.randbytes(16))

    def pages(self, limit: int, window: int = 2_000, cursor: str | None = None) -> list[list[GameId]]:
        """Return all pages of open games, starting at a cursor."""
        found = []
        while True:
            page, cursor = self.turns.page(OPEN, limit=limit, cursor=cursor, window=window)
            found.append(page)
            if cursor is None:
                return found

    def _clock(self) -> int:
        self.now += self.step
        return self.now


@pytest.fixture
def lobby() -> Lobby:
    """Give an empty lobby."""
    return Lobby()


def test_many_accounts_of_an_address_hide_nobody(lobby: Lobby) -> None:
    """The guests of one address have one place in each turn, and take turns among themselves."""
    [bob] = lobby.open("bob")
    crowd = [f"guest {number}" for number in range(25)]
    lobby.addresses = dict.fromkeys(crowd, "one address")
    first, second = lobby.open(*crowd), lobby.open(*crowd)
    page, _ = lobby.turns.page(OPEN, limit=6)
    assert page == [second[-1], bob, *second[-2:-6:-1]]
    [whole] = lobby.pages(100)
    assert whole == [second[-1], bob, *second[-2::-1], *first[::-1]]
    assert [table for page in lobby.pages(7) for table in page] == whole


@pytest.mark.long
def test_a_flood_hides_nobody(lobby: Lobby) -> None:
    """Three tables opened before 1,960 of one account are on the first page, next to its newest."""
    others = lobby.open("bob", "cid", "dan")
    flood = lobby.open(*["ann"] * 1960)
    page, _ = lobby.turns.page(OPEN, limit=6)
    assert page == [flood[-1], *reversed(others), flood[-2], flood[-3]]


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("window", [1, 5, 7, 2_000])
@pytest.mark.parametrize("limit", [1, 3, 50])
def test_pages_are_whole(lobby: Lobby, step: int, window: int, limit: int) -> None:
    """Each table comes once, even with equal opening times, for windows of any size."""
    lobby.step = step
    opened = lobby.open(*"aaabacabcadaaab")
    found = [game for page in lobby.pages(limit, window) for game in page]
    assert sorted(found) == sorted(opened)


def test_newer_tables_do_not_shift_a_page(lobby: Lobby) -> None:
    """A table opened between two pages is on none of the later ones, and no table comes twice."""
    opened = lobby.open(*"abacabad")
    first, cursor = lobby.turns.page(OPEN, limit=3)
    newer = lobby.open(*"abcd")
    rest = [game for page in lobby.pages(3, cursor=cursor) for game in page]
    assert sorted([*first, *rest]) == sorted(opened)
    assert not set(newer) & set(rest)


def test_a_table_that_is_filled_meanwhile_breaks_nothing(lobby: Lobby) -> None:
    """The table may also be the one that the cursor names."""
    lobby.open(*"abacabad")
    first, cursor = lobby.turns.page(OPEN, limit=3)
    match = lobby.tables.match(first[-1])
    for name in ("x", "y", "z"):
        match = lobby.tables.join(match, Sitter(name, None)).after
    rest = [game for page in lobby.pages(3, cursor=cursor) for game in page]
    assert len({*first, *rest}) == 8
    assert len(rest) == 5


def test_who_opened_a_table_is_read_once(lobby: Lobby) -> None:
    """Only its first event is read."""
    lobby.open(*["ann"] * 40)
    for _ in range(3):
        lobby.turns.page(OPEN, limit=10)
    assert lobby.log.asked == 40


def test_a_table_that_cannot_be_read_hides_no_other(lobby: Lobby) -> None:
    """An unreadable table counts as its own opener; the page leaves it out."""
    broken, *others = lobby.open(*"abc")
    with lobby.log.damaging(broken) as entries:
        entries[0] = RawEntry("1-0", {b"e": b"[]", b"h": b""})
    page, _ = lobby.turns.page(OPEN, limit=9)
    assert set(page) == {broken, *others}


def test_games_of_dynasties_take_their_dynastys_turn(lobby: Lobby) -> None:
    """The service opens all of them, but they do not share one turn."""
    dynasties = Dynasties(lobby.tables, lobby._clock)
    for name in ("ann", "bob"):
        now = dynasties.found(lobby.new_id(), NewTable(Rules(), 2, name, Sitter(name, None))).after
        dynasties.advance(dynasties.join(now, Sitter("cid", None)).after.id)
    [single] = lobby.open("dan")
    page, _ = lobby.turns.page(Question(GAMES), limit=9)
    assert len(page) == 3
    assert page[0] == single
    openers = {lobby.turns._openers.get(game) for game in page[1:]}
    assert openers == {
        Opener(each, each) for each in dynasties.log.list_streams(Question(DYNASTIES.listing), limit=9)[0]
    }


@pytest.mark.parametrize("cursor", ["x", "1@2", "@", "17.0@x.y"])
def test_a_foreign_cursor_is_refused(lobby: Lobby, cursor: str) -> None:
    """A cursor of another form is refused."""
    with pytest.raises(ValueError, match=r".*"):
        lobby.turns.page(OPEN, limit=1, cursor=cursor)
