"""Choices that cost a player and helped one other, over several games of a tournament; never a verdict.

The choices come from reviews (`kingdomino/review/helping.py`). Most of them are mistakes. What speaks against
chance is the direction: if a player's costly choices helped without preference, each of them would go to an
opponent in proportion to how often that opponent could profit. With `n` such choices in all games of the
chooser, the number that went to one opponent is then binomial with `n` and a share: the chooser's choices in
their common games, each divided by the number of others at its table, by all choices of the chooser.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

FEWEST_GAMES = 2
"""The number of games in which a pair must show such choices to be listed."""


class HelpingChoice(NamedTuple):
    """A choice by a seat that helped another, in points; `version` is that of its first event."""

    version: int
    seat: int
    other: int
    cost: float
    gain: float


@dataclass(frozen=True, slots=True)
class ExaminedGame:
    """A reviewed game by seat: the players (None for a bot), and their numbers of choices with a choice."""

    number: int
    players: tuple[str | None, ...]
    choices: tuple[int, ...]
    helps: tuple[HelpingChoice, ...]


class Instance(NamedTuple):
    """A choice of a pair, with the number of its game in the tournament."""

    game: int
    choice: HelpingChoice


@dataclass(frozen=True, slots=True)
class HelpingPair:
    """What one player's choices did for another.

    `games` they had together, in which the chooser had `choices`; `cases` helped the other. `all_helps` of
    the chooser helped anybody, in any game. `expected` is how many of these would help this other one without
    preference, and `chance` the probability of at least as many as there are.
    """

    chooser: str
    helped: str
    games: int
    choices: int
    cases: tuple[Instance, ...]
    all_helps: int
    expected: float
    chance: float

    @property
    def cost(self) -> float:
        """What the cases cost the chooser, in points."""
        return sum(each.choice.cost for each in self.cases)

    @property
    def gain(self) -> float:
        """What the cases brought the other, in points."""
        return sum(each.choice.gain for each in self.cases)


@dataclass(frozen=True, slots=True)
class CollusionReport:
    """The pairs with such choices in several games, the least likely first.

    `looked_at` is the number of ordered pairs who met. Chance alone shows about `looked_at` times `chance`
    pairs that are at least as one-sided as a pair.
    """

    games: int
    looked_at: int
    pairs: tuple[HelpingPair, ...]


def report(games: Sequence[ExaminedGame], chooser: str | None = None) -> CollusionReport:
    """The report on these games, or on one chooser, if they are all games of this player.

    Bots choose by their program and are left out as choosers.
    """
    met = sorted({pair for game in games for pair in _met(game) if chooser in {None, pair[0]}})
    found = [_pair(games, *pair) for pair in met]
    shown = [each for each in found if len({case.game for case in each.cases}) >= FEWEST_GAMES]
    ranked = sorted(shown, key=lambda each: (each.chance, -each.cost, each.chooser, each.helped))
    return CollusionReport(len(games), len(met), tuple(ranked))


def _met(game: ExaminedGame) -> Iterator[tuple[str, str]]:
    people = [player for player in game.players if player is not None]
    for chooser in people:
        for helped in people:
            if helped != chooser:
                yield chooser, helped


def _pair(games: Iterable[ExaminedGame], chooser: str, helped: str) -> HelpingPair:
    own = [game for game in games if chooser in game.players]
    common = [game for game in own if helped in game.players]
    cases = tuple(
        Instance(game.number, each)
        for game in common
        for each in game.helps
        if (game.players[each.seat], game.players[each.other]) == (chooser, helped)
    )
    helps = sum(game.players[each.seat] == chooser for game in own for each in game.helps)
    everywhere = sum(_choices(game, chooser) for game in own)
    share = sum(_choices(game, chooser) / (len(game.players) - 1) for game in common) / max(1, everywhere)
    choices = sum(_choices(game, chooser) for game in common)
    chance = at_least(len(cases), helps, share)
    return HelpingPair(chooser, helped, len(common), choices, cases, helps, helps * share, chance)


def _choices(game: ExaminedGame, player: str) -> int:
    return game.choices[game.players.index(player)]


def at_least(number: int, tries: int, share: float) -> float:
    """The probability of at least `number` among `tries` if each has the probability `share`.

    >>> at_least(0, 5, 0.1), at_least(2, 2, 0.5), round(at_least(1, 2, 0.5), 3)
    (1.0, 0.25, 0.75)
    """
    if number == 0:
        return 1.0
    terms = (
        comb(tries, each) * share**each * (1 - share) ** (tries - each) for each in range(number, tries + 1)
    )
    return min(1.0, sum(terms))
