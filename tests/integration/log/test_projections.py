"""The projections of the feeds hold the same laws, and so does one that is added in a few lines."""

from collections.abc import Sequence

from replays.encoding.identity import GameId
from replays.match.matches import Matches
from replays.projections.follower import ScoredGames
from service.application.games.search.finder import Finder, GameFilters
from service.application.games.search.index import Index
from service.application.games.search.projector import FinishedProjector
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector
from service.application.people.ratings.entries import GameRated
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from service.application.people.recorder import Recorder
from service.application.people.records import Records
from tests.integration.log.suites.projection_suite import (
    Projection,
    ProjectionSuite,
    Scene,
    ScoredGamesSuite,
)


class TestNotices(ProjectionSuite):
    """The notices of a player who stayed."""

    def make(self, scene: Scene) -> Projection:
        """Make the projector."""
        return Projector(scene.log, StoredInboxes(scene.store), scene.clock)

    def count(self, scene: Scene) -> int:
        """Count the notices of results."""
        found = StoredInboxes(scene.store).every(scene.pair[0])
        return sum(each.notice.kind == "game_scored" for each in found)


class TestRecords(ScoredGamesSuite):
    """The records of players."""

    def make(self, scene: Scene) -> Projection:
        """Make the recorder."""
        return Recorder(scene.store, scene.log, scene.players, lambda _: True, scene.clock)

    def count(self, scene: Scene) -> int:
        """Count the games of the first player's record."""
        return sum(pool.games for pool in Records(scene.store).of(scene.pair[0]))


class TestRatings(ScoredGamesSuite):
    """The ratings of players."""

    def make(self, scene: Scene) -> Projection:
        """Make the projector."""
        ledger, writing = RatingLedger(scene.store), GenerationWriter(scene.store)
        return RatingProjector(scene.log, ledger, writing, scene.clock)

    def count(self, scene: Scene) -> int:
        """Count the rated games."""
        found = RatingLedger(scene.store).entries()
        return sum(isinstance(entry, GameRated) for _, entry in found)


class TestFinished(ScoredGamesSuite):
    """The index of finished games."""

    def make(self, scene: Scene) -> Projection:
        """Make the projector."""
        return FinishedProjector(scene.log, Index(scene.store), lambda _: True, scene.clock)

    def count(self, scene: Scene) -> int:
        """Count the games found."""
        return len(Finder(Index(scene.store), scene.log).find(GameFilters(), None, limit=100).games)


class Sizes:
    """A projection that was added: the scored games by their numbers of players."""

    def __init__(self, scene: Scene) -> None:
        self._matches, self._store = Matches(scene.log), scene.store
        self.go_on = ScoredGames(scene.log, "sizes", self._add, scene.clock).go_on

    def _add(self, games: Sequence[GameId]) -> None:
        for game in games:
            match = self._matches.current(game)
            if match is not None:
                self._store.sadd(f"sizes:{match.players}", game)


class TestAdded(ScoredGamesSuite):
    """A projection that was added."""

    def make(self, scene: Scene) -> Projection:
        """Make the projection."""
        return Sizes(scene)

    def count(self, scene: Scene) -> int:
        """Count the games for two."""
        return int(scene.store.scard("sizes:2"))
