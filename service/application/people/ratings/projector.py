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
from replays.projections.follower import AT_ONCE, MORE, Round, ScoredGames
from service.application.people.ratings.entries import Entry, GameRated, PlayerLeft, Verdict, rated_game
from service.application.people.ratings.fold import Fold, folded
from service.application.people.ratings.generations import Op, all_ops, left_ops, next_ops, retire_ops
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.skill import MODEL
from service.application.people.ratings.writing import ConcurrentWrite, GenerationWriter, Present

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
        self._writing = writing
        self._clock = clock
        self._matches = Matches(log, size=AT_ONCE)
        self._fold: tuple[Fold, Present] | None = None

    def go_on(self, block_ms: int) -> Round:
        """Rate new games, waiting at most `block_ms` for them.

        Raises the errors of log, ledger and writing, after which it may be called again.
        """
        done = self._games.go_on(block_ms)
        try:
            return MORE if self._follow() else done
        except ConcurrentWrite:
            self._fold = None
            return MORE

    def _add(self, games: Sequence[GameId]) -> None:
        """Append those of these games that are rated to the stream; raises the fault of any of them."""
        self._ledger.add(filter(None, (rated_in(self._log, self._matches, game) for game in games)))

    def _follow(self) -> bool:
        """Fold the entries of the stream after the position of the ratings; True if there were any."""
        if self._fold is None:
            self._fold = self._begun()
        fold, present = self._fold
        new = self._ledger.entries(after=fold.position)
        if any(isinstance(entry, Verdict) for _, entry in new):
            self._fold = rebuild(self._ledger, self._writing, present, self._clock())
            return True
        self._fold = None  # dropped until the write succeeds: in between, the fold is ahead of the store
        for number, entry in new:
            present = self._writing.write(present, number, _added(fold, number, entry))
        self._fold = fold, self._retired(fold, present)
        return bool(new)

    def _begun(self) -> tuple[Fold, Present]:
        """The fold at the position of the stored ratings; ratings of another model are rebuilt."""
        present = self._writing.present()
        if present.model != MODEL:
            return rebuild(self._ledger, self._writing, present, self._clock())
        entries = self._ledger.entries()
        return folded([each for each in entries if each[0] <= present.position])[0], present

    def _retired(self, fold: Fold, present: Present) -> Present:
        """Remove players whose idle time has made their rating provisional from the leaderboards."""
        due = self._writing.provisional_by(present, self._clock(), AT_ONCE)
        if not due:
            return present
        ops = [op for pool, player in due for op in retire_ops(pool, player, fold.standings[pool, player])]
        return self._writing.write(present, present.position, ops)


def rebuild(
    ledger: RatingLedger, writing: GenerationWriter, present: Present, now: int
) -> tuple[Fold, Present]:
    """Fold the whole stream into a new generation; raises `ConcurrentWrite`."""
    fold, counted = folded(ledger.entries())
    return fold, writing.publish(present, fold.position, MODEL, all_ops(fold, counted), now)


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


def _added(fold: Fold, number: int, entry: Entry) -> list[Op]:
    """Fold an entry, and return the commands that write its changes."""
    if isinstance(entry, PlayerLeft):
        fold.add(number, entry)
        return list(left_ops(fold, entry.player))
    before = {}
    if isinstance(entry, GameRated):
        known = ((player, fold.standings.get((entry.pool, player))) for player in entry.players)
        before = {player: standing for player, standing in known if standing}
    counted = fold.add(number, entry)
    return list(next_ops(fold, before, counted)) if counted else []
