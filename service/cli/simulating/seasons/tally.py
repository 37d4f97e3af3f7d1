"""What is counted over many seasons: places by policy, and the balance of meetings, seats and byes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from replays.tournament.schedules.forms import Player
from replays.tournament.schedules.history import History
from replays.tournament.standings.standings import Placing
from service.cli.simulating.parts import RepeatableSource
from service.cli.simulating.seasons.playing import Season, SeasonPlan

PART = 10
"""The number of seasons in a part."""


class SeasonTally:
    """The counted seasons of one plan; tallies of the same plan can be added up.

    By policy, `places` is the sum of the last places of all its entrants, and `points` that of their points
    in twelfths; `first` counts the first places. By round and policy, `ahead` counts the seasons in which
    its entrants then had a better mean place than those of each other policy. By round and two policies,
    `higher` counts the pairs of their entrants of which that of the first stood higher.

    `meetings` counts pairs of entrants by how often they met; `seats` entrants by the difference between
    the most and the least that they had of a seat; `byes` seasons by that difference between entrants.
    """

    def __init__(self, plan: SeasonPlan) -> None:
        self.plan = plan
        self.entrants = Counter(plan.names)
        self.seasons = self.games = 0
        self.places: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        self.ahead: Counter[tuple[int, str]] = Counter()
        self.higher: Counter[tuple[int, str, str]] = Counter()
        self.rounds: Counter[int] = Counter()
        self.meetings: Counter[int] = Counter()
        self.seats: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()

    def play(self, season: Season) -> None:
        """Play and count a season."""
        last: Sequence[Placing] = ()
        for number, last in enumerate(season.play(), start=1):
            self._count(number, last)
        self.seasons += 1
        for row in last:
            name = self.plan.names[row.player]
            self.places[name] += row.place
            self.points[name] += row.points
            self.first[name] += row.place == 1
        self._balance(season)

    def add(self, other: "SeasonTally") -> None:
        """Add the counts of another tally of the same plan."""
        self.seasons += other.seasons
        self.games += other.games
        for name in ("places", "points", "first", "ahead", "higher", "rounds", "meetings", "seats", "byes"):
            getattr(self, name).update(getattr(other, name))

    def _count(self, number: int, rows: Sequence[Placing]) -> None:
        self.rounds[number] += 1
        means = self._means(rows)
        best = min(means.values())
        leaders = [name for name, mean in means.items() if mean == best]
        if len(leaders) == 1:
            self.ahead[number, leaders[0]] += 1
        lower = self.entrants.copy()
        for row in rows:
            name = self.plan.names[row.player]
            lower[name] -= 1
            for other, entrants in lower.items():
                self.higher[number, name, other] += entrants

    def _means(self, rows: Iterable[Placing]) -> Mapping[str, Fraction]:
        places: Counter[str] = Counter()
        for row in rows:
            places[self.plan.names[row.player]] += row.place
        return {name: Fraction(places[name], number) for name, number in self.entrants.items()}

    def _balance(self, season: Season) -> None:
        history = History(season.past, self.plan.seats)
        everybody = [Player(number) for number in range(len(self.plan.names))]
        self.games += sum(len(round_.tables) for round_ in season.past)
        self.meetings.update(history.met.values())
        self.meetings[0] += len(everybody) * (len(everybody) - 1) // 2 - len(history.met)
        for player in everybody:
            seats = [history.seats[player, seat] for seat in range(self.plan.seats)]
            self.seats[max(seats) - min(seats)] += 1
        byes = [history.byes[player] for player in everybody]
        self.byes[max(byes) - min(byes)] += 1


class SeasonPart(NamedTuple):
    """Seasons that are played one after the other; an equal part gives the same seasons in any process."""

    plan: SeasonPlan
    games: int
    seed: int
    number: int

    def tally(self, told: Callable[[int], object] = lambda _: None) -> SeasonTally:
        """Play the seasons; reports each that is done to `told`."""
        tally, source = SeasonTally(self.plan), RepeatableSource(self.seed, self.number)
        for _ in range(self.games):
            tally.play(Season(self.plan, source))
            told(1)
        return tally


def season_parts(plan: SeasonPlan, seasons: int, seed: int) -> list[SeasonPart]:
    """Split the seasons into parts of `PART`."""
    begins = range(0, seasons, PART)
    return [SeasonPart(plan, min(PART, seasons - begin), seed, n) for n, begin in enumerate(begins)]
