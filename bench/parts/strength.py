"""How far strong leads the full-greedy players of the literature: `python -m bench.parts strength`."""

import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import click

from kingdomino.board.numbers import Seat
from kingdomino.kernel import state
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import BOTS, command
from kingdomino.policies.compiled import styles
from kingdomino.rules import Rules
from kingdomino.scoring import ranking, score
from kingdomino.tally import WIDE
from service.cli.simulating.parts import SeededSource

SHOWN = 50
"""So many games after one another a line tells how it stands, so that a run can be stopped."""


class Result(NamedTuple):
    """A game of strong: its points, those of the others in order of seats, its share of the first place."""

    own: int
    others: tuple[int, ...]
    won: float
    decisions: int
    seconds: float


@click.command()
@click.option("--games", default=1000, show_default=True, help="In each strong sits one seat further.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 4))
@click.option("--mighty-duel", is_flag=True, help="Of two players, in kingdoms of 7x7.")
@click.option("--seed", type=int, help="Of a run to repeat; a fresh one by default.")
def strength(games: int, players: int, seed: int | None, *, mighty_duel: bool) -> None:
    """Play strong against full-greedy on all other seats, with both bonuses, and print its lead."""
    if not state().runs:
        raise click.ClickException(f"strong needs the kernel: {state().why_not}")
    rules = Rules(middle_kingdom=True, harmony=True, mighty_duel=mighty_duel)
    seed = secrets.randbits(32) if seed is None else seed
    click.echo(f"{players} players{', Mighty Duel' if mighty_duel else ''}, seed {seed}")
    found: list[Result] = []
    for each in results(rules, players, games, seed):
        found.append(each)
        if len(found) % SHOWN == 0 or len(found) == games:
            click.echo(told(found))


def results(rules: Rules, players: int, games: int, seed: int) -> Iterator[Result]:
    """So many games one after the other; each has draws of its own, by the seed and its number."""
    for number in range(games):
        yield _play(rules, players, Seat(number % players), SeededSource(seed, number + 1))


def told(found: list[Result]) -> str:
    """The means with 95 % intervals, taken over games, and the CPU time of a decision of strong."""
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


def _play(rules: Rules, players: int, own: Seat, source: SeededSource) -> Result:
    """One game; strong decides as at a table, and the kernel chooses for the others."""
    from kingdomino.kernel.playing import pick  # noqa: PLC0415 - it need not be there
    from kingdomino.kernel.tables import Position  # noqa: PLC0415

    (style,) = styles([BOTS["full-greedy"].policy])
    strong, below = BOTS["strong"].policy, partial(source.below, "bot")
    words: Random = source.generator
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    decisions, seconds = 0, 0.0
    while (seat := game.mover) is not None:
        if seat == own:
            begun = time.thread_time()
            wanted = command(strong, game, seat, below)
            seconds, decisions = seconds + time.thread_time() - begun, decisions + 1
        else:
            position = Position.of(game)
            wanted = position.legal()[pick(position, style, words.getrandbits(64))]
        game, _ = advance(game, seat, wanted, chance)
    scores = [score(game, Seat(seat)) for seat in range(players)]
    totals, first = [each.total for each in scores], ranking(scores)[0]
    others = tuple(total for seat, total in enumerate(totals) if seat != own)
    return Result(totals[own], others, (own in first) / len(first), decisions, seconds)
