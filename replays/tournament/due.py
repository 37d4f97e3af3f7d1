"""Finds the tournaments that have work for a worker, from the log alone and without opening a secret."""

from functools import partial

from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.listing import Question
from replays.match.aggregate import OVER
from replays.match.recording import MATCHES
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.deciding.rounds import is_to_be_ended, is_to_be_paired


def is_due(log: EventLog, tournament: Tournament) -> bool:
    """True if a step is to be done; costs one read of the listings of its games that may still run."""
    running = tournament.running
    opening = running is not None and running.opened_at is None
    if is_to_be_paired(tournament) or opening or tournament.outages or is_to_be_ended(tournament):
        return True
    over = games_over(log, tournament)
    return any(table.id in over for table in tournament.unscored) or bool(next_revealed(tournament, over))


def games_over(log: EventLog, tournament: Tournament) -> set[GameId]:
    """The games of rounds without a revealed seed that get no more events."""
    tables = [
        table
        for each in tournament.rounds
        if each.seed is None and each.opened_at is not None
        for table in each.tables
    ]
    known = {table.id for table in tables if table.scored and table.scored.over}
    asked = [table.id for table in tables if table.id not in known]
    if not asked:
        return known
    questions = (Question(MATCHES.listing, status.value) for status in OVER)
    return known.union(*(log.among(question, asked) for question in questions))


def next_revealed(tournament: Tournament, over: set[GameId]) -> TournamentRound | None:
    """The first round whose games are all over and counted, and whose seed is not revealed."""
    opened = (each for each in tournament.rounds if each.seed is None and each.opened_at is not None)
    return next((each for each in opened if all(map(partial(_is_counted, over), each.tables))), None)


def _is_counted(over: set[GameId], table: TournamentTable) -> bool:
    """True if the game is over and counted: once the seed is revealed, nobody asks whether it is."""
    return table.scored is not None and table.id in over
