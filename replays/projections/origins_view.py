"""The public view of a game of Origins, beyond the parts that `view` has for both games."""

from typing import Any

from kingdomino.board.camp import RESOURCES
from kingdomino.board.kingdom import Kingdom
from kingdomino.game.table import SharedTable
from kingdomino.origins.territory import squares_of
from kingdomino.scoring import Score

State = dict[str, Any]


def table(shared: SharedTable) -> State:
    """The holders of the totems, the face-up cavemen, and the number of face-down ones (R27, R29)."""
    return {
        "totems": {resource.value: holder for resource, holder in zip(RESOURCES, shared.totems, strict=True)},
        "board": [caveman.value for caveman in shared.board],
        "stack_left": len(shared.stack),
    }


def cells(kingdom: Kingdom) -> list[State]:
    """The covered squares: printed `fires`, the fires of a `token` or 0, and the pieces on the square."""
    camp = kingdom.camp
    tokens = dict(camp.tokens)
    cavemen = {square: caveman.value for square, caveman in camp.cavemen}
    resources = {
        square: resource.value
        for resource, board in zip(RESOURCES, camp.resources, strict=True)
        for square in squares_of(kingdom.grid, board)
    }
    return [
        {
            "x": square.x,
            "y": square.y,
            "terrain": half.terrain.word,
            "fires": half.crowns,
            "token": tokens.get(square, 0),
            "craters": half.craters,
            "resource": resources.get(square),
            "caveman": cavemen.get(square),
            "domino": domino,
        }
        for square, half, domino in kingdom.cells()
    ]


def score(counted: Score) -> State:
    """The score as in the base game, with fires for crowns, and the parts that Origins adds (R28, R30)."""
    return {
        "total": counted.total,
        "regions": [
            {
                "terrain": region.terrain.word,
                "squares": region.squares,
                "fires": region.crowns,
                "points": region.points,
            }
            for region in counted.regions
        ],
        "middle_kingdom": counted.middle_kingdom,
        "harmony": counted.harmony,
        "largest_region": counted.largest_region,
        "crowns": counted.crowns,
        "resources": counted.resources,
        "totems": counted.totems,
        "cavemen": counted.cavemen,
    }
