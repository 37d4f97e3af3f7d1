from kingdomino.game import Game, Stage
from kingdomino.game.commands import Command

SEARCHED: frozenset[Stage]

def best_command(game: Game, playouts: int, width: int, seed: int) -> Command: ...
