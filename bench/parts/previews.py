"""The time of the previews of points: for a list of moves, and for the dominoes on offer."""

import time
from collections.abc import Iterator

from kingdomino.analysis.gains import gains, offers
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.rules import Rules
from service.cli.simulating.parts import RepeatableSource


def previews(rules: Rules, players: int, games: int) -> str:
    """The milliseconds of this process for both, mean and maximum, over random games."""
    listed, offered = [], []
    for seed in range(games):
        for game, seat in _placing(rules, players, seed):
            commands = legal_commands(game)
            begun = time.process_time()
            gains(game, commands)
            between = time.process_time()
            offers(game, seat)
            listed.append(between - begun)
            offered.append(time.process_time() - between)
    return f"moves {_told(listed)}, offers {_told(offered)}"


def _told(seconds: list[float]) -> str:
    return f"{sum(seconds) / len(seconds) * 1e3:.2f} ms (at most {max(seconds) * 1e3:.1f})"


def _placing(rules: Rules, players: int, seed: int) -> Iterator[tuple[Game, Seat]]:
    """Each turn of a random game in which a domino is to be placed, and the seat that places it."""
    source = RepeatableSource(seed)
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    while (seat := game.mover) is not None:
        commands = legal_commands(game)
        if game.stage is Stage.PLACE:
            yield game, seat
        game, _ = advance(game, seat, commands[source.below("", len(commands))], chance)
