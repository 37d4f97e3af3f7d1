"""Many games in a row, played by policies, and what they come to on average."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import NamedTuple, TypeVar

from kingdomino.base.judging import placements_of
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Source
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import Below, Policy, command_beside_placing, command_for
from kingdomino.rules import Rules
from kingdomino.scoring import Score, ranking, score

T = TypeVar("T")


class PlayedGame(NamedTuple):
    """A game that was played to its end: its last state, the scores by seat, and how free the players were.

    `options` has for every placing turn the round, from 1, and how many legal placements there were.
    """

    game: Game
    scores: tuple[Score, ...]
    options: tuple[tuple[int, int], ...]


def play(rules: Rules, policies: Sequence[Policy], source: Source) -> PlayedGame:
    """A whole game with one player for each policy, in order of seats.

    Seat s draws from the purpose `bot/<s>`; the purposes of `chance.draw` give the deck and the kings.
    """
    players = len(policies)
    chance = draw(rules, players, source)
    below: list[Below] = [partial(source.below, f"bot/{seat}") for seat in range(players)]
    options = []
    game, _ = begin(rules, players, chance)
    while (seat := game.mover) is not None:
        policy = policies[seat]
        if game.stage is not Stage.PLACE:
            wanted = command_beside_placing(policy, game, seat, below[seat])
            game, _ = advance(game, seat, wanted, chance)
            continue
        placements = placements_of(game, seat)
        options.append((game.round, len(placements)))
        laid = command_for(policy, game, seat, placements, below[seat])
        game, _ = advance(game, seat, laid, chance)
    scores = tuple(score(game, Seat(seat)) for seat in range(players))
    return PlayedGame(game, scores, tuple(options))


def play_many(rules: Rules, policies: Sequence[Policy], games: int, source: Source) -> Iterator[PlayedGame]:
    """So many games one after the other; in the next game each policy sits one seat further."""
    for number in range(games):
        yield play(rules, seated(policies, number), source)


def seated(policies: Sequence[T], number: int) -> tuple[T, ...]:
    """What sits on each seat in the game of that number, from 0, of those that `play_many` plays."""
    first = -number % len(policies)
    return (*policies[first:], *policies[:first])


@dataclass(frozen=True, slots=True)
class Statistics:
    """What games came to, the kingdoms of all seats pooled.

    `sd` is the population's. A share is the fraction of the kingdoms that were paid the bonus: 0 where the
    rules do not pay it. `placements_by_round` has, round by round, the mean number of distinct legal
    placements of a placing turn; a turn that forces a discard counts as 0.
    """

    games: int
    mean: float
    sd: float
    min: int
    max: int
    middle_kingdom_share: float
    harmony_share: float
    discards_per_player: float
    placements_by_round: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What one policy came to among the others, the kingdoms of all its seats pooled.

    `mean` and `sd` are of its points, the population's. `wins` counts the games that its seats won; of a
    shared first place (R12) each of the seats that share it has an equal part. All wins add up to the games.
    """

    mean: float
    sd: float
    wins: Fraction
    games: int


class Tally:
    """What the games of `play_many` came to, counted one by one; what parts came to can be added up.

    `names` are the policies in the order in which `play_many` got them; a name that is there twice is one
    policy with two seats. There are statistics and standings after at least one game. Of the policies by
    name there are `totals`, how often each number of points was made, and `wins`; of the rounds `turns`, the
    placing turns, and `options`, the legal placements in them; `seen` counts the rest.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self.games = 0
        self.totals: dict[str, Counter[int]] = {name: Counter() for name in names}
        self.wins = dict.fromkeys(names, Fraction(0))
        self.seen: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.options: Counter[int] = Counter()

    def count(self, played: PlayedGame) -> None:
        """Count the next game."""
        names = seated(self._names, self.games)
        self.games += 1
        for name, own in zip(names, played.scores, strict=True):
            self.totals[name][own.total] += 1
            self.seen["middle"] += own.middle_kingdom > 0
            self.seen["harmony"] += own.harmony > 0
        first = ranking(played.scores)[0]
        for seat in first:
            self.wins[names[seat]] += Fraction(1, len(first))
        self.seen["discards"] += sum(len(kingdom.discarded) for kingdom in played.game.kingdoms)
        for round_, placements in played.options:
            self.turns[round_] += 1
            self.options[round_] += placements

    def add(self, other: "Tally") -> None:
        """Count all that another tally of the same policies has counted."""
        self.games += other.games
        for name, totals in other.totals.items():
            self.totals[name].update(totals)
            self.wins[name] += other.wins[name]
        self.seen.update(other.seen)
        self.turns.update(other.turns)
        self.options.update(other.options)

    def statistics(self) -> Statistics:
        """All kingdoms pooled."""
        totals = sum(self.totals.values(), Counter[int]())
        kingdoms = totals.total()
        mean, sd = _mean_and_sd(totals)
        return Statistics(
            games=self.games,
            mean=mean,
            sd=sd,
            min=min(totals),
            max=max(totals),
            middle_kingdom_share=self.seen["middle"] / kingdoms,
            harmony_share=self.seen["harmony"] / kingdoms,
            discards_per_player=self.seen["discards"] / kingdoms,
            placements_by_round=tuple(
                self.options[round_] / self.turns[round_] for round_ in sorted(self.turns)
            ),
        )

    def standings(self) -> dict[str, Standing]:
        """Each policy by itself."""
        return {
            name: Standing(*_mean_and_sd(totals), self.wins[name], self.games)
            for name, totals in self.totals.items()
        }


def _mean_and_sd(numbers: Counter[int]) -> tuple[float, float]:
    """Mean and population standard deviation; exact integers until the last step."""
    count = numbers.total()
    first = sum(number * times for number, times in numbers.items())
    second = sum(number * number * times for number, times in numbers.items())
    return first / count, sqrt(count * second - first * first) / count
