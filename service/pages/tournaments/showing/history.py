"""What each entrant had in each round: a table with its result, a round without a table, or nothing."""

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from replays.events import tournament_events as events
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.results import result
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.scores import Result


class RoundKind(Enum):
    """What an entrant had in a round."""

    TABLE = "table"
    ANNULLED = "annulled"
    BYE = "bye"
    MISSED = "missed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round of one entrant: the table and its seat, the result, and the points in twelfths.

    `points` is None while the game runs, and in a round without the entrant.
    """

    number: int
    kind: RoundKind
    points: int | None = None
    table: TournamentTable | None = None
    seat: int = 0
    result: Result | None = None
    act: int | None = None

    @property
    def place(self) -> int | None:
        """The place at the table, from 1."""
        return self.result.places[self.seat] if self.result else None


Histories = dict[int, list[OwnRound]]
"""The rounds of each entrant, by number from 0."""


def histories(tournament: Tournament, wanted: Collection[int]) -> Histories:
    """The rounds of these entrants."""
    found: Histories = {entrant: [] for entrant in wanted}
    for round_ in tournament.rounds:
        seated = dict(_of_round(tournament, round_, found.keys()))
        for entrant, rounds in found.items():
            rounds.append(seated.get(entrant) or _without(tournament, round_, Player(entrant)))
    return found


def _of_round(
    tournament: Tournament, round_: TournamentRound, wanted: AbstractSet[int]
) -> Iterator[tuple[int, OwnRound]]:
    for table in round_.tables:
        if wanted.isdisjoint(table.entrants):
            continue
        counted, act = result(tournament, table), tournament.decided.get(table.number)
        version = act.version if act else None
        annulled = act is not None and counted is None
        for seat, entrant in enumerate(table.entrants):
            if annulled and act is not None:
                points: int | None = _assigned(act.event)[seat]
            else:
                points = counted.points[seat] if counted else None
            kind = RoundKind.ANNULLED if annulled else RoundKind.TABLE
            yield entrant, OwnRound(round_.number, kind, points, table, seat, counted, version)


def _assigned(act: events.Act) -> tuple[int, ...]:
    """The points of an annulled game by seat, in twelfths."""
    return act.points if isinstance(act, events.TournamentResultAnnulled) else ()


def _without(tournament: Tournament, round_: TournamentRound, entrant: Player) -> OwnRound:
    agreed = tournament.created.regulations
    if entrant in round_.paired.byes:
        return OwnRound(round_.number, RoundKind.BYE, agreed.bye)
    if round_.number <= tournament.field[entrant].after:
        return OwnRound(round_.number, RoundKind.MISSED, agreed.late_points)
    return OwnRound(round_.number, RoundKind.NOTHING)
