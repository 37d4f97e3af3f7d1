"""The projector of the index: adds scored games from the feeds, and builds the index from the log.

A game is in the index once, even if several processes add it. The place in the feeds advances after its games
are in the index. A build begins after the place is known, so games scored meanwhile arrive by the feeds. Its
state is in the store, so the next projector goes on with it.
"""

import logging
from collections.abc import Callable, Sequence

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.listing import GAMES, Question
from replays.log.works import FINISHED
from replays.match.aggregate import Match, Status
from replays.projections.follower import MORE, Round, ScoredGames
from service.application.games.search.building import READ, IndexBuild, IndexBuiltElsewhere
from service.application.games.search.facts import Facts, facts_of
from service.application.games.search.index import Index

PAGE = 200
"""The number of games that a build reads in one step; between steps it renews its lease."""
READ_AT_ONCE = 50
"""The number of games that are read in one round trip: some 1 MB."""
FINISHED_GAMES = Question(GAMES, Status.SCORED.value)

logger = logging.getLogger(__name__)


class FinishedProjector:
    """Maintains the index. `is_public` is true if everybody may watch a game. For use by one thread.

    `clock` returns ms UTC. A game that cannot be read or added steps back and holds up no other.
    """

    def __init__(
        self,
        log: EventLog,
        index: Index,
        is_public: Callable[[Match], bool],
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._games = ScoredGames(log, FINISHED, self._add, clock, (IndexBuiltElsewhere,))
        self._log = log
        self._index = index
        self._is_public = is_public
        self._generation: str | None = None

    def go_on(self, block_ms: int) -> Round:
        """Add new games, waiting at most `block_ms` for them, or continue a build.

        Raises `StoreAway`, `ArchiveAway` and `UnknownOutcome`, after which it may be called again.
        """
        self._generation = self._index.present()
        try:
            if self._generation is not None:
                return self._games.go_on(block_ms)
            self._build_on(self._index.builds.present() or self._begun())
        except IndexBuiltElsewhere:  # read what the other one has done, and go on from there
            pass
        return MORE

    def _begun(self) -> IndexBuild:
        self._games.join()  # games scored from here on arrive by the feeds
        return self._index.builds.begin(self._log.count(FINISHED_GAMES))

    def _build_on(self, build: IndexBuild) -> None:
        """Read the next page of games, the newest first, or write the next of those found, or publish."""
        if build.cursor != READ:
            games, following = self._log.list_streams(FINISHED_GAMES, limit=PAGE, cursor=build.cursor or None)
            found = [facts for each in self._games.attempts.together(games, self._facts) for facts in each]
            self._index.builds.note(build, len(games), found, following)
        elif build.written < build.found:
            self._index.builds.write(build)
        else:
            self._index.builds.publish(build)
            logger.info("built the index of %d finished games", build.written)

    def _add(self, games: Sequence[GameId]) -> None:
        """Add these games to the index; raises the fault of any of them."""
        if self._generation is None:
            raise IndexBuiltElsewhere
        self._index.add(self._generation, self._facts(games))

    def _facts(self, games: Sequence[GameId]) -> list[Facts]:
        """The facts about the games that have a result; raises the fault of any of them."""
        found = []
        for begin in range(0, len(games), READ_AT_ONCE):
            some = games[begin : begin + READ_AT_ONCE]
            for game, events in zip(some, self._log.read_each([(game, 0) for game in some]), strict=True):
                found.append(
                    facts_of(game, self._log.read(game) if events is None else events, self._is_public)
                )
        return list(filter(None, found))
