"""The ladder of the bots: `python -m bench.parts strength`."""

import secrets
import subprocess
from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import click

from bench.parts.contest import SEARCHING, Entrant, Result, contest, entrant, milliseconds_of
from kingdomino.kernel import state
from kingdomino.policies import stored_names
from kingdomino.rules import Rules
from kingdomino.simulation.tally import WIDE
from service.cli.parameters.rule_options import chosen_rules, rule_options

SHOWN = 50
"""The number of games between two lines of interim results, so that a run can be stopped."""


@click.command()
@click.option(
    "--games", default=1000, show_default=True, help="Number of games of each bot against each other bot."
)
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 4))
@click.option(
    "--bots", default=",".join(stored_names()), show_default=True, help="The bots, by stored name and comma."
)
@click.option("--against", help="The bots on all other seats; the same ones by default.")
@click.option(
    "--ms",
    help="Budgets of CPU time a decision, by comma: each bot that plays games out takes part with each.",
)
@rule_options
@click.option("--seed", type=int, help="Seed of the run; random by default.")
def strength(  # noqa: PLR0913, PLR0917 - the options
    games: int, players: int, bots: str, against: str | None, ms: str | None, seed: int | None, **chosen: Any
) -> None:
    """Play every bot against every other one on all other seats, and print the table.

    `strong-2/3000` is a bot with 3,000 playouts, `strong-2@50` one with as many as 50 ms of CPU time allow.
    """
    rules = chosen_rules(chosen, players)
    seed = secrets.randbits(32) if seed is None else seed
    click.echo(
        f"{players} players, seed {seed}, {games} games a pair, commit {_commit()}, {state().word} kernel"
    )
    rows = _entrants(bots, ms, rules, players)
    columns = rows if against is None else _entrants(against, ms, rules, players)
    found = {
        (pair[0].name, pair[1].name): _played(rules, players, pair, games, seed)
        for pair in product(rows, columns)
        if pair[0].name != pair[1].name
    }
    click.echo("")
    for line in table([each.name for each in rows], [each.name for each in columns], found):
        click.echo(line)


def _entrants(names: str, ms: str | None, rules: Rules, players: int) -> list[Entrant]:
    return [_entrant(name, rules, players) for name in _with_budgets(names.split(","), ms)]


def _played(rules: Rules, players: int, pair: tuple[Entrant, Entrant], games: int, seed: int) -> list[Result]:
    """The games of a pair; tells the figures from time to time."""
    played: list[Result] = []
    for each in contest(rules, players, pair, games, seed):
        played.append(each)
        if len(played) % SHOWN == 0 or len(played) == games:
            click.echo(f"{pair[0].name} against {pair[1].name}, {told(played)}")
    return played


def _with_budgets(names: Sequence[str], ms: str | None) -> Iterator[str]:
    for name in names:
        if ms is None or name not in SEARCHING:
            yield name
        else:
            yield from (f"{name}@{each}" for each in ms.split(","))


def _entrant(name: str, rules: Rules, players: int) -> Entrant:
    try:
        found = entrant(name, rules, players)
    except (KeyError, ValueError) as error:
        raise click.BadParameter(f"no bot is named {name}; known are {', '.join(stored_names())}") from error
    if found.needs_kernel and not state().runs:
        raise click.ClickException(f"{name} needs the kernel: {state().why_not}")
    return found


def _commit() -> str:
    """The commit of these sources; with a + if something is changed."""
    run = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"],  # noqa: S607 - git is found where its user has it
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    return run.stdout.strip() or "unknown"


def told(found: Sequence[Result]) -> str:
    """The means over games with 95 % intervals, and the CPU time of a decision of the first bot."""
    figures: dict[str, list[float]] = {
        "lead": [each.lead for each in found],
        "own": [each.own for each in found],
        "ahead": [each.ahead for each in found],
        "won %": [100 * each.won for each in found],
    }
    means = ", ".join(f"{name} {interval(values)}" for name, values in figures.items())
    return f"{len(found)} games: {means}, {milliseconds_of(found):.1f} ms a decision"


def interval(values: Sequence[float], digits: int = 2) -> str:
    """The mean with its 95 % interval."""
    half = WIDE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.{digits}f} ± {half:.{digits}f}"


def table(
    rows: Sequence[str], columns: Sequence[str], found: dict[tuple[str, str], list[Result]]
) -> Iterator[str]:
    """The table in Markdown: how far a bot is ahead of the mean of the others, and the games that it won."""
    yield f"| bot | ms a decision | {' | '.join(f'against {name}' for name in columns)} |"
    yield "|---" * (len(columns) + 2) + "|"
    for row in rows:
        cells = " | ".join(_cell(found.get((row, column))) for column in columns)
        whole = [each for column in columns for each in found.get((row, column), ())]
        yield f"| {row} | {f'{milliseconds_of(whole):.1f}' if whole else ''} | {cells} |"


def _cell(found: Sequence[Result] | None) -> str:
    if not found:
        return ""
    return f"{interval([each.ahead for each in found], 1)}, {fmean(100 * each.won for each in found):.0f} %"
