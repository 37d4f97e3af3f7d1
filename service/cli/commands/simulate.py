"""`kingdomino simulate`: many games of the rules alone, on all cores, and what they come to."""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from math import sqrt
from multiprocessing import active_children, parent_process
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from kingdomino.policies import BOTS
from kingdomino.rules import OPTIONS, GameKind, Rules, check, check_fields
from kingdomino.rules.violations import RuleViolation
from kingdomino.simulation import PlayedGame, Standing, Statistics, Tally, play_many
from replays.encoding.forms import RULES
from replays.runtime import parent_death
from service.cli.commands.rule_options import rule_options

if TYPE_CHECKING:
    from rich.table import Table

T = TypeVar("T")

PART = 1_200
"""How many games are played in a row; of two, three or four policies each sits on every seat as often."""

LOOK_SECONDS = 1.0
"""How often it is looked whether all processes that play are there."""


class SeededSource:
    """A `chance.Source` that repeats itself for the same seed and part: all purposes share one generator.

    Good for statistics only; the games of the service are shuffled verifiably.
    """

    def __init__(self, seed: int, part: int = 0) -> None:
        own = f"{seed}/{part}" if part else seed
        generator = random.Random(own)  # noqa: S311 - simulated games keep no secret
        self._shuffle, self._random = generator.shuffle, generator.random

    def shuffled(self, _purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order in which every permutation is equally likely."""
        shuffled = list(items)
        self._shuffle(shuffled)
        return tuple(shuffled)

    def below(self, _purpose: str, bound: int) -> int:
        """A number from 0 to `bound` - 1; the bias of 2^-53 a step does not show in any statistic."""
        return int(self._random() * bound)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Part(NamedTuple):
    """Games that are played one after the other; the same part is the same games in whatever process."""

    rules: Rules
    names: tuple[str, ...]
    games: int
    seed: int
    number: int

    def played(self) -> Iterator[PlayedGame]:
        """The games."""
        policies = [BOTS[name].policy for name in self.names]
        return play_many(self.rules, policies, self.games, SeededSource(self.seed, self.number))

    def tally(self, told: Callable[[int], object] = lambda _: None) -> Tally:
        """What its games come to; `told` hears of each."""
        tally = Tally(self.names)
        for played in self.played():
            tally.count(played)
            told(1)
        return tally


def parts(rules: Rules, names: tuple[str, ...], games: int, seed: int) -> list[Part]:
    """So many games in parts of `PART`; `names` has a policy for each seat."""
    begins = range(0, games, PART)
    return [Part(rules, names, min(PART, games - begin), seed, n) for n, begin in enumerate(begins)]


class PolicyList(click.ParamType[tuple[str, ...]]):
    """Names of policies with commas between; one name is for all seats."""

    name = "policies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The names, each of which is known."""
        names = tuple(str(value).split(","))
        for name in names:
            if name not in BOTS:
                self.fail(f"{name!r} is no policy: {', '.join(BOTS)}", param, ctx)
        return names


def _rules(chosen: Mapping[str, Any], players: int) -> Rules:
    """The rules of the options; what means nothing in the chosen game is refused."""
    game = GameKind(chosen["game"])
    given = {
        name: type(OPTIONS[name].default)(value)
        for name, value in chosen.items()
        if value and name in OPTIONS
    }
    rules = Rules.of(game, given)
    try:
        check_fields(game, given)
        check(rules, players)
    except RuleViolation as violation:
        raise click.UsageError(violation.text) from violation
    return rules


@click.command()
@click.option(
    "--players", type=click.IntRange(2, 4), default=4, show_default=True, help="Seats at the table."
)
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=None, help="Makes a run repeatable; random if not given.")
@click.option(
    "--policy",
    "names",
    type=PolicyList(),
    default="random",
    show_default=True,
    help=f"{' or '.join(BOTS)}: one for all seats, or one for each seat, separated by commas; "
    "they move one seat further from game to game.",
)
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
    jobs: int,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Play many games with the rules only and print statistics, all kingdoms pooled.

    It records nothing and needs no server. The same seed and options give the same games. With several
    policies it also prints the points and won games of each policy; seats that share the first place share
    the win equally.
    """
    rules = _rules(chosen, players)
    seats = _one_each(names, players)
    if seed is None:
        seed = random.SystemRandom().randrange(2**32)
    begun = time.perf_counter()
    tally = Tally(seats)
    with _progress(games) as told:
        for part in tallies(parts(rules, seats, games, seed), jobs, told):
            tally.add(part)
    seconds = time.perf_counter() - begun
    report = _report(tally.statistics(), rules, names, seed, seconds)
    if len(names) > 1:
        report["by_policy"] = _by_policy(tally.standings())
    if as_json:
        click.echo(json.dumps(report))
    else:
        _print_tables(report)


def _one_each(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """One policy for each seat."""
    if len(names) not in {1, players}:
        raise click.BadParameter(
            f"{len(names)} policies for {players} players: give one for all or one for each",
            param_hint="--policy",
        )
    return names * players if len(names) == 1 else names


def tallies(
    all_parts: Sequence[Part], jobs: int, told: Callable[[int], object] = lambda _: None
) -> Iterator[Tally]:
    """What each part comes to, in order, of so many processes; `told` hears how many games more are done."""
    if jobs == 1 or len(all_parts) == 1:
        for part in all_parts:
            yield part.tally(told)
        return
    number = min(jobs, len(all_parts))
    interrupted = signal.SIG_IGN if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else signal.SIG_DFL
    processes = ProcessPoolExecutor(number, initializer=_begin, initargs=(os.getpid(), interrupted))
    try:
        with _uninterrupted():  # so that none is started that nobody knows of
            found = [processes.submit(part.tally) for part in all_parts]
        for part, tally in zip(all_parts, found, strict=True):
            yield _awaited(tally, number)
            told(part.games)
    except BrokenProcessPool as error:
        _end_players()
        message = "a process that played games was killed; fewer --jobs need less memory"
        raise click.ClickException(message) from error
    except BaseException:
        _end_players()  # else each would play its part to the end
        raise
    finally:
        processes.shutdown(cancel_futures=True)


def _awaited(tally: Future[Tally], number: int) -> Tally:
    """The tally, when it is there, as long as so many processes play; raises BrokenProcessPool.

    The executor tells it, too, but not always where one dies while parts are still being handed in.
    """
    while True:
        try:
            return tally.result(LOOK_SECONDS)
        except TimeoutError:
            if len(active_children()) < number:
                raise BrokenProcessPool from None


def _end_players() -> None:
    for process in active_children():
        process.kill()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the end of this block."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _begin(parent: int, interrupted: signal.Handlers) -> None:
    """Let a process that plays games end with its parent, and with Ctrl-C unless the parent ignores it."""
    signal.signal(signal.SIGINT, interrupted)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    parent_death.end_with(parent)
    if above := parent_process():
        parent_death.watch(above.sentinel)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], object]]:
    """A bar on standard error where that is a terminal, and what moves it on."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    every = max(1, games // 200)
    with click.progressbar(
        length=games, label="games", file=sys.stderr, show_pos=True, update_min_steps=every
    ) as bar:
        yield bar.update


def _report(
    statistics: Statistics, rules: Rules, names: tuple[str, ...], seed: int, seconds: float
) -> dict[str, Any]:
    """The object that `--json` prints; the names of the rules are the API's."""
    return {
        "games": statistics.games,
        "seconds": round(seconds, 3),
        "rules": RULES.write(rules),
        "seed": seed,
        "policy": ",".join(names),
        "total": {
            "mean": statistics.mean,
            "sd": statistics.sd,
            "min": statistics.min,
            "max": statistics.max,
        },
        "bonus_share": {
            "middle_kingdom": statistics.middle_kingdom_share,
            "harmony": statistics.harmony_share,
        },
        "discards_per_player": statistics.discards_per_player,
        "placements_by_round": list(statistics.placements_by_round),
    }


def _by_policy(standings: Mapping[str, Standing]) -> dict[str, dict[str, Any]]:
    """What each policy came to, by its name."""
    return {
        name: {
            "mean": standing.mean,
            "sd": standing.sd,
            "wins": float(standing.wins),
            "games": standing.games,
        }
        for name, standing in standings.items()
    }


def _print_tables(report: dict[str, Any]) -> None:
    """The report for people."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    rate = report["games"] / report["seconds"] if report["seconds"] else 0
    rules = ", ".join(f"{name} {value}" for name, value in report["rules"].items())
    console.print(f"{report['games']} games in {report['seconds']:.1f} s ({rate:,.0f} a second)")
    console.print(f"rules: {rules}\npolicy {report['policy']}, seed {report['seed']}\n")
    facts = Table("per kingdom", "value")
    facts.columns[1].justify = "right"
    for name, value in report["total"].items():
        facts.add_row(f"points, {name}", f"{value:.2f}" if isinstance(value, float) else str(value))
    for name, value in report["bonus_share"].items():
        facts.add_row(f"paid {name.replace('_', ' ')}", f"{value:.1%}")
    facts.add_row("discards", f"{report['discards_per_player']:.3f}")
    console.print(facts)
    if "by_policy" in report:
        console.print(_policy_table(report["by_policy"]))
    options = Table("round", "legal placements", title="mean of a placing turn")
    for column in options.columns:
        column.justify = "right"
    for number, mean in enumerate(report["placements_by_round"], start=1):
        options.add_row(str(number), f"{mean:.2f}")
    console.print(options)


def _policy_table(by_policy: Mapping[str, Mapping[str, Any]]) -> "Table":
    """What each policy came to; the share of games won has its 95 % interval."""
    from rich.table import Table

    table = Table("policy", "points, mean", "points, sd", "games won")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, found in by_policy.items():
        share = found["wins"] / found["games"]
        reach = 1.96 * sqrt(share * (1 - share) / found["games"])
        table.add_row(name, f"{found['mean']:.2f}", f"{found['sd']:.2f}", f"{share:.1%} ± {reach:.1%}")
    return table
