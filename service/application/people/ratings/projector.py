"""The projector: collects rated games from the feeds into the stream, and folds the stream into ratings.

A game is in the stream once even if several projectors append it, so any number of them may run, and may die
at any point. The place in a feed advances after its games are in the stream; the position of the ratings
advances together with the ratings.
"""

import logging
from collections.abc import Callable, Sequence

from replays.encoding.identity import GameId
from replays.events.codec import decode
from replays.events.game_events import GameCreated
from replays.log.event_log import ArchiveDamaged, EventLog
from replays.log.works import RATINGS
from replays.match.aggregate import UNREADABLE
from replays.match.aggregate_cache import Damaged
from replays.match.matches import Matches
from replays.projections.follower import MORE, Round, ScoredGames
from service.application.people.ratings.entries import GameRated, rated_game
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.stored_fold import StoredFold
from service.application.people.ratings.writing import GenerationWriter

CACHED = 10
STEPS = 50
"""The number of steps of the fold between two reads of the feeds: a rebuild takes many."""

logger = logging.getLogger(__name__)


class RatingProjector:
    """Follows the feeds of a log. `clock` returns ms UTC. For one thread.

    A game that cannot be read steps back and holds up no other; once it can, it is appended to the stream.
    """

    def __init__(
        self, log: EventLog, ledger: RatingLedger, writing: GenerationWriter, clock: Callable[[], int]
    ) -> None:
        self._games = ScoredGames(log, RATINGS, self._add, clock)
        self._log = log
        self._ledger = ledger
        self._fold = StoredFold(ledger, writing, clock)
        self._matches = Matches(log, size=CACHED)
        self._is_behind = False

    def go_on(self, block_ms: int) -> Round:
        """Rate new games, waiting at most `block_ms` for them.

        Raises the errors of log, ledger and writing, after which it may be called again.
        """
        done = self._games.go_on(0 if self._is_behind else block_ms)
        self._is_behind = all(self._fold.go_on() for _ in range(STEPS))
        return MORE if self._is_behind else done

    def _add(self, games: Sequence[GameId]) -> None:
        """Append those of these games that are rated to the stream; raises the fault of any of them."""
        self._ledger.add(filter(None, (rated_in(self._log, self._matches, game) for game in games)))


def game_of(log: EventLog, matches: Matches, game: GameId) -> GameRated | None:
    """The entry of a game for the stream; None if it is not rated, not scored, or its log is unreadable.

    Raises `StoreAway` and `ArchiveAway`.
    """
    try:
        return rated_in(log, matches, game)
    except (*UNREADABLE, Damaged, ArchiveDamaged) as error:
        logger.error("no ratings by a game: %s", error, extra={"game": game})
        return None


def rated_in(log: EventLog, matches: Matches, game: GameId) -> GameRated | None:
    """The entry of a game for the stream; None if it is not rated or not scored.

    Raises one of `UNREADABLE`, `Damaged` and the errors of the log.
    """
    first = log.read(game, limit=1)
    created = decode(first[0]) if first else None
    if not isinstance(created, GameCreated) or not created.options.rated:
        return None
    match = matches.current(game)
    return rated_game(match) if match else None
