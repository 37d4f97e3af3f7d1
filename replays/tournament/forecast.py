"""What can be said of a tournament before its next pairing: whether its field can play, and how evenly."""

from dataclasses import dataclass

from replays.encoding.identity import new_game_id
from replays.events.regulations import Filling, Format
from replays.match.randomness.draws import Purpose
from replays.tournament.aggregate import Tournament
from replays.tournament.lots import LotsStream
from replays.tournament.pairing import check_games, schedule_by
from replays.tournament.schedules.designs import DESIGNS
from replays.tournament.schedules.forms import Player, Unpairable
from replays.tournament.schedules.knockout import GO_ON, lucky_losers, with_byes, with_lucky_losers
from replays.tournament.schedules.league import Evenness, check_length, evenness
from replays.tournament.schedules.swiss import shape

EXAMPLE = LotsStream(bytes(32), Purpose("schedule"), new_game_id(bytes(16)), bytes(32))
"""Lots for a league that has none yet."""


def check_field(tournament: Tournament) -> None:
    """Raise `Unpairable` if those who are in cannot play the tournament.

    Codes: those of the pairing, and `tournament/rounds` for a knock-out that needs more rounds.
    """
    there = len(tournament.present)
    if tournament.created.format is not Format.KNOCKOUT:
        check_games(tournament.created.rounds * (there // tournament.players))
    if tournament.created.format is Format.KNOCKOUT:
        needed = knockout_rounds(there, tournament.players, tournament.created.regulations.filling)
        if needed > tournament.created.rounds:
            text = f"{there} players need {needed} rounds, and the tournament has {tournament.created.rounds}"
            raise Unpairable("tournament/rounds", text)
    elif tournament.created.format is Format.LEAGUE and (there, tournament.players) in DESIGNS:
        return
    else:
        shape(there, tournament.players)
        if tournament.created.format is Format.LEAGUE:
            check_length(there, tournament.players, tournament.created.rounds)


def knockout_rounds(players: int, size: int, filling: Filling) -> int:
    """The number of rounds down to the last table; raises `Unpairable`.

    >>> knockout_rounds(16, 4, Filling.BYES), knockout_rounds(5, 2, Filling.BYES)
    (3, 3)
    """
    rounds, left = 0, players
    while True:
        field = [Player(each) for each in range(left)]
        rounds += 1
        if filling is Filling.LUCKY:
            tables, _ = with_lucky_losers(field, size)
            ahead = left - sum(map(len, tables)) + len(tables) * GO_ON[size]
            left = ahead + lucky_losers(ahead, size)
        else:
            tables = with_byes(field, size)
            left = left - sum(map(len, tables)) + len(tables) * GO_ON[size]
        if len(tables) == 1 and sum(map(len, tables)) == len(field):
            return rounds


@dataclass(frozen=True, slots=True)
class Forecast:
    """How the field would play: tables, byes and smaller tables of the first round; a league's evenness."""

    tables: int
    byes: int
    smaller: int
    rounds: int
    even: Evenness | None = None


def forecast(tournament: Tournament) -> Forecast:
    """What the present field would play; raises `Unpairable` if it cannot.

    The schedule of a league without an exact design depends on lots, so its numbers are those of an example.
    """
    check_field(tournament)
    there, size, rounds = len(tournament.present), tournament.players, tournament.created.rounds
    if tournament.created.format is Format.KNOCKOUT:
        filling = tournament.created.regulations.filling
        tables = with_byes([Player(each) for each in range(there)], size)
        return Forecast(len(tables), there - sum(map(len, tables)), 0, knockout_rounds(there, size, filling))
    if tournament.created.format is Format.LEAGUE:
        schedule = schedule_by(there, size, rounds, EXAMPLE)
        first = schedule[0]
        return Forecast(
            len(first),
            there - sum(map(len, first)),
            sum(len(each) < size for each in first),
            rounds,
            evenness(there, schedule),
        )
    over, threes = shape(there, size)
    return Forecast((there - over + threes) // size, over, threes, rounds)
