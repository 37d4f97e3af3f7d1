"""The tables that still play, the late ones first, and what the regulations allow at each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from kingdomino.board.numbers import Seat
from replays.match.aggregate import Match
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.deciding.rounds import is_last, may_wait, waiting
from replays.tournament.results import late_from
from replays.tournament.schedules.forms import Player


class Lateness(Enum):
    """How late a table is, the latest first."""

    LATE = "late"
    """Nobody moved for longer than the regulations allow: the round can be closed without it."""
    OVERDUE = "overdue"
    """The date of its round has passed: the round can be closed before it, except the last one."""
    RUNNING = "running"
    """It has time."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table without a result. `mover` is the seat to act since `since` (ms UTC), for `player`; else None.

    `late_at` is when the table becomes late if nobody moves, and `deadline` when the time of the seat to act
    is up, both in ms UTC or None.
    """

    round: int
    table: TournamentTable
    lateness: Lateness
    since: int
    mover: Seat | None = None
    player: Player | None = None
    deadline: int | None = None
    late_at: int | None = None


def open_tables(tournament: Tournament, matches: Mapping[int, Match], now: int) -> list[OpenTable]:
    """The tables without a result, the late ones first and then who waited longest; `now` is in ms UTC.

    `matches` has their games by number; a table whose game is missing there is left out.
    """
    found = (
        _open(tournament, *place, matches[place[1].number], now) for place in _places(tournament, matches)
    )
    order = list(Lateness)
    return sorted(found, key=lambda each: (order.index(each.lateness), each.since, each.table.number))


def _places(
    tournament: Tournament, matches: Mapping[int, Match]
) -> Iterable[tuple[TournamentRound, TournamentTable]]:
    for round_ in tournament.rounds:
        if round_.opened_at is not None:
            for table in round_.tables:
                if not tournament.has_result(table) and table.number in matches:
                    yield round_, table


def _open(
    tournament: Tournament, round_: TournamentRound, table: TournamentTable, match: Match, now: int
) -> OpenTable:
    agreed, begun, mover = tournament.created.regulations, round_.opened_at or 0, match.mover
    late_at = late_from(agreed, round_, match)
    lateness = Lateness.RUNNING
    if late_at is not None and now >= late_at:
        lateness = Lateness.LATE
    elif agreed.round_ms is not None and now - begun >= agreed.round_ms:
        lateness = Lateness.OVERDUE
    player = None if mover is None else table.entrants[mover]
    since = max(match.at, begun)
    return OpenTable(round_.number, table, lateness, since, mover, player, match.deadline, late_at)


class AtSignOff(Enum):
    """What the sign-off of the running round makes of a table without a result."""

    GIVEN_UP = "given-up"
    """It is late: who is to act comes last, and the others share the first place."""
    GOES_ON = "goes-on"
    """It is played on, and counts when it ends."""
    BLOCKS = "blocks"
    """The round cannot be signed off before it has a result."""


def at_sign_off(
    tournament: Tournament, tables: Sequence[OpenTable], now: int
) -> list[tuple[OpenTable, AtSignOff]]:
    """What the sign-off of the running round, now in ms UTC, makes of these open tables.

    In the last round it concerns the tables of all rounds.
    """
    round_ = tournament.running
    if round_ is None:
        return []
    last = is_last(tournament, round_)
    concerned = {table.number for table in waiting(tournament, round_, last=last)}
    found = []
    for each in tables:
        if each.table.number in concerned:
            waits = not last and may_wait(tournament, round_, each.table, now)
            late = each.lateness is Lateness.LATE
            fate = AtSignOff.GIVEN_UP if late else AtSignOff.GOES_ON if waits else AtSignOff.BLOCKS
            found.append((each, fate))
    return found
