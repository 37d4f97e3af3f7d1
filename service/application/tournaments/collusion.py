"""The report on choices that help one other: from the reviews of a tournament's games, which workers make.

It is computed from stored reviews for each request of a director, and stored nowhere itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kingdomino.review.grading import Grade
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.projections.reviews import Document
from replays.tournament.aggregate import Tournament
from replays.tournament.desk.collusion import CollusionReport, ExaminedGame, HelpingChoice, report
from service.application.games.reviews.stored import Reviews
from service.application.games.reviews.subject import NotReviewed, ReviewSubject, subject_of_match
from service.application.quotas.request_queue import Added, Requester
from service.application.quotas.throttle import Attempt, Throttle

MOST_GAMES = 200
"""The most games of one report; of a larger tournament it is about the games of one entrant."""


class ToExamine(NamedTuple):
    """A game that has a result: its number, its match, and what its review is stored under."""

    number: int
    match: Match
    subject: ReviewSubject


class ReportSoFar(NamedTuple):
    """A report with its numbers: games that have ended, and those whose reviews are still missing.

    `moves` has the made and the best move of each choice in the report, in notation, by game number and
    version.
    """

    report: CollusionReport
    games: int
    missing: tuple[ReviewSubject, ...]
    moves: Mapping[tuple[int, int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Collusion:
    """Reads reviews, and requests those that are missing. Methods raise `StoreAway` and `Refusal`."""

    tables: Tables
    reviews: Reviews
    throttle: Throttle

    def examined(self, tournament: Tournament, entrant: int | None) -> ReportSoFar:
        """The report so far, on all games or on those of an entrant (from 1).

        Codes: `tournament/unknown-entrant`, `tournament/too-many-games`.
        """
        games = list(self._games(tournament, entrant))
        kept = self.reviews.kept([each.subject for each in games])
        found = [(game, review) for game, review in zip(games, kept, strict=True) if review is not None]
        missing = tuple(game.subject for game, review in zip(games, kept, strict=True) if review is None)
        chooser = None if entrant is None else tournament.sitter(tournament.field[entrant - 1].number).player
        said = report([_examined(game, review) for game, review in found], chooser)
        return ReportSoFar(said, len(games), missing, dict(_moves(found)))

    def ask(self, missing: tuple[ReviewSubject, ...], by: Requester, now: int) -> None:
        """Request missing reviews, as many as may wait for one address; raises `TooOften`."""
        for subject in missing:
            if self.reviews.standing(subject, now).status == "none":
                self.throttle.count(Attempt.EXAMINED_BY, by.account)
                if self.reviews.wish(subject, by, now) in {Added.SHARE, Added.FULL}:
                    return

    def _games(self, tournament: Tournament, entrant: int | None) -> Iterator[ToExamine]:
        if entrant is not None and not 1 <= entrant <= len(tournament.field):
            raise Refusal("tournament/unknown-entrant", f"there is no entrant {entrant}")
        numbers = {
            GameId(table.id): table.number
            for table in tournament.games
            if table.scored and table.scored.over and (entrant is None or entrant - 1 in table.entrants)
        }
        if len(numbers) > MOST_GAMES:
            text = f"a report is on at most {MOST_GAMES} games: choose an entrant whose games are examined"
            raise Refusal("tournament/too-many-games", text)
        for match in self.tables.matches.readable(numbers):
            try:
                yield ToExamine(numbers[match.id], match, subject_of_match(match))
            except NotReviewed:
                continue


def _examined(game: ToExamine, review: Document) -> ExaminedGame:
    sitters = game.match.sitters
    made = [each["seat"] for each in review["decisions"] if each["grade"] != Grade.FORCED.value]
    return ExaminedGame(
        game.number,
        tuple(None if sitter.bot else sitter.player for sitter in sitters),
        tuple(made.count(seat) for seat, _ in enumerate(sitters)),
        tuple(HelpingChoice(**each) for each in review["helps"]),
    )


def _moves(found: list[tuple[ToExamine, Document]]) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    for game, review in found:
        for each in review["decisions"]:
            yield (game.number, each["version"]), (each["made"], each["best"])
