"""What every projection of the feeds must hold, on a real server: each scored game is in its output once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from redis import Redis
from redis.client import Pipeline

from harness.games import ADDRESS, seeded, tables_on
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.identity import PARTITIONS, GameId, new_game_id
from replays.events.codec import CodecError
from replays.events.game_events import Absent, Options
from replays.log.event_log import EventLog, StoreAway
from replays.log.setbacks import FIRST_DELAY_MS
from replays.match.aggregate import Sitter
from replays.projections.follower import Round
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from replays.streams.lag import groups_of, lag_of
from service.application.accounts.players import Players


class Projection(Protocol):
    """A projection of the feeds."""

    def go_on(self, block_ms: int) -> Round:
        """Process new entries; true if there may be more."""


class Scene:
    """An installation with two players."""

    def __init__(self, store: Redis, url: str) -> None:
        self.store = store
        self.log: EventLog = StreamsEventLog(store, clients.reader(url))
        self.tables = tables_on(self.log)
        self.players = Players(store, bytes(32), bytes, lambda: 0.0)
        self.pair = [self.players.register(name, f"key of {name}", ADDRESS, 1).id for name in ("Ann", "Bob")]
        self.now = 1_800_000_000_000
        self.random = seeded(7)

    def clock(self) -> int:
        """The present time, in ms UTC."""
        return self.now

    def scored(self) -> GameId:
        """A rated game of both players that is scored at once, because one of them gives up."""
        one, other = [Sitter(player, None) for player in self.pair]
        new = NewTable(Rules(), 2, one.player, one, Options(rated=True, absent=Absent.END))
        match = self.tables.create(new_game_id(self.random.randbytes(16)), new).after
        match = self.tables.join(match, other).after
        return self.tables.settle(Attendance(self.tables).resign(match, other.player).after.id).id


class ProjectionSuite(ABC):
    """The suite; a test class of a projection makes it and counts the scored games in its output."""

    @abstractmethod
    def make(self, scene: Scene) -> Projection:
        """Make a projection, which continues where another one has ended."""

    @abstractmethod
    def count(self, scene: Scene) -> int:
        """Count the scored games in the output, a game that is there twice as two."""

    @pytest.fixture
    def scene(self, store: Redis, store_url: str) -> Scene:
        """Give an installation whose projection runs and has nothing to do."""
        scene = Scene(store, store_url)
        self.run(scene)
        return scene

    def run(self, scene: Scene, projection: Projection | None = None) -> None:
        """Run a projection, a new one by default, until it has nothing to do."""
        projection = projection or self.make(scene)
        while projection.go_on(0):
            pass

    def test_a_new_one_goes_on_where_the_last_one_ended(self, scene: Scene) -> None:
        """Games from before and after a restart are counted, each once."""
        for games in (2, 3):
            while self.count(scene) < games:
                scene.scored()
                self.run(scene)
        self.run(scene)
        assert self.count(scene) == 3

    @pytest.mark.parametrize("point", ["before", "after"])
    def test_one_that_dies_is_gone_on_with(self, scene: Scene, point: str) -> None:
        """A projection dies before or after each of its calls to the store; each game is counted once."""
        dead, games = True, 0
        while dead:
            scene.scored()
            games += 1
            with dying(games, point) as dead_at:
                self.run(scene)
            dead = bool(dead_at)
            self.run(scene)
            assert self.count(scene) == games
        assert games > 3

    def test_two_at_once_count_a_game_once(self, scene: Scene) -> None:
        """If another one is ahead, a projection does the same again and reads the places anew."""
        one, other = self.make(scene), self.make(scene)
        for each in (one, other):
            self.run(scene, each)
        for games in (1, 2, 3):
            scene.scored()
            self.run(scene, one)
            self.run(scene, other)
            assert self.count(scene) == games
        scene.scored()
        self.run(scene, other)
        (name,) = groups_of(scene.store)
        assert lag_of(scene.store, name).entries == 0

    def test_no_entry_is_trimmed_before_it_is_counted(self, scene: Scene) -> None:
        """Trimming leaves what the projection has still to read, and a stopped one loses no game."""
        scene.scored()
        scene.log.trim_feeds()
        self.run(scene)
        assert scene.log.trim_feeds() > 0
        assert self.count(scene) == 1

    def test_a_gap_in_the_feeds_stops_nothing(self, scene: Scene) -> None:
        """Games whose entries are lost are passed over, and later ones are counted."""
        running = self.make(scene)
        self.run(scene, running)
        scene.scored()
        for number in range(PARTITIONS):
            scene.store.xtrim(keys.feed(number), maxlen=0, approximate=False)
        self.run(scene, running)
        scene.scored()
        self.run(scene, running)
        assert self.count(scene) == 1

    def test_a_lost_place_counts_nothing_twice(self, scene: Scene) -> None:
        """A projection whose place is lost reads all entries again."""
        scene.scored()
        self.run(scene)
        for number in range(PARTITIONS):
            for group in scene.store.xinfo_groups(keys.feed(number)):
                scene.store.xgroup_destroy(keys.feed(number), group["name"])
        scene.scored()
        self.run(scene)
        assert self.count(scene) == 2


class ScoredGamesSuite(ProjectionSuite):
    """What also holds for a projection of scored games."""

    def test_a_game_that_fails_holds_up_no_other(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game that cannot be read steps back, and is counted once it can be."""
        projection = self.make(scene)
        bad, good = scene.scored(), scene.scored()
        with monkeypatch.context() as broken:
            read, read_each = scene.log.read, scene.log.read_each

            def fail(game: GameId, **options: Any) -> Any:
                if game == bad:
                    raise CodecError("log/data", "damaged")
                return read(game, **options)

            def fail_each(places: Sequence[tuple[GameId, int]], *others: Any) -> Any:
                return [fail(game) for game, _ in places] and read_each(places, *others)

            broken.setattr(scene.log, "read", fail)
            broken.setattr(scene.log, "read_each", fail_each)
            self.run(scene, projection)
            assert self.count(scene) == 1
        self.run(scene, projection)
        assert self.count(scene) == 1
        scene.now += FIRST_DELAY_MS
        self.run(scene, projection)
        assert self.count(scene) == 2
        assert bad != good


@contextmanager
def dying(number: int, point: str) -> Iterator[list[int]]:
    """End the block before or after this call to the store, from 1; the list shows whether it was made."""
    calls, dead = 0, list[int]()

    def at_last(call: Callable[..., Any]) -> Callable[..., Any]:
        def do(*args: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls < number:
                return call(*args, **options)
            dead.append(calls)
            if point == "after" and calls == number:
                call(*args, **options)
            raise StoreAway("killed")

        return do

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Redis, "execute_command", at_last(Redis.execute_command))
        patch.setattr(Pipeline, "execute", at_last(Pipeline.execute))
        try:
            yield dead
        except StoreAway:
            assert dead
