"""The pairing of the next round, from the record and the round's lots alone: anybody can repeat it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from replays.events import tournament_events as events
from replays.events.regulations import Filling, Format, Seeding
from replays.tournament.aggregate import Tournament, TournamentRound
from replays.tournament.lots import Lots, LotsStream, drawing, stream
from replays.tournament.results import first_lots, order_by_lot, result, scores, standing_rows
from replays.tournament.schedules.forms import Player, Round, Schedule, Unpairable
from replays.tournament.schedules.history import History, PastRound
from replays.tournament.schedules.knockout import going_on, lucky_losers, with_byes, with_lucky_losers
from replays.tournament.schedules.league import league
from replays.tournament.schedules.swiss import paired

ENGINE = 1
"""The version of the method, recorded with each pairing; another method gets another number."""


class Pairing(NamedTuple):
    """The tables of a round by seat, those who have a bye, and whether a director paired by hand."""

    tables: Round
    byes: tuple[Player, ...]
    by_hand: bool = False


def pairing(tournament: Tournament, seed: bytes) -> Pairing:
    """The pairing of the next round with these lots; raises `Unpairable`.

    Codes: `pairing/few`, `pairing/barred`, `pairing/lucky`, `pairing/long`, `pairing/games`, and
    `pairing/by-hand` for a pairing by hand that does not fit any more.
    """
    number = tournament.paired + 1
    chosen = by_hand(tournament, number)
    if chosen is not None:
        _check_fits(tournament, chosen)
    found = chosen or _FORMATS[tournament.created.format](tournament, Lots(seed, tournament.head))
    check_games(tournament.numbered + len(found.tables))
    return found


def check_games(games: int) -> None:
    """Raise `Unpairable` with `pairing/games` for more games than a tournament has."""
    if games > events.MOST_GAMES:
        text = f"a tournament has at most {events.MOST_GAMES} games, and these would be {games}"
        raise Unpairable("pairing/games", f"{text}: fewer rounds are possible")


def by_hand(tournament: Tournament, number: int) -> Pairing | None:
    """The last pairing by hand of this round that holds, or None."""
    chosen = [each for _, each in tournament.holding(events.TournamentPairingSet) if each.number == number]
    if not chosen:
        return None
    tables = tuple(tuple(map(Player, table)) for table in chosen[-1].tables)
    return Pairing(tables, tuple(map(Player, chosen[-1].byes)), by_hand=True)


def _check_fits(tournament: Tournament, chosen: Pairing) -> None:
    there = set(contestants(tournament))
    seated = {player for table in (*chosen.tables, chosen.byes) for player in table}
    if not seated <= there:
        raise Unpairable(
            "pairing/by-hand", "the pairing by hand seats somebody who is out", sorted(seated - there)
        )


def contestants(tournament: Tournament) -> list[Player]:
    """Those whom the next round is about: who is in, and in a knock-out has come that far."""
    if tournament.created.format is Format.KNOCKOUT:
        return knockout_field(tournament)
    return [entrant.number for entrant in tournament.present]


def forbidden(tournament: Tournament) -> frozenset[frozenset[Player]]:
    """The pairs that a director has forbidden to meet."""
    found = tournament.holding(events.TournamentMeetingForbidden)
    return frozenset(frozenset(map(Player, event.entrants)) for _, event in found)


def history(tournament: Tournament) -> History:
    """What the players of a tournament have had so far."""
    past = [
        PastRound(tuple(table.entrants for table in each.tables), tuple(map(Player, each.paired.byes)))
        for each in tournament.rounds
    ]
    return History(past, tournament.players)


def _swiss(tournament: Tournament, lots: Lots) -> Pairing:
    points, there = scores(tournament).points, contestants(tournament)
    field = history(tournament).contenders(
        {player: points[player] for player in there}, forbidden(tournament)
    )
    draw = drawing(tournament, lots, f"pairing/{tournament.paired + 1}")
    tables = paired(field, tournament.players, draw)
    return Pairing(tables, _resting(tables, there))


def _league(tournament: Tournament, lots: Lots) -> Pairing:
    """The round of the schedule for the field at the start; tables shrink by those who are out.

    With a bot for those who are out the tables stay. Whoever is left alone has a bye; whoever has no table in
    the schedule rests.
    """
    order = _seeded(tournament, [entrant.number for entrant in tournament.starters], lots)
    first = stream(tournament, first_lots(tournament) or lots, "schedule")
    schedule = schedule_by(len(order), tournament.players, tournament.created.rounds, first)
    cycle, round_ = divmod(tournament.paired, len(schedule))
    tables = [tuple(order[player] for player in table) for table in schedule[round_]]
    out = tournament.withdrawn
    if cycle % 2:
        tables = [table[::-1] for table in tables]
    if tournament.created.regulations.vacancy is None:
        tables = [tuple(player for player in table if player not in out) for table in tables]
    byes = tuple(table[0] for table in tables if len(table) == 1)
    return Pairing(tuple(each for each in tables if len(each) > 1 and not out.keys() >= set(each)), byes)


@lru_cache(maxsize=8)
def schedule_by(players: int, size: int, rounds: int, lots: LotsStream) -> Schedule:
    """The schedule of a league: the same for each of its rounds, and seconds of work for a large field."""
    return league(players, size, rounds, lots.drawing())


def _knockout(tournament: Tournament, lots: Lots) -> Pairing:
    field = _seeded(tournament, contestants(tournament), lots)
    if tournament.created.regulations.filling is Filling.LUCKY:
        tables, _ = with_lucky_losers(field, tournament.players)
    else:
        tables = with_byes(field, tournament.players)
    return Pairing(tables, _resting(tables, field))


def _resting(tables: Round, field: Sequence[Player]) -> tuple[Player, ...]:
    seated = {player for table in tables for player in table}
    return tuple(player for player in field if player not in seated)


def _seeded(tournament: Tournament, field: Sequence[Player], lots: Lots | None = None) -> list[Player]:
    """Players by seed, the best first: in the order of entry, or of the lots."""
    if tournament.created.regulations.seeding is Seeding.ENTRIES:
        return sorted(field)
    return sorted(field, key=order_by_lot(tournament, lots).__getitem__)


def knockout_field(tournament: Tournament) -> list[Player]:
    """Those who are still in a knock-out: all at first, then who goes on from each round and is not out."""
    field = [entrant.number for entrant in tournament.starters]
    for round_ in tournament.rounds:
        order = _seeded(tournament, field)
        ahead = [Player(player) for player in round_.paired.byes]
        for table in round_.tables:
            counted = result(tournament, table)
            if counted is not None:
                ahead += going_on(table.entrants, counted.places, order, tournament.players)
        field = [*ahead, *_lucky(tournament, round_, ahead)]
    return [player for player in field if player not in tournament.withdrawn]


def _lucky(tournament: Tournament, round_: TournamentRound, ahead: Sequence[Player]) -> list[Player]:
    """The best of those who are out, by the standings; they make the next field a right one."""
    tables = round_.paired.tables
    if tournament.created.regulations.filling is not Filling.LUCKY or len(tables) == 1:
        return []
    wanted = lucky_losers(len(ahead), tournament.players)
    until = replace(tournament, rounds=tournament.rounds[: round_.number])
    played = {Player(player) for table in tables for player in table}
    ranked = [Player(row.entrant) for row in standing_rows(until)]
    out = tournament.withdrawn
    return [each for each in ranked if each in played and each not in ahead and each not in out][:wanted]


_FORMATS = {Format.SWISS: _swiss, Format.LEAGUE: _league, Format.KNOCKOUT: _knockout}
