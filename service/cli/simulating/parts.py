"""Splits games into parts, each with its own draws, which one or several processes play."""

import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from typing import NamedTuple, Protocol, TypeVar

import click

from kingdomino.game.chance import GeneratorSource
from kingdomino.policies import BOTS
from kingdomino.policies.compiled import why_pure
from kingdomino.rules import Rules
from kingdomino.simulation import play_many
from kingdomino.simulation.tally import Tally, tally_compiled
from replays.runtime import parent_death
from service.application.i18n.commands.simulating import KILLED

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PART = 1_200
"""The number of games in a part; with 2, 3 or 4 policies each of them has every seat equally often."""

LOOK_SECONDS = 1.0
"""The time between checks that all processes are alive."""


class RepeatableSource(GeneratorSource):
    """A `chance.Source` that is repeatable for the same seed and part: all purposes share one generator.

    For statistics only; the games of the service are shuffled verifiably.
    """

    def __init__(self, seed: int, part: int = 0) -> None:
        own = f"{seed}/{part}" if part else seed
        super().__init__(random.Random(own))  # noqa: S311 - simulated games keep no secret


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class TallyPart(Protocol[T_co]):
    """Games, or whole seasons, that are played one after the other; an equal part gives the same result."""

    @property
    def games(self) -> int:
        """The number of games or seasons."""

    def tally(self, told: Callable[[int], object] = ...) -> T_co:
        """Play them; reports each number that is newly done to `told`."""


class SimulationPart(NamedTuple):
    """Games that are played one after the other; an equal part gives the same games in any process."""

    rules: Rules
    names: tuple[str, ...]
    games: int
    seed: int
    number: int

    def tally(self, told: Callable[[int], object] = lambda _: None) -> Tally:
        """Play the games, by the kernel if possible; reports each number of games newly done to `told`."""
        policies = {name: BOTS[name].policy for name in self.names}
        seats, source = [policies[name] for name in self.names], RepeatableSource(self.seed, self.number)
        if not why_pure(self.rules, policies):
            tally = tally_compiled(self.rules, self.names, seats, self.games, source.generator)
            told(self.games)
            return tally
        tally = Tally(self.names)
        for played in play_many(self.rules, seats, self.games, source):
            tally.count(played)
            told(1)
        return tally


def why_not_compiled(rules: Rules, names: Sequence[str]) -> str:
    """The reason why the kernel does not play games of these rules and policies; empty if it does."""
    return why_pure(rules, {name: BOTS[name].policy for name in names})


def parts(rules: Rules, names: tuple[str, ...], games: int, seed: int) -> list[SimulationPart]:
    """Split `games` into parts of `PART`; `names` has a policy for each seat."""
    begins = range(0, games, PART)
    return [SimulationPart(rules, names, min(PART, games - begin), seed, n) for n, begin in enumerate(begins)]


def tallies(
    all_parts: Sequence[TallyPart[T]], jobs: int, told: Callable[[int], object] = lambda _: None
) -> Iterator[T]:
    """Yield the tallies of the parts in order, by `jobs` processes; `told`: see `SimulationPart.tally`."""
    if jobs == 1 or len(all_parts) == 1:
        for part in all_parts:
            yield part.tally(told)
        return
    number = min(jobs, len(all_parts))
    interrupted = signal.SIG_IGN if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else signal.SIG_DFL
    processes = ProcessPoolExecutor(number, initializer=_begin, initargs=(os.getpid(), interrupted))
    try:
        with _uninterrupted():  # so that every started process is known
            found = [processes.submit(part.tally) for part in all_parts]
        for part, tally in zip(all_parts, found, strict=True):
            yield _awaited(tally, number)
            told(part.games)
    except BrokenProcessPool as error:
        _end_players()
        raise click.ClickException(str(KILLED)) from error
    except BaseException:
        _end_players()  # otherwise each would play its part to the end
        raise
    finally:
        processes.shutdown(cancel_futures=True)


def _awaited(tally: Future[T], number: int) -> T:
    """Wait for the tally; raises BrokenProcessPool if fewer than `number` processes are alive.

    The executor reports that too, but not always if a process dies while parts are being submitted.
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
    """Defer Ctrl-C until the end of this block."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _begin(parent: int, interrupted: signal.Handlers) -> None:
    """Make a child process end with its parent, and on Ctrl-C unless the parent ignores that."""
    signal.signal(signal.SIGINT, interrupted)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    parent_death.end_with(parent)
    if above := parent_process():
        parent_death.watch(above.sentinel)
