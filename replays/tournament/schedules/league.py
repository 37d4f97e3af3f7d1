"""The schedule of a league: all rounds are known before the start."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from replays.tournament.schedules.berger import berger
from replays.tournament.schedules.designs import DESIGNS
from replays.tournament.schedules.drawing import Draw
from replays.tournament.schedules.forms import Player, Schedule, Unpairable
from replays.tournament.schedules.history import History, PastRound
from replays.tournament.schedules.seats import seated
from replays.tournament.schedules.swiss import paired

MOST_PLACES = 2_000
"""Players times rounds of a schedule that no design gives: it takes seconds, and is made as a whole."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """How even a schedule is: each pair is the least and the most of something.

    `games` of a player, `meetings` of two players, and tables that one player has in one `seat`.
    """

    games: tuple[int, int]
    meetings: tuple[int, int]
    seat: tuple[int, int]

    @property
    def is_exact(self) -> bool:
        """True if everybody has as many games, and every two meet as often."""
        return len(set(self.games)) == 1 == len(set(self.meetings))


def league(players: int, size: int, rounds: int | None, draw: Draw) -> Schedule:
    """The rounds of a league.

    Duels are Berger tables, and tables of three and four exact designs where one exists; `rounds` then
    shortens them. Other fields play `rounds` rounds, in which those meet who have met least often. Raises
    `Unpairable` for a field that fills no tables, and as `check_length`.
    """
    check_length(players, size, rounds or players - 1)
    if size == 2 and players > 1:
        return berger(players)[:rounds]
    if (players, size) in DESIGNS:
        return DESIGNS[players, size]()[:rounds]
    return seated(_by_meetings(players, size, rounds or players - 1, draw))


def check_length(players: int, size: int, rounds: int) -> None:
    """Raise `Unpairable` with `pairing/long` for a league whose schedule would take too long to make.

    >>> check_length(1000, 2, 99), check_length(50, 4, 40)
    (None, None)
    """
    if size > 2 and (players, size) not in DESIGNS and players * rounds > MOST_PLACES:
        most = MOST_PLACES // players
        text = f"a league of {players} players at tables of {size} has at most {most} rounds, not {rounds}"
        raise Unpairable("pairing/long", f"{text}: choose a Swiss tournament")


def _by_meetings(players: int, size: int, rounds: int, draw: Draw) -> Schedule:
    everybody = dict.fromkeys(map(Player, range(players)), 0)
    past: list[PastRound] = []
    for _ in range(rounds):
        tables = paired(History(past, size).contenders(everybody), size, draw)
        playing = {player for table in tables for player in table}
        past.append(PastRound(tables, [player for player in everybody if player not in playing]))
    return tuple(round_.tables for round_ in past)


def evenness(players: int, schedule: Schedule) -> Evenness:
    """How even this schedule is for so many players."""
    tables = [table for tables in schedule for table in tables]
    games = Counter(player for table in tables for player in table)
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    seats = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    everybody = range(players)
    widest = range(max(map(len, tables), default=0))
    return Evenness(
        _bounds(games[Player(player)] for player in everybody),
        _bounds(met[frozenset(map(Player, pair))] for pair in combinations(everybody, 2)),
        _bounds(seats[Player(player), seat] for player in everybody for seat in widest),
    )


def _bounds(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found, default=0), max(found, default=0)
