"""Figures of single parts, for `docs/performance.md`: `python -m tests.measure placements`."""

import random
import time

import click

from kingdomino.dominoes import DOMINOES
from kingdomino.kingdom import Kingdom, LegalPlacements
from kingdomino.numbers import DominoNumber
from kingdomino.policies import RANDOM
from kingdomino.rules import Rules
from kingdomino.simulation import play
from service.commands.simulate import SeededSource


@click.group()
def measure() -> None:
    """Measure parts of the program with the time of this process alone."""


@measure.command()
@click.option("--games", default=200, show_default=True, help="Random 4-player games to take kingdoms from.")
@click.option("--repeat", default=5, show_default=True, help="The best of so many runs is printed.")
def placements(games: int, repeat: int) -> None:
    """Time full lists of legal placements, one for every placing turn of random 4-player games."""
    turns = [turn for seed in range(games) for turn in _turns(seed)]
    listed = sum(len(LegalPlacements(land, DOMINOES[domino])) for land, domino in turns)
    best = min(_seconds(turns) for _ in range(repeat))
    click.echo(
        f"{len(turns)} lists of {listed / len(turns):.1f} placements on average: "
        f"{best / len(turns) * 1e6:.1f} microseconds each"
    )


def _turns(seed: int) -> list[tuple[Kingdom, DominoNumber]]:
    """Every kingdom of a random game as each of its own dominoes met it."""
    game = play(Rules(), [RANDOM] * 4, SeededSource(seed)).game
    turns = []
    for land in game.kingdoms:
        grown = Kingdom.empty(5)
        for placement in land.placements:
            turns.append((grown, placement.domino))
            grown = grown.place(placement)
        turns += [(grown, domino) for domino in land.discarded]
    random.Random(seed).shuffle(turns)  # noqa: S311 - only an order
    return turns


def _seconds(turns: list[tuple[Kingdom, DominoNumber]]) -> float:
    begun = time.process_time()
    for land, domino in turns:
        list(LegalPlacements(land, DOMINOES[domino]))
    return time.process_time() - begun


if __name__ == "__main__":
    measure()
