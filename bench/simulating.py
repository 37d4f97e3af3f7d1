"""Random games of the rules alone, against the same games with nothing to decide: their events applied."""

from itertools import cycle
from time import process_time

from bench.rows import ROUNDS, Row, in_turn, times
from bench.site import Site
from kingdomino.chance import draw
from kingdomino.events import Event, GameStarted
from kingdomino.evolution import evolve, start
from kingdomino.machine import advance, begin
from kingdomino.policies import RANDOM, command
from kingdomino.rules import Rules
from kingdomino.simulation import play_many
from service.commands.simulate import SeededSource

PLAYERS = 4


def games(_: Site, count: int) -> Row:
    """Games of four, as `kingdomino simulate` plays them."""
    told = [_told(seed) for seed in range(count)]
    played = play_many(Rules(), [RANDOM] * PLAYERS, ROUNDS * count, SeededSource(1))
    again = cycle(told)
    ours, limit = in_turn(
        lambda: times(count, lambda: next(played), process_time),
        lambda: times(count, lambda: _apply(next(again)), process_time),
    )
    return Row.rate("games", "games/s, CPU", 1 / ours, 1 / limit)


def _told(seed: int) -> tuple[Event, ...]:
    """The events of a random game."""
    source = SeededSource(seed)
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
