"""Small kingdoms for lists: one path for each terrain, without crowns and edges; some 300 bytes each.

They are drawn by the macros `thumbnail` and `mini_boards` of `service/templates/lobby/parts.html`.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.scoring import score
from service.application.pictures.boards import bounds_of


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A kingdom in units of a square: the drawing's view box, and a path by the word of each terrain.

    `points` is what the kingdom is worth at present.
    """

    seat: int
    view_box: str
    paths: dict[str, str]
    points: int


def thumbnails(game: Game) -> list[Thumbnail]:
    """The kingdoms of a game, in the order of seats."""
    return [_thumbnail(game, Seat(seat)) for seat in range(game.players)]


def _thumbnail(game: Game, seat: Seat) -> Thumbnail:
    kingdom, limit = game.kingdoms[seat], game.rules.limit(game.players)
    terrains = {(square.x, square.y): half.terrain.word for square, half, _ in kingdom.cells()}
    bounds = bounds_of([{"x": x, "y": y} for x, y in terrains], limit)
    width, height = bounds.east - bounds.west + 1, bounds.north - bounds.south + 1
    view_box = f"{bounds.west} {-bounds.north} {width} {height}"
    return Thumbnail(seat, view_box, paths_of(terrains), score(game, seat).total)


def paths_of(terrains: dict[tuple[int, int], str]) -> dict[str, str]:
    """One path for each terrain, with a rectangle for each horizontal run of squares; y points down.

    >>> paths_of({(0, 1): "lake", (1, 1): "lake", (2, 1): "mine", (0, 0): "lake"})
    {'lake': 'M0 0h1v1h-1zM0 -1h2v1h-2z', 'mine': 'M2 -1h1v1h-1z'}
    """
    found: defaultdict[str, str] = defaultdict(str)
    squares = sorted(terrains.items(), key=lambda each: (each[0][1], each[0][0]))
    runs = groupby(enumerate(squares), key=lambda each: (each[1][0][0] - each[0], each[1][0][1], each[1][1]))
    for (_, y, terrain), run in runs:
        row = list(run)
        length = len(row)
        found[terrain] += f"M{row[0][1][0][0]} {-y}h{length}v1h-{length}z"
    return dict(found)
