"""Random games on all cores by the rules alone, against only applying the events of such games."""

from collections.abc import Iterator
from itertools import cycle
from time import process_time

from bench.rows import Row, in_turn, seconds, times
from bench.site import Site
from kingdomino.game.events import Event, GameStarted
from kingdomino.machine import advance, begin, draw, evolve, start
from kingdomino.policies import RANDOM, command
from kingdomino.rules import Rules
from service.cli.simulating.parts import RepeatableSource, SimulationPart, cores, tallies

PLAYERS = 4


def games(_: Site, count: int) -> Iterator[Row]:
    """Four-player games, as `kingdomino simulate` plays them: `count` per core, and as many applied."""
    told, jobs = cycle([_told(seed) for seed in range(count)]), cores()
    parts = [SimulationPart(Rules(), ("random",) * PLAYERS, count, 1, number) for number in range(jobs)]
    ours, limit = in_turn(
        lambda: [seconds(lambda: list(tallies(parts, jobs))) / (count * jobs)],
        lambda: [each / jobs for each in times(count, lambda: _apply(next(told)), process_time)],
    )
    yield Row.rate("games", "games/s, all cores", 1 / ours, 1 / limit)


def _told(seed: int) -> tuple[Event, ...]:
    """The events of a random game."""
    source = RepeatableSource(seed)
    chance = draw(Rules(), PLAYERS, source)
    game, told = begin(Rules(), PLAYERS, chance)
    while game.mover is not None:
        wanted = command(RANDOM, game, game.mover, lambda bound: source.below("", bound))
        game, events = advance(game, game.mover, wanted, chance)
        told += events
    return told


def _apply(told: tuple[Event, ...]) -> None:
    game = start(GameStarted(Rules(), PLAYERS))
    for event in told[1:]:
        game = evolve(game, event)
