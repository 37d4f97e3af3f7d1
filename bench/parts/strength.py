"""The lead of the strong bot over other bots: `python -m bench.parts strength`."""

import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import click

from kingdomino.board.numbers import Seat
from kingdomino.game.commands import Command
from kingdomino.game.state import Game
from kingdomino.kernel import state
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import BOTS, command
from kingdomino.policies.compiled import styles, why_pure
from kingdomino.rules import Rules
from kingdomino.scoring import ranking, score
from kingdomino.simulation.tally import WIDE
from service.cli.parameters.rule_options import chosen_rules, rule_options
from service.cli.simulating.parts import RepeatableSource

SHOWN = 50
"""The number of games between two lines of interim results, so that a run can be stopped."""


class Result(NamedTuple):
    """One game of strong: its points, the others' points by seat, and its share of the first place."""

    own: int
    others: tuple[int, ...]
    won: float
    decisions: int
    seconds: float


@click.command()
@click.option(
    "--games",
    default=1000,
    show_default=True,
    help="Number of games; strong moves on by one seat after each.",
)
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 4))
@click.option("--against", default="full-greedy", show_default=True, type=click.Choice(list(BOTS)))
@rule_options
@click.option("--seed", type=int, help="Seed of the run; random by default.")
def strength(games: int, players: int, against: str, seed: int | None, **chosen: Any) -> None:
    """Play strong against one of the other bots on all other seats, and print its lead."""
    if not state().runs:
        raise click.ClickException(f"strong needs the kernel: {state().why_not}")
    rules = chosen_rules(chosen, players)
    seed = secrets.randbits(32) if seed is None else seed
    click.echo(f"{players} players, against {against}, seed {seed}")
    found: list[Result] = []
    for each in results(rules, players, against, games, seed):
        found.append(each)
        if len(found) % SHOWN == 0 or len(found) == games:
            click.echo(told(found))


def results(rules: Rules, players: int, against: str, games: int, seed: int) -> Iterator[Result]:
    """Play this number of games; each has its own draws, from the seed and its number."""
    for number in range(games):
        yield _play(rules, players, Seat(number % players), against, RepeatableSource(seed, number + 1))


def told(found: list[Result]) -> str:
    """The means over games with 95 % intervals, and the CPU time of a decision of strong."""
    figures: dict[str, list[float]] = {
        "lead": [each.own - max(each.others) for each in found],
        "strong": [each.own for each in found],
        "others": [fmean(each.others) for each in found],
        "won %": [100 * each.won for each in found],
    }
    means = ", ".join(f"{name} {_interval(values)}" for name, values in figures.items())
    ms = 1e3 * sum(each.seconds for each in found) / sum(each.decisions for each in found)
    return f"{len(found)} games: {means}, {ms:.1f} ms a decision"


def _interval(values: Sequence[float]) -> str:
    half = WIDE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.2f} ± {half:.2f}"


class _Other:
    """The policy on the other seats; the kernel plays it if it can, because that is faster."""

    def __init__(self, name: str, rules: Rules, source: RepeatableSource) -> None:
        self._policy = BOTS[name].policy
        self._styles = [] if why_pure(rules, {name: self._policy}) else styles([self._policy])
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


def _play(rules: Rules, players: int, own: Seat, against: str, source: RepeatableSource) -> Result:
    """Play one game; strong decides as at a table."""
    strong, below = BOTS["strong"].policy, partial(source.below, "bot")
    other, chance = _Other(against, rules, source), draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    decisions, seconds = 0, 0.0
    while (seat := game.mover) is not None:
        if seat == own:
            begun = time.thread_time()
            wanted = command(strong, game, seat, below)
            seconds, decisions = seconds + time.thread_time() - begun, decisions + 1
        else:
            wanted = other.command(game, seat)
        game, _ = advance(game, seat, wanted, chance)
    scores = [score(game, Seat(seat)) for seat in range(players)]
    totals, first = [each.total for each in scores], ranking(scores)[0]
    others = tuple(total for seat, total in enumerate(totals) if seat != own)
    return Result(totals[own], others, (own in first) / len(first), decisions, seconds)
