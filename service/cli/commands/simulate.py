"""`kingdomino simulate`: plays many games with the rules only, on all cores, and prints statistics."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from kingdomino.policies import BOTS, NeedsKernel
from kingdomino.simulation.tally import Tally
from service.application.i18n.commands import simulating as words
from service.cli.parameters.rule_options import chosen_rules, rule_options
from service.cli.parameters.spoken import SpokenCommand
from service.cli.simulating.parts import PART, cores, parts, tallies
from service.cli.simulating.reporting import report

if TYPE_CHECKING:
    from service.application.i18n.speaking import Text
    from service.cli.simulating.seasons.playing import SeasonPlan


class PolicyList(click.ParamType[tuple[str, ...]]):
    """A parameter of policies' names, separated by commas; a single name stands for all seats."""

    name = "policies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The names; fails for one that is unknown or not available here."""
        names = tuple(str(value).split(","))
        for name in names:
            if name not in BOTS:
                self.fail(f"{name!r} is no policy: {', '.join(BOTS)}", param, ctx)
            if not BOTS[name].is_offered:
                self.fail(f"{name}: {NeedsKernel()}", param, ctx)
        return names


@click.command(cls=SpokenCommand)
@click.option(
    "--players", type=click.IntRange(2, 4), default=4, show_default=True, help="Seats at the table."
)
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=None, help="Seed of the run; random if not given.")
@click.option(
    "--policy",
    "names",
    type=PolicyList(),
    default="random",
    show_default=True,
    help=f"{' or '.join(BOTS)}: one for all seats, or one for each seat, separated by commas; "
    "the policies move on by one seat after each game.",
)
@click.option(
    "--tournament",
    "format_",
    type=click.Choice(["league", "swiss", "knockout"]),
    help="Play whole tournaments instead of single games; the entrants get the policies in turn.",
)
@click.option("--table", type=click.IntRange(2, 4), default=4, help="Seats at a table of a tournament.")
@click.option("--entrants", type=click.IntRange(2, 1000), default=16, help="Entrants of a tournament.")
@click.option(
    "--rounds",
    type=click.IntRange(1, 100),
    help="Rounds of a tournament; if not given, 5 in a Swiss, the whole schedule in a league.",
)
@click.option("--seasons", type=click.IntRange(min=1), default=100, help="Number of tournaments.")
@rule_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=cores,
    show_default="one for each core",
    help=f"Number of processes, used for more than {PART:,} games; each plays {PART:,} games at a time. "
    "It does not change the result.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(  # noqa: PLR0913 - each is an option
    *,
    players: int,
    games: int,
    seed: int | None,
    names: tuple[str, ...],
    format_: str | None,
    table: int,
    entrants: int,
    rounds: int | None,
    seasons: int,
    jobs: int,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play many games without a service and print statistics of all kingdoms.

    It records nothing and needs no server. The same seed and options give the same games, whether the
    compiled kernel plays them or the pure rules. With several policies it also prints the points and won
    games of each policy; seats that share the first place share the win equally.

    With --tournament it plays --seasons whole tournaments, which are paired and ranked as real ones are, and
    prints how often the best policy was ahead after each round, and how even meetings, seats and byes were.
    """
    if seed is None:
        seed = random.SystemRandom().randrange(2**32)
    _refuse_others(is_tournament=format_ is not None)
    if format_ is not None:
        from replays.events.regulations import Format
        from service.cli.simulating.seasons.playing import SeasonPlan

        rules = chosen_rules(chosen, table)
        plan = SeasonPlan(Format(format_), rules, table, rounds, _in_turn(names, entrants))
        _simulate_seasons(plan, seasons, seed, jobs, as_json=as_json)
        return
    rules = chosen_rules(chosen, players)
    seats = _one_each(names, players)
    begun = time.perf_counter()
    tally = Tally(seats)
    with _progress(games, words.GAMES) as told:
        for part in tallies(parts(rules, seats, games, seed), jobs, told):
            tally.add(part)
    found = report(tally, rules, names, seed, time.perf_counter() - begun)
    if as_json:
        click.echo(json.dumps(found))
        return
    from service.cli.simulating.tables import print_tables

    print_tables(found)


def _simulate_seasons(plan: "SeasonPlan", seasons: int, seed: int, jobs: int, *, as_json: bool) -> None:
    from replays.tournament.schedules.forms import Unpairable
    from service.application.i18n.commands.errors import in_words
    from service.application.i18n.refusals import refusal_words
    from service.cli.simulating.parts import RepeatableSource
    from service.cli.simulating.seasons.playing import Season
    from service.cli.simulating.seasons.reporting import season_report
    from service.cli.simulating.seasons.tables import print_season_tables
    from service.cli.simulating.seasons.tally import SeasonTally, season_parts

    try:
        Season(plan, RepeatableSource(seed)).check()
    except Unpairable as error:
        raise click.UsageError(in_words(error, refusal_words(422, error.code))) from error
    begun = time.perf_counter()
    tally = SeasonTally(plan)
    with _progress(seasons, words.SEASONS) as told:
        for part in tallies(season_parts(plan, seasons, seed), jobs, told):
            tally.add(part)
    found = season_report(tally, seed, time.perf_counter() - begun)
    click.echo(json.dumps(found)) if as_json else print_season_tables(found)


def _refuse_others(*, is_tournament: bool) -> None:
    """Refuse options that mean nothing here."""
    wrong = ("players", "games") if is_tournament else ("table", "entrants", "rounds", "seasons")
    context = click.get_current_context()
    for name in wrong:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            refusal = words.NOT_FOR_TOURNAMENTS if is_tournament else words.FOR_TOURNAMENTS
            raise click.UsageError(refusal.said(name=f"--{name}"))


def _in_turn(names: tuple[str, ...], entrants: int) -> tuple[str, ...]:
    """The policies of so many entrants, in turn."""
    if len(names) > entrants:
        text = words.MANY_FOR_ENTRANTS.said(count=len(names), entrants=entrants)
        raise click.BadParameter(text, param_hint="--policy")
    return tuple(islice(cycle(names), entrants))


def _one_each(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """One policy for each seat."""
    if len(names) not in {1, players}:
        text = words.WRONG_NUMBER.said(count=len(names), players=players)
        raise click.BadParameter(text, param_hint="--policy")
    return names * players if len(names) == 1 else names


@contextmanager
def _progress(number: int, what: "Text") -> Iterator[Callable[[int], object]]:
    """A progress bar on standard error if that is a terminal; yields the function that advances it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    every = max(1, number // 200)
    with click.progressbar(
        length=number, label=str(what), file=sys.stderr, show_pos=True, update_min_steps=every
    ) as bar:
        yield bar.update
