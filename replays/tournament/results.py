"""What counts in a tournament: the games as the acts of its directors leave them, and the standings."""

from collections.abc import Collection, Mapping, Sequence

from kingdomino.game.state import Stage
from replays.events import tournament_events as events
from replays.events.regulations import Forfeit, Format, Regulations
from replays.events.tournament_events import StandingRow
from replays.match.aggregate import Match, Status
from replays.tournament.aggregate import Scored, Tournament, TournamentRound, TournamentTable
from replays.tournament.lots import Lots, drawing
from replays.tournament.schedules.drawing import shuffled
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.points import SCALES
from replays.tournament.standings.scores import Result, Scores
from replays.tournament.standings.stages import KnockoutRound, stages
from replays.tournament.standings.standings import standings


def scored(tournament: Tournament, match: Match) -> Scored:
    """What a game that is over gives its table; a game that was called off gives nobody anything."""
    agreed = tournament.created.regulations
    left = tuple(seat for seat, _ in match.reasons)
    if match.result is None:
        seats = len(match.sitters)
        return Scored(None, (1,) * seats, (0,) * seats, left)
    totals = tuple(score.total for score in match.result.scores)
    places = places_of(match.result.ranking, len(totals))
    points = SCALES[agreed.points](places, totals)
    return Scored(totals, places, _forfeited(agreed, points, left), left)


def _forfeited(agreed: Regulations, points: Sequence[int], left: Collection[int]) -> tuple[int, ...]:
    """The points by seat, after the regulations have had their say on the seats that were left."""
    nothing = left if agreed.forfeit is Forfeit.NOTHING else ()
    return tuple(0 if seat in nothing else each for seat, each in enumerate(points))


def places_of(ranking: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The place of each seat, from 1, by a ranking of groups of seats, the best first.

    >>> places_of([[2], [0, 1], [3]], 4)
    (2, 2, 1, 4)
    """
    places, ahead = [0] * seats, 0
    for group in ranking:
        for seat in group:
            places[seat] = ahead + 1
        ahead += len(group)
    return tuple(places)


def late(tournament: Tournament, match: Match) -> Scored:
    """What a table gets whose game is late: who was to move comes last, the others share the first place."""
    agreed, seats = tournament.created.regulations, len(match.sitters)
    idle = match.mover
    places = tuple(seats if seat == idle else 1 for seat in range(seats))
    points = (0,) * seats if agreed.points in {"game", "share"} else SCALES[agreed.points](places, ())
    left = () if idle is None else (idle,)
    return Scored(None, places, _forfeited(agreed, points, left), left, over=False)


def late_from(agreed: Regulations, round_: TournamentRound, match: Match) -> int | None:
    """When the table of this game becomes late if nobody moves, in ms UTC; None if it cannot."""
    if match.status in {Status.SCORED, Status.ABORTED, Status.FINISHED} or match.mover is None:
        return None
    since = max(match.at, round_.opened_at or 0)
    begins = match.game is not None and match.game.stage is Stage.CHOOSE_FIRST
    limits = (agreed.idle_ms, agreed.first_move_ms if begins else None)
    return min((since + limit for limit in limits if limit is not None), default=None)


def is_late(agreed: Regulations, round_: TournamentRound, match: Match, now: int) -> bool:
    """True if the table of this game is later than the regulations allow; the round need not wait for it."""
    due = late_from(agreed, round_, match)
    return due is not None and now >= due


def result(tournament: Tournament, table: TournamentTable) -> Result | None:
    """The result of a table that counts; None while there is none, or if it was annulled."""
    act = tournament.decided.get(table.number)
    if act is None:
        found = table.scored
        return found and Result(table.entrants, found.places, found.points, found.totals)
    if isinstance(act.event, events.TournamentResultCorrected):
        return Result(table.entrants, act.event.places, act.event.points)
    return None


def scores(tournament: Tournament) -> Scores:
    """All that counts for the standings."""
    results = [found for each in tournament.games if (found := result(tournament, each)) is not None]
    field = [entrant.number for entrant in tournament.field]
    return Scores(field, results, unplayed(tournament), tournament.players - 1, order_by_lot(tournament))


def unplayed(tournament: Tournament) -> Mapping[Player, Sequence[int]]:
    """The points, in twelfths, of each round without a table that counts.

    These are byes, annulled games, and rounds before an entry.
    """
    agreed = tournament.created.regulations
    found: dict[Player, list[int]] = {}
    for entrant in tournament.field:
        if entrant.after:
            found[entrant.number] = [agreed.late_points] * entrant.after
    for round_ in tournament.rounds:
        for player in round_.paired.byes:
            found.setdefault(Player(player), []).append(agreed.bye)
    for number, act in tournament.decided.items():
        place = tournament.table(number)
        if place and isinstance(act.event, events.TournamentResultAnnulled):
            for player, points in zip(place[1].entrants, act.event.points, strict=True):
                found.setdefault(player, []).append(points)
    return found


def order_by_lot(tournament: Tournament, lots: Lots | None = None) -> Mapping[Player, int]:
    """A number for each entrant, drawn with the lots of the first round; without these, the order of entry.

    `lots` are those of the first round, until they are on the record. Whoever entered later comes last.
    """
    order = [entrant.number for entrant in tournament.field]
    first = first_lots(tournament) or lots
    if first is not None:
        there = sum(entrant.after == 0 for entrant in tournament.field)
        order[:there] = shuffled(order[:there], drawing(tournament, first, "order"))
    return {player: place for place, player in enumerate(order)}


def first_lots(tournament: Tournament) -> Lots | None:
    """The lots of the first round, or None while it is not paired."""
    if not tournament.rounds:
        return None
    first = tournament.rounds[0]
    return Lots(bytes.fromhex(first.paired.lots), first.before)


def standing_rows(tournament: Tournament) -> tuple[StandingRow, ...]:
    """The standings at the tournament's version, best first."""
    found = standings(
        scores(tournament), tournament.created.regulations.tie_breaks, knockout_stages(tournament)
    )
    return tuple(StandingRow(each.player, each.place, each.points, each.tie_breaks) for each in found)


def knockout_stages(tournament: Tournament) -> Mapping[Player, int] | None:
    """How far each player of a knock-out came, before any points count; None in the other formats."""
    if tournament.created.format is not Format.KNOCKOUT:
        return None
    rounds = []
    for round_ in tournament.rounds:
        counted = [(table.entrants, result(tournament, table)) for table in round_.tables]
        tables = [(entrants, found.places if found else None) for entrants, found in counted]
        rounds.append(KnockoutRound(tables, tuple(map(Player, round_.paired.byes))))
    return stages([entrant.number for entrant in tournament.field], rounds)
