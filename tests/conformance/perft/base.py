"""Counts of legal continuations by depth, by the plain reference: `python -m tests.conformance.perft.base`.

This is the standard measure for rules of games (perft in chess): the number of different sequences of n moves
from a position. Only `tests.reference` counts here; `test_base` checks `kingdomino` against the counts.
"""

import json
import random
from pathlib import Path
from typing import NamedTuple

from tests.reference import NOWHERE, Laid, Move, Table, perft

FILE = Path(__file__).with_name("base.json")
ORIGIN = (
    "counted by tests/reference.py, which imports nothing of kingdomino: "
    "python -m tests.conformance.perft.base"
)
DEPTH_FROM_START = 7
MOVES_TO_THE_END = {5: 9, 7: 9, None: 3}
"""The moves left at the late position, by limit; without one, a domino has over a hundred placements."""


class Opening(NamedTuple):
    """A game before its first move; `limit` 5, 7 (Mighty Duel) or None."""

    players: int
    edition: str
    limit: int | None
    kings: tuple[int, ...]
    deck: tuple[int, ...]

    def table(self) -> Table:
        """The table of the reference implementation."""
        return Table.begin(self.players, self.edition, self.deck, self.kings, self.limit)


def openings() -> dict[str, Opening]:
    """Games of each kind, with fixed decks from a fixed seed."""
    tables = {
        "2": (2, "classic", 5, (0, 0, 1, 1)),
        "3 classic": (3, "classic", 5, (2, 0, 1)),
        "3 second": (3, "second", 5, (1, 2, 0)),
        "4": (4, "classic", 5, (3, 1, 0, 2)),
        "2 mighty duel": (2, "classic", 7, (1, 0, 1, 0)),
        "3 no limit": (3, "classic", None, (0, 1, 2)),
    }
    shuffler = random.Random(2016)  # noqa: S311 - the decks are stored
    return {
        name: Opening(*table, deck=tuple(shuffler.sample(range(1, 49), 48))) for name, table in tables.items()
    }


def words(move: Move) -> str:
    """The stored form of a move: `choose 12`, `discard 5`, or `place 24` followed by squares and faces."""
    kind, number, laid = move
    squares = [f"{x},{y}={terrain}{crowns}" for (x, y), (terrain, crowns) in sorted(laid)]
    return " ".join([kind, str(number), *squares])


def read(text: str) -> Move:
    """The move from its stored form."""
    kind, number, *squares = text.split(" ")
    return kind, int(number), _laid(squares) if squares else NOWHERE


def _laid(squares: list[str]) -> Laid:
    pairs = [square.split("=") for square in squares]
    return frozenset(
        ((int(at.split(",")[0]), int(at.split(",")[1])), (face[:-1], int(face[-1]))) for at, face in pairs
    )


def random_game(opening: Opening, seed: int) -> list[Move]:
    """All moves of a random game."""
    chooser = random.Random(seed)  # noqa: S311 - the moves are stored
    table, played = opening.table(), []
    while moves := table.moves():
        move = chooser.choice(sorted(moves, key=words))
        played.append(move)
        table = table.after(move)
    return played


def position(name: str, opening: Opening, before: list[Move], depth: int) -> dict[str, object]:
    """The stored form of a position and its counts."""
    table = opening.table()
    for move in before:
        table = table.after(move)
    return {
        "name": name,
        **opening._asdict(),
        "before": [words(move) for move in before],
        "counts": [perft(table, plies) for plies in range(1, depth + 1)],
    }


def main() -> None:
    """Write the file."""
    positions = []
    for seed, (name, opening) in enumerate(openings().items()):
        positions.append(position(f"{name}, start", opening, [], DEPTH_FROM_START))
        game = random_game(opening, seed)
        last = MOVES_TO_THE_END[opening.limit]
        positions.append(position(f"{name}, to the end", opening, game[:-last], last + 1))
        print(*((entry["name"], entry["counts"]) for entry in positions[-2:]), sep="\n")
    lines = ",\n".join(json.dumps(entry) for entry in positions)
    FILE.write_text(f'{{"origin": {json.dumps(ORIGIN)}, "positions": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
