"""Checks of ratings against their sources, the games' logs and the stream; and their rebuild."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.listing import all_pages
from replays.match.aggregate import Status
from replays.match.matches import Matches
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.entries import GameRated, Verdict
from service.application.people.ratings.fold import Fold, folded
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.projector import game_of
from service.application.people.ratings.skill import MODEL
from service.application.people.ratings.stored_fold import StoredFold
from service.application.people.ratings.writing import Generation, GenerationWriter

PAGE = 100


class Difference(NamedTuple):
    """A difference that a check found: a stable code, and a sentence."""

    code: str
    text: str


class Ratings:
    """The ratings of a log with their sources; `clock` returns ms UTC."""

    def __init__(
        self,
        log: EventLog,
        ledger: RatingLedger,
        writing: GenerationWriter,
        boards: Boards,
        clock: Callable[[], int],
    ) -> None:
        self._log = log
        self._matches = Matches(log, size=PAGE)
        self._ledger = ledger
        self._writing = writing
        self._boards = boards
        self._clock = clock

    def rebuild(self) -> Iterator[Generation]:
        """Add rated games that the stream lacks, the oldest first, and fold the whole stream again.

        A game can be missing only if the store has lost its newest writes. Yields the generation after each
        step; workers may take steps of it meanwhile. Raises `ConcurrentWrite` if another one begins.
        """
        known = {entry.game for _, entry in self._ledger.entries() if isinstance(entry, GameRated)}
        missing = [game for game in self._rated_games() if game.game not in known]
        self._ledger.add(sorted(missing, key=lambda game: (game.at, game.game)))
        yield self._writing.begin()
        fold = StoredFold(self._ledger, self._writing, self._clock)
        while fold.go_on():
            yield self._writing.current() or self._writing.present()

    def differences(self) -> Iterator[Difference]:
        """Compare the games' logs with the stream, and the stream with the ratings in the store."""
        entries = self._ledger.entries()
        counted = {entry.game: entry for _, entry in entries if isinstance(entry, GameRated)}
        found = set()
        for game in self._rated_games():
            found.add(game.game)
            if game.game not in counted:
                yield Difference("game/missing", f"{game.game} is rated and scored, and not in the stream")
            elif counted[game.game] != game:
                yield Difference("game/differs", f"{game.game} has another result in its log")
        for unknown in counted.keys() - found:
            yield Difference("game/unknown", f"{unknown} is in the stream and has no rated result in its log")
        yield from self._of_standings()

    def _of_standings(self) -> list[Difference]:
        """Compare the stream with the ratings; retries if a projector has written meanwhile."""
        while True:
            present = self._writing.present()
            entries = self._ledger.entries()
            if any(isinstance(entry, Verdict) for _, entry in entries[present.position :]):
                text = f"a verdict waits after entry {present.position}: check again when a worker is done"
                return [Difference("ratings/behind", text)]
            found = list(self._standings(folded(entries[: present.position])[0]))
            if present.model != MODEL:
                text = f"the ratings are of {present.model or 'no model'}, not {MODEL}"
                found.append(Difference("ratings/model", text))
            if self._writing.present() == present:
                return found

    def _standings(self, fold: Fold) -> Iterator[Difference]:
        names = list(fold.standings)
        for start in range(0, len(names), PAGE):
            some = names[start : start + PAGE]
            for (pool, player), stored in zip(some, self._boards.standings(some), strict=True):
                expected = fold.standings[pool, player]
                if stored != expected:
                    text = f"{player} in {pool.value} has {stored}, and by the stream {expected}"
                    yield Difference("ratings/differ", text)

    def _rated_games(self) -> Iterator[GameRated]:
        """Every scored rated game of the log, the newest first."""
        for games in all_pages(partial(self._log.list_games, limit=PAGE, status=Status.SCORED.value)):
            yield from filter(None, map(self._game, games))

    def _game(self, game: GameId) -> GameRated | None:
        return game_of(self._log, self._matches, game)
