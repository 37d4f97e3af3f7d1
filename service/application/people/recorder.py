"""The projection that counts scored games into the records of their players.

It follows the feeds, and advances its place only after it has written the results. Each record counts a game
once, so a repeated step changes nothing. A walk, which is safe to repeat as well, visits all games once, so
that games from before the first step count too and their players can be found by name.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import cast

from redis import Redis

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.works import RECORDS
from replays.match.aggregate import Match
from replays.match.aggregate_cache import AggregateCache
from replays.match.recording import MATCHES
from replays.projections.follower import MORE, Round, ScoredGames
from replays.store.scripts import asking
from service.application.accounts.players import Players
from service.application.people.records import Records
from service.application.people.results import PlayerResult, results_of

PAGE = 50
"""The number of games that the walk visits in one step."""
CACHED = 10
WALK = "records:walk"
"""The key of the cursor of the walk, or `DONE`."""
DONE = "done"


class Recorder:
    """Counts results into records. `is_public` is true if everybody may watch a game. For one thread.

    `clock` returns ms UTC. A game whose results cannot be counted steps back and holds up no other.
    """

    def __init__(
        self,
        store: Redis,
        log: EventLog,
        players: Players,
        is_public: Callable[[Match], bool],
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._games = ScoredGames(log, RECORDS, self._count, clock)
        self._store = store
        self._log = log
        self._players = players
        self._is_public = is_public
        self._records = Records(store)
        self._matches = AggregateCache(log, MATCHES, CACHED)
        self._walked = False

    def go_on(self, block_ms: int) -> Round:
        """Count new games, waiting at most `block_ms` for them, and walk on.

        Raises `StoreAway`, `ArchiveAway` and `UnknownOutcome`, after which it may be called again.
        """
        walks = not self._walked and self._walk()
        done = self._games.go_on(0 if walks else block_ms)
        return MORE if walks else done

    def _walk(self) -> bool:
        """Visit the next games of the walk, the newest first; False if it has ended."""
        with asking():
            kept = cast("bytes | None", self._store.get(WALK))
        cursor = kept.decode() if kept else None
        if cursor == DONE:
            self._walked = True
            return False
        self._games.join()  # games scored from here on arrive by the feeds
        games, following = self._log.list_games(limit=PAGE, cursor=cursor)
        found = self._games.attempts.together(games, self._count)
        sitters = {
            sitter.player
            for each in found
            for match in each
            for sitter in match.sitters
            if sitter.bot is None
        }
        names = self._players.names(sitters)
        self._players.index.add((player, name) for player, name in names.items() if name is not None)
        with asking():
            self._store.set(WALK, following or DONE)
        return True

    def _count(self, games: Sequence[GameId]) -> list[Match]:
        """Count the results of these games, which are returned; raises the fault of any of them."""
        found = [match for game in games if (match := self._matches.current(game))]
        results: dict[str, list[PlayerResult]] = defaultdict(list)
        for match in found:
            for player, result in results_of(match, is_public=self._is_public(match)):
                results[player].append(result)
        for player, each in results.items():
            self._records.count(player, each)
        return found
