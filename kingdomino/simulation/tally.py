"""Statistics of many games: by policy, by seat and in total, with confidence intervals."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

from kingdomino.game.chance import GeneratorSource
from kingdomino.policies import BOTS, Policy
from kingdomino.policies.compiled import styles
from kingdomino.rules import Rules
from kingdomino.scoring import ranking
from kingdomino.simulation.games import PlayedGame, play_many, seated

WIDE = 1.96
"""The half width of a 95 % confidence interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of games, with the kingdoms of all seats pooled.

    `sd` is the population's. `ci95` is half the width of the mean's 95 % confidence interval, taken over
    games, since the kingdoms of one game depend on each other; 0 for a single game. A share is the fraction
    of the kingdoms that were paid the bonus: 0 if the rules do not pay it. `placements_by_round` has for each
    round the mean number of distinct legal placements in a placing turn; a forced discard counts as 0.
    """

    games: int
    mean: float
    sd: float
    ci95: float
    min: int
    max: int
    middle_kingdom_share: float
    harmony_share: float
    discards_per_player: float
    placements_by_round: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PolicyResults:
    """The results of one policy, or of one seat, with all its kingdoms pooled.

    `mean`, `sd` and `ci95` are those of its points, as in `Statistics`. `wins` counts the games that its
    kingdoms won; a shared first place (R12) is divided equally, so all wins add up to the games. `wins_ci95`
    treats each game as one draw.
    """

    mean: float
    sd: float
    ci95: float
    wins: Fraction
    games: int

    @property
    def wins_ci95(self) -> float:
        """Half the width of the 95 % confidence interval of the share of games won."""
        share = float(self.wins) / self.games
        return WIDE * sqrt(share * (1 - share) / self.games)


class Tally:
    """The counted results of games; tallies of the same policies can be added up.

    `names` are the policies in the order in which `play_many` got them; a name that occurs twice is one
    policy with two seats. A *place* is an index in that list. By place and seat, `points` counts how often
    each number of points was scored, and `wins` adds up the wins. By two places, `products` is the sum of the
    products of their points in each game. By round, `turns` counts the placing turns, and `options` the legal
    placements in them. `seen` counts bonuses and discards.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self.games = 0
        everybody = range(len(names))
        cells = list(product(everybody, everybody))
        self.points: dict[tuple[int, int], Counter[int]] = {cell: Counter() for cell in cells}
        self.wins = dict.fromkeys(cells, Fraction(0))
        self.products = dict.fromkeys(cells, 0)
        self.seen: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.options: Counter[int] = Counter()

    def count(self, played: PlayedGame) -> None:
        """Count a game, the next one of `play_many`."""
        places = seated(range(len(self._names)), self.games)
        self.games += 1
        first = ranking(played.scores)[0]
        for seat, (place, own) in enumerate(zip(places, played.scores, strict=True)):
            self.points[place, seat][own.total] += 1
            self.seen["middle"] += own.middle_kingdom > 0
            self.seen["harmony"] += own.harmony > 0
            if seat in first:
                self.wins[place, seat] += Fraction(1, len(first))
            for other, theirs in zip(places, played.scores, strict=True):
                self.products[place, other] += own.total * theirs.total
        self.seen["discards"] += sum(len(kingdom.discarded) for kingdom in played.game.kingdoms)
        for round_, placements in played.options:
            self.turns[round_] += 1
            self.options[round_] += placements

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally of the same policies."""
        self.games += other.games
        for cell, points in other.points.items():
            self.points[cell].update(points)
            self.wins[cell] += other.wins[cell]
            self.products[cell] += other.products[cell]
        self.seen.update(other.seen)
        self.turns.update(other.turns)
        self.options.update(other.options)

    def statistics(self) -> Statistics:
        """The statistics with all kingdoms pooled; needs at least one game."""
        everybody = range(len(self._names))
        totals = self._totals(self.points)
        kingdoms = totals.total()
        mean, sd = _mean_and_sd(totals)
        return Statistics(
            games=self.games,
            mean=mean,
            sd=sd,
            ci95=self._interval(everybody, totals),
            min=min(totals),
            max=max(totals),
            middle_kingdom_share=self.seen["middle"] / kingdoms,
            harmony_share=self.seen["harmony"] / kingdoms,
            discards_per_player=self.seen["discards"] / kingdoms,
            placements_by_round=tuple(
                self.options[round_] / self.turns[round_] for round_ in sorted(self.turns)
            ),
        )

    def standings(self) -> dict[str, PolicyResults]:
        """The results of each policy, by name."""
        found = {}
        for name in dict.fromkeys(self._names):
            places = [place for place, own in enumerate(self._names) if own == name]
            cells = list(product(places, range(len(self._names))))
            totals = self._totals(cells)
            found[name] = PolicyResults(
                *_mean_and_sd(totals), self._interval(places, totals), self._won(cells), self.games
            )
        return found

    def seats(self) -> list[PolicyResults]:
        """The results of each seat, whichever policy sat there."""
        found = []
        for seat in range(len(self._names)):
            cells = [(place, seat) for place in range(len(self._names))]
            mean, sd = _mean_and_sd(self._totals(cells))
            interval = WIDE * sd / sqrt(self.games - 1) if self.games > 1 else 0.0
            found.append(PolicyResults(mean, sd, interval, self._won(cells), self.games))
        return found

    def _totals(self, cells: Iterable[tuple[int, int]]) -> Counter[int]:
        return sum((self.points[cell] for cell in cells), Counter[int]())

    def _won(self, cells: Iterable[tuple[int, int]]) -> Fraction:
        return sum((self.wins[cell] for cell in cells), Fraction(0))

    def _interval(self, places: Sequence[int], totals: Counter[int]) -> float:
        """`ci95` of the mean points of these places; each game counts once, with the sum of their points."""
        games = self.games
        first = sum(points * times for points, times in totals.items())
        second = sum(self.products[pair] for pair in product(places, places))
        if games == 1:
            return 0.0
        return WIDE * sqrt((games * second - first * first) / (games - 1)) / games / len(places)


def tally_compiled(
    rules: Rules, names: Sequence[str], policies: Sequence[Policy], games: int, generator: Random
) -> Tally:
    """Tally games that the kernel plays exactly as `play_many` would from this generator.

    The kernel must support these rules and policies (`policies.compiled.why_pure` finds no obstacle).
    """
    from kingdomino.kernel.playing import play_games  # noqa: PLC0415 - it need not be there

    played = play_games(rules, styles(policies), games, generator)
    tally = Tally(names)
    tally.games = games
    for place, seat in tally.points:
        times = enumerate(played["points"][place][seat])
        tally.points[place, seat].update({points: count for points, count in times if count})
        tally.wins[place, seat] = Fraction(played["wins"][place][seat], 12)
        tally.products[place, seat] = played["products"][place][seat]
    tally.seen.update(middle=played["middle"], harmony=played["harmony"], discards=played["discards"])
    for round_, turns in enumerate(played["turns"]):
        if turns:
            tally.turns[round_], tally.options[round_] = turns, played["options"][round_]
    return tally


def kernel_agrees(games: int) -> bool:
    """True if the kernel (it must be available) plays a sample of two-player games as the rules do."""
    rules, names = Rules(middle_kingdom=True, harmony=True), ["greedy", "random"]
    policies = [BOTS[name].policy for name in names]
    source, generator = GeneratorSource(Random(1)), Random(1)  # noqa: S311 - these games keep no secret
    tally = Tally(names)
    for played in play_many(rules, policies, games, source):
        tally.count(played)
    found = tally_compiled(rules, names, policies, games, generator)
    return vars(found) == vars(tally) and generator.getstate() == source.generator.getstate()


def _mean_and_sd(numbers: Counter[int]) -> tuple[float, float]:
    """Mean and population standard deviation; exact integers until the last step."""
    count = numbers.total()
    first = sum(number * times for number, times in numbers.items())
    second = sum(number * number * times for number, times in numbers.items())
    return first / count, sqrt(count * second - first * first) / count
