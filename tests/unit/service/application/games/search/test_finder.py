"""The index finds the same games as a plain look at all of them."""

import uuid
from collections.abc import Iterator, Sequence
from datetime import date
from random import Random

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import seeded
from harness.store.fake_log import FakeEventLog
from harness.store.trips import trips
from replays.encoding.identity import GameId
from replays.log.listing import Asked, ListingPlace, ListPage, Question
from service.application.games.search import building
from service.application.games.search.building import IndexBuild, IndexBuiltElsewhere
from service.application.games.search.facts import DAY_MS, Company, Facts, VariantChoice
from service.application.games.search.finder import Finder, GameFilters, Range, SearchPage
from service.application.games.search.index import Index, Snapshot
from service.application.games.search.layout import BITMAPS, Number

ANN, BEN = (str(uuid.UUID(int=number)) for number in (1, 2))


class ListedLog(FakeEventLog):
    """A log that has only lists of players' games."""

    def __init__(self, games: dict[str, list[GameId]]) -> None:
        super().__init__()
        self._of_players = games

    def list_each(self, asked: Sequence[Asked]) -> list[ListPage]:
        """Return the player's first games, for each question."""
        return [self._first(*each) for each in asked]

    def _first(self, question: Question, limit: int, cursor: str | None) -> ListPage:
        assert cursor is None
        return [ListingPlace(1, game) for game in self._of_players[question.player or ""][:limit]], None


def some_facts(random: Random, number: int) -> Facts:
    """The facts of a game that ended later than those with lower numbers."""
    return Facts(
        GameId(str(uuid.UUID(int=random.getrandbits(128)))),
        DAY_MS * 20_000 + number * DAY_MS // 5,
        random.choice(list(VariantChoice)),
        random.choice([2, 3, 4]),
        random.choice(list(Company)),
        random.random() < 0.3,
        random.random() < 0.8,
        random.choice([0, 1, 63, 64, 200, 5_000]),
        random.choice([0, 1, 30, 4_095, 9_999]),
        random.randrange(49),
    )


def built(index: Index, games: list[Facts]) -> None:
    """Build an index of these games."""
    build = index.builds.begin(len(games))
    index.builds.note(build, len(games), games, None)
    while (build := present(index)).written < build.found:
        index.builds.write(build)
    index.builds.publish(build)


def present(index: Index) -> IndexBuild:
    """The running build."""
    build = index.builds.present()
    assert build is not None
    return build


class Shelf:
    """An index of 300 games, some of two known players, and the same games as a list, newest first."""

    def __init__(self) -> None:
        random = seeded(5)
        self.games = [some_facts(random, number) for number in range(300)]
        self.seats = {who: {facts.game for facts in random.sample(self.games, 90)} for who in (ANN, BEN)}
        self.index = Index(FakeRedis(server=FakeServer()))
        built(self.index, self.games)
        self.finder = Finder(self.index, ListedLog({who: sorted(games) for who, games in self.seats.items()}))

    def plainly(self, wanted: GameFilters, viewer: str | None) -> list[GameId]:
        """Return the matching games, latest end first, by checking each."""
        return [facts.game for facts in reversed(self.games) if self.fits(facts, wanted, viewer)]

    def fits(self, facts: Facts, wanted: GameFilters, viewer: str | None) -> bool:
        """Return True if the game matches and the viewer may see it."""
        values = {
            Number.POINTS: facts.points,
            Number.DAYS: facts.days,
            Number.TURNS: facts.turns,
            Number.ENDED: facts.ended_at // DAY_MS,
        }
        return (
            (facts.is_public or viewer in wanted.players)
            and wanted.variant in (None, facts.variant)
            and wanted.seats in (None, facts.players)
            and wanted.company in (None, facts.company)
            and wanted.is_rated in (None, facts.is_rated)
            and all(facts.game in self.seats[player] for player in wanted.players)
            and all(
                (asked.least is None or asked.least <= values[number])
                and (asked.most is None or values[number] <= asked.most)
                for number, asked in wanted.ranges.items()
            )
        )

    def all_pages(self, wanted: GameFilters, viewer: str | None, limit: int) -> Iterator[SearchPage]:
        """Yield each page of the results."""
        cursor = None
        while True:
            page = self.finder.find(wanted, viewer, limit=limit, cursor=cursor)
            yield page
            if (cursor := page.next) is None:
                return


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Give the index."""
    return Shelf()


def some_range(random: Random, values: list[int]) -> Range:
    """A range of a number, mostly unbounded."""
    if random.random() < 0.7:
        return Range()
    return Range(*(random.choice([None, *values]) for _ in range(2)))


def some_question(random: Random) -> GameFilters:
    """A question with a random combination of filters."""
    return GameFilters(
        random.choice([None, None, *VariantChoice]),
        random.choice([None, None, 2, 3, 4]),
        random.choice([None, *Company]),
        random.choice([None, None, True, False]),
        frozenset(random.sample([ANN, BEN], random.choice([0, 0, 1, 2]))),
        some_range(random, [0, 1, 64, 200, 4_000]),
        some_range(random, [0, 2, 31, 4_000]),
        some_range(random, [10, 24, 48]),
        some_range(random, [0, 20_000, 20_030, 20_059, 30_000]),
    )


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("viewer", [None, ANN])
def test_properties_combine(shelf: Shelf, viewer: str | None) -> None:
    """Each page has the next matching games in order, each once, and the total."""
    random, numbers = seeded(6), set()
    for _ in range(150):
        wanted = some_question(random)
        expected = shelf.plainly(wanted, viewer)
        pages = list(shelf.all_pages(wanted, viewer, 7))
        assert [game for page in pages for game in page.games] == expected, wanted
        assert {page.total for page in pages} == {len(expected)}
        numbers.add(len(expected))
    assert {0, 1} < numbers  # questions with few results and with many occurred


def test_private_games_are_for_those_who_had_a_seat_and_ask_for_their_own(shelf: Shelf) -> None:
    """Nobody else finds them, not even in the total."""
    hidden = {facts.game for facts in shelf.games if not facts.is_public} & shelf.seats[ANN]
    assert hidden
    of_ann = GameFilters(players=frozenset({ANN}))
    mine, theirs = (shelf.finder.find(of_ann, viewer, limit=300) for viewer in (ANN, BEN))
    assert set(mine.games) - set(theirs.games) == hidden
    assert mine.total - theirs.total == len(hidden)
    assert not hidden & set(shelf.finder.find(GameFilters(), ANN, limit=300).games)


def test_a_game_is_in_the_index_once(shelf: Shelf) -> None:
    """Adding it again changes nothing."""
    before = shelf.finder.find(GameFilters(), None, limit=300)
    generation = shelf.index.present()
    assert generation is not None
    shelf.index.add(generation, shelf.games[50:90])
    assert shelf.finder.find(GameFilters(), None, limit=300) == before


def test_a_process_reads_the_index_once_and_notices_the_next_one(shelf: Shelf) -> None:
    """What it found before takes one round trip; after a build by another process it finds the new games."""
    store = FakeRedis(server=FakeServer())
    built(Index(store), shelf.games[:20])
    finder = Finder(Index(store), ListedLog({}))
    found = finder.find(GameFilters(), None, limit=300)
    with trips() as sent:
        assert finder.find(GameFilters(), None, limit=300) == found
    assert len(sent) == 1
    built(Index(store), shelf.games[10:40])
    there = [facts.game for facts in reversed(shelf.games[10:40]) if facts.is_public]
    assert finder.find(GameFilters(), None, limit=300).games == there


def test_a_cursor_that_is_none_is_refused(shelf: Shelf) -> None:
    """A cursor must be the id of a game in the index."""
    for cursor in ("7", str(uuid.UUID(int=9))):
        with pytest.raises(ValueError, match="not"):
            shelf.finder.find(GameFilters(), None, limit=5, cursor=cursor)


@pytest.mark.long
def test_a_cursor_outlives_a_build() -> None:
    """A cursor is a game's id, so the next page follows it in a rebuilt index too."""
    shelf = Shelf()
    first = shelf.finder.find(GameFilters(), None, limit=10)
    expected = shelf.finder.find(GameFilters(), None, limit=10, cursor=first.next)
    built(shelf.index, [facts for facts in shelf.games if facts.is_public])
    assert shelf.finder.find(GameFilters(), None, limit=10, cursor=first.next).games == expected.games


def test_games_added_one_by_one_are_those_of_a_build(shelf: Shelf) -> None:
    """Every bitmap is the same, and a projector that has lost the index cannot add to it."""
    store = FakeRedis(server=FakeServer())
    index = Index(store)
    built(index, shelf.games[:100])
    generation = index.present()
    assert generation is not None
    index.add(generation, shelf.games[100:])
    assert index.read(list(BITMAPS)) == Snapshot(generation, 300, whole(shelf))
    index.want()
    assert index.present() is None
    with pytest.raises(IndexBuiltElsewhere):
        index.add(generation, shelf.games)
    built(index, [])
    assert not list(store.scan_iter(f"*{generation}*"))


def test_a_builder_that_was_cancelled_deletes_nothing_of_the_next_one(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be late with the deletion of earlier generations, when the next build is half written."""
    server = FakeServer()
    index, late = Index(FakeRedis(server=server)), FakeRedis(server=server)
    members = late.smembers

    def when_half_written(key: str) -> object:
        build = index.builds.begin(300)
        index.builds.note(build, 300, shelf.games, None)
        index.builds.write(present(index))
        return members(key)

    monkeypatch.setattr(building, "WRITTEN_AT_ONCE", 160)
    monkeypatch.setattr(late, "smembers", when_half_written)
    Index(late).builds.begin(300)
    index.builds.write(present(index))
    index.builds.publish(present(index))
    generation = index.present()
    assert generation is not None
    assert index.read(list(BITMAPS)) == Snapshot(generation, 300, whole(shelf))


def whole(shelf: Shelf) -> dict[str, int]:
    """All bitmaps of the shelf's index."""
    there = shelf.index.read(list(BITMAPS))
    assert there is not None
    return there.bitmaps


def test_days_of_the_calendar() -> None:
    """A range of dates is stored in days since 1970."""
    assert Range.of_days(date(1970, 1, 1), date(1971, 1, 1)) == Range(0, 365)
