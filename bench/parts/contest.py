"""One bot against another: who takes part, and the games between them."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game.commands import Command
from kingdomino.game.state import Game
from kingdomino.kernel import state
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import Policy, command, is_slow, policy_named
from kingdomino.policies.compiled import styles, why_pure
from kingdomino.policies.farsighted import farsighted_by
from kingdomino.policies.strong import strong_by
from kingdomino.rules import Rules
from kingdomino.scoring import ranking, score
from service.cli.simulating.parts import RepeatableSource

SEARCHING: dict[str, Callable[[int], Policy]] = {"strong-1": strong_by, "strong-2": farsighted_by}
"""The bots that play games out, by stored name: each with a number of playouts to be set."""

MOST_PLAYOUTS = 1_000_000

TRIAL = 200
"""The number of playouts with which the time of a decision is tried."""


class Entrant(NamedTuple):
    """A bot that takes part: its name in the table, its policy, and if it needs the compiled kernel."""

    name: str
    policy: Policy
    needs_kernel: bool


class Result(NamedTuple):
    """One game of a bot: its points, those of the other seats, its share of the first place, its CPU time."""

    own: int
    others: tuple[int, ...]
    won: float
    decisions: int
    seconds: float

    @property
    def lead(self) -> int:
        """Its points less those of the best other seat."""
        return self.own - max(self.others)

    @property
    def ahead(self) -> float:
        """Its points less the mean of the other seats."""
        return self.own - fmean(self.others)


def entrant(name: str, rules: Rules, players: int) -> Entrant:
    """The bot of a name: `steady-1`, `strong-2/3000` (3,000 playouts), `strong-2@50` (50 ms a decision).

    With milliseconds, the number of playouts follows from trial games, and the entrant is named with it.
    Raises KeyError for a bot that is not known or plays no games out, ValueError for a senseless number.
    """
    stored, slash, playouts = name.partition("/")
    if slash:
        if not 1 <= int(playouts) <= MOST_PLAYOUTS:
            raise ValueError(playouts)
        return Entrant(name, SEARCHING[stored](int(playouts)), needs_kernel=True)
    stored, at, milliseconds = name.partition("@")
    if at:
        return entrant(f"{stored}/{_playouts(stored, float(milliseconds), rules, players)}", rules, players)
    policy = policy_named(stored)
    if policy is None:
        raise KeyError(stored)
    return Entrant(name, policy, is_slow(stored))


def _playouts(stored: str, milliseconds: float, rules: Rules, players: int) -> int:
    """The number of playouts for which a decision takes this CPU time, to two digits."""
    trial = entrant(f"{stored}/{TRIAL}", rules, players)
    found = TRIAL * milliseconds / milliseconds_of(list(contest(rules, players, (trial, trial), 2, 1)))
    return max(1, int(float(f"{found:.2g}")))


def contest(
    rules: Rules, players: int, pair: tuple[Entrant, Entrant], games: int, seed: int
) -> Iterator[Result]:
    """Play this number of games of the first entrant against the second on all other seats.

    In each next game the first sits one seat further. Each game has its own draws, from the seed and its
    number, so all pairs play the same deals.
    """
    for number in range(games):
        yield _play(rules, players, Seat(number % players), pair, RepeatableSource(seed, number + 1))


def milliseconds_of(played: Sequence[Result]) -> float:
    """The CPU time of a decision of the first entrant."""
    return 1e3 * sum(each.seconds for each in played) / sum(each.decisions for each in played)


class _Other:
    """The policy on the other seats; the kernel plays it if it can, because that is faster."""

    def __init__(self, entrant: Entrant, rules: Rules, source: RepeatableSource) -> None:
        self._policy = entrant.policy
        plain = (
            state().runs and not entrant.needs_kernel and not why_pure(rules, {entrant.name: self._policy})
        )
        self._styles = styles([self._policy]) if plain else []
        self._below = partial(source.below, "others")
        self._words = source.generator

    def command(self, game: Game, seat: Seat) -> Command:
        """The command that the policy chooses."""
        if not self._styles:
            return command(self._policy, game, seat, self._below)
        from kingdomino.kernel.playing import pick  # noqa: PLC0415 - optional
        from kingdomino.kernel.tables import Position  # noqa: PLC0415

        position = Position.of(game)
        return position.legal()[pick(position, self._styles[0], self._words.getrandbits(64))]


def _play(
    rules: Rules, players: int, own: Seat, pair: tuple[Entrant, Entrant], source: RepeatableSource
) -> Result:
    """Play one game; the first entrant decides as at a table."""
    first, below = pair[0].policy, partial(source.below, "bot")
    other, chance = _Other(pair[1], rules, source), draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    decisions, seconds = 0, 0.0
    while (seat := game.mover) is not None:
        if seat == own:
            begun = time.thread_time()
            wanted = command(first, game, seat, below)
            seconds, decisions = seconds + time.thread_time() - begun, decisions + 1
        else:
            wanted = other.command(game, seat)
        game, _ = advance(game, seat, wanted, chance)
    scores = [score(game, Seat(seat)) for seat in range(players)]
    totals, best = [each.total for each in scores], ranking(scores)[0]
    others = tuple(total for seat, total in enumerate(totals) if seat != own)
    return Result(totals[own], others, (own in best) / len(best), decisions, seconds)
