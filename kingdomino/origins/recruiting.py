"""The cave board, its stack, and who may recruit (R29)."""

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.game.table import BOARD_SIZE, Origin
from kingdomino.origins.territory import PRICE, counts
from kingdomino.rules import Mode


def sources(game: Game, seat: Seat) -> list[Origin]:
    """Where the seat can pay for a caveman now: it has the resources, and there is a tile."""
    if game.rules.mode is not Mode.TRIBE:
        return []
    kinds = sum(count > 0 for count in counts(game.kingdoms[seat]))
    tiles = {Origin.BOARD: game.shared.board, Origin.STACK: game.shared.stack}
    return [source for source in Origin if tiles[source] and kinds >= PRICE[source]]


def on_offer(game: Game) -> list[Caveman]:
    """The kinds that may be taken for what was paid, each once."""
    tiles = game.shared.board if game.shared.paid is Origin.BOARD else game.shared.stack
    return [caveman for caveman in Caveman if caveman in tiles]


def refill(game: Game, chance: Chance) -> BoardRefilled | None:
    """The tiles that go from the stack to the board, where a line was just dealt."""
    shared = game.shared
    if not shared.refill:
        return None
    order = chance.stack(shared.shuffles, shared.shuffled)
    need = min(BOARD_SIZE - len(shared.board), len(shared.stack))
    return BoardRefilled(order[shared.drawn : shared.drawn + need])
