"""One tournament whose entrants are policies, round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from kingdomino.simulation.totals import totals
from replays.events.regulations import Format, Regulations
from replays.tournament.schedules.drawing import shuffled
from replays.tournament.schedules.forms import Player, Round, Table
from replays.tournament.schedules.history import History, PastRound
from replays.tournament.schedules.knockout import going_on, with_byes
from replays.tournament.schedules.league import league
from replays.tournament.schedules.swiss import paired
from replays.tournament.standings.points import SCALES
from replays.tournament.standings.scores import Result, Scores
from replays.tournament.standings.stages import KnockoutRound, stages
from replays.tournament.standings.standings import Placing, standings
from service.cli.simulating.parts import RepeatableSource, why_not_compiled

SWISS_ROUNDS = 5
"""The rounds of a Swiss tournament if their number was not chosen."""

AGREED = Regulations()
"""Points, byes and tie-breaks are those of a tournament for which nothing else was agreed."""


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What is the same in all seasons; `names` has the policy of each entrant. `rounds` may be left open.

    Then a league plays its whole schedule, and a Swiss tournament `SWISS_ROUNDS`. A knock-out ends when it is
    decided, at the latest after `rounds`.
    """

    format: Format
    rules: Rules
    seats: int
    rounds: int | None
    names: tuple[str, ...]


class Season:
    """A tournament. Games and lots come from one source, so a season is the same whoever plays its games."""

    def __init__(self, plan: SeasonPlan, source: RepeatableSource) -> None:
        self.plan, self._source, self._draw = plan, source, source.generator.randrange
        self._compiled = not why_not_compiled(plan.rules, plan.names)
        self._order = shuffled([Player(number) for number in range(len(plan.names))], self._draw)
        self._field = self._order
        self.past: list[PastRound] = []
        self._results: list[list[Result]] = []

    def play(self) -> Iterator[Sequence[Placing]]:
        """Play all rounds; yields the standings after each."""
        for tables in self._rounds():
            playing = {player for table in tables for player in table}
            self.past.append(PastRound(tables, [player for player in self._field if player not in playing]))
            self._results.append([self._played(table) for table in tables])
            yield standings(self.scores(), AGREED.tie_breaks, self._stages())

    def check(self) -> None:
        """Raise `Unpairable` if the entrants cannot play this tournament."""
        next(self._rounds())

    def _rounds(self) -> Iterator[Round]:
        """The rounds, each paired when those before are over."""
        return {Format.SWISS: self._swiss, Format.LEAGUE: self._league, Format.KNOCKOUT: self._knockout}[
            self.plan.format
        ]()

    def _swiss(self) -> Iterator[Round]:
        for _ in range(self.plan.rounds or SWISS_ROUNDS):
            points = self.scores().points
            yield paired(History(self.past, self.plan.seats).contenders(points), self.plan.seats, self._draw)

    def _league(self) -> Iterator[Round]:
        schedule = league(len(self._order), self.plan.seats, self.plan.rounds, self._draw)
        for number in range(self.plan.rounds or len(schedule)):
            cycle, round_ = divmod(number, len(schedule))
            tables = (tuple(self._order[player] for player in table) for table in schedule[round_])
            yield tuple(table[::-1] if cycle % 2 else table for table in tables)

    def _knockout(self) -> Iterator[Round]:
        for number in count(1):
            tables = with_byes(self._field, self.plan.seats)
            yield tables
            if [len(table) for table in tables] == [len(self._field)] or number == self.plan.rounds:
                return
            ahead = {
                player
                for table, result in zip(tables, self._results[-1], strict=True)
                for player in going_on(table, result.places, self._order, self.plan.seats)
            } | {*self.past[-1].byes}
            self._field = [player for player in self._field if player in ahead]

    def _played(self, table: Table) -> Result:
        """A game; whoever has equal points shares the place."""
        policies = [BOTS[self.plan.names[player]].policy for player in table]
        found = totals(self.plan.rules, policies, self._source, compiled=self._compiled)
        places = tuple(1 + sum(other > own for other in found) for own in found)
        return Result(table, places, SCALES[AGREED.points](places, found), found)

    def scores(self) -> Scores:
        """What counts so far."""
        byes: dict[Player, list[int]] = {}
        for round_ in self.past if self.plan.format is not Format.KNOCKOUT else []:
            for player in round_.byes:
                byes.setdefault(player, []).append(AGREED.bye)
        results = [result for round_ in self._results for result in round_]
        lots = {player: place for place, player in enumerate(self._order)}
        return Scores(sorted(self._order), results, byes, self.plan.seats - 1, lots)

    def _stages(self) -> dict[Player, int] | None:
        if self.plan.format is not Format.KNOCKOUT:
            return None
        rounds = [
            KnockoutRound([(result.players, result.places) for result in results], past.byes)
            for past, results in zip(self.past, self._results, strict=True)
        ]
        return dict(stages(self._order, rounds))
