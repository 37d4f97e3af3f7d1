"""Counts of legal continuations by depth for Origins: `python -m tests.conformance.perft.origins`.

As in `base`, only `tests.reference_origins` counts here, for every mode and number of players at the start,
in the middle and at the end of games whose moves are stored; `test_origins` checks `kingdomino`.
"""

import json
import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeVar

from tests.reference_origins import Move, Table, perft

T = TypeVar("T")

FILE = Path(__file__).with_name("origins.json")
ORIGIN = (
    "counted by tests/reference_origins.py, which imports nothing of kingdomino: "
    "python -m tests.conformance.perft.origins"
)
ENOUGH = 3000
"""After a count of at least this value, no deeper one is computed."""
DEEPEST = 7


class Opening(NamedTuple):
    """A game before its first move; the stack follows from `turned` and need not be stored."""

    mode: str
    players: int
    kings: tuple[int, ...]
    deck: tuple[int, ...]

    def table(self) -> Table:
        """The table of the reference implementation."""
        return Table.begin(self.players, self.mode, self.deck, self.kings, turned)


def turned(number: int, tiles: Sequence[T]) -> tuple[T, ...]:
    """The order of the tiles after the n-th shuffle: rotated by 7 n + 5 tiles."""
    cut = (7 * number + 5) % max(len(tiles), 1)
    return (*tiles[cut:], *tiles[:cut])


def openings() -> dict[str, Opening]:
    """A game of every mode and number of players, with fixed decks from a fixed seed."""
    shuffler = random.Random(2021)  # noqa: S311 - the decks are stored
    kings = {2: (1, 1, 0, 0), 3: (2, 0, 1), 4: (3, 1, 0, 2)}
    return {
        f"{mode}, {players}": Opening(mode, players, order, tuple(shuffler.sample(range(1, 49), 48)))
        for mode, (players, order) in product(("discovery", "totem", "tribe"), kings.items())
    }


def words(move: Move) -> str:
    """The stored form of a move, as JSON: its kind and its arguments, with sets sorted."""
    return json.dumps(_plain(move), separators=(",", ":"))


def _plain(what: object) -> object:
    if isinstance(what, frozenset):
        return sorted((_plain(part) for part in what), key=repr)
    return [_plain(part) for part in what] if isinstance(what, tuple) else what


def random_game(opening: Opening, seed: int) -> list[str]:
    """All moves of a random game, in their stored form."""
    chooser = random.Random(seed)  # noqa: S311 - the moves are stored
    table, played = opening.table(), []
    while moves := {words(move): move for move in table.moves()}:
        word = chooser.choice(sorted(moves))
        played.append(word)
        table = table.after(moves[word])
    return played


def reached(opening: Opening, before: Sequence[str]) -> Table:
    """The table of the reference implementation after the stored moves."""
    table = opening.table()
    for word in before:
        table = table.after({words(move): move for move in table.moves()}[word])
    return table


def position(name: str, opening: Opening, before: list[str]) -> dict[str, object]:
    """The stored form of a position and its counts, up to `ENOUGH`, `DEEPEST`, or one beyond the end."""
    table = reached(opening, before)
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or 0 < counts[-1] < ENOUGH):
        counts.append(perft(table, len(counts) + 1))
    return {"name": name, **opening._asdict(), "before": before, "counts": counts}


def main() -> None:
    """Write the file."""
    positions = []
    for seed, (name, opening) in enumerate(openings().items()):
        game = random_game(opening, seed)
        middle, last = len(game) // 3, len(game) - 6
        positions.append(position(f"{name}, start", opening, []))
        positions.append(position(f"{name}, middle", opening, game[:middle]))
        positions.append(position(f"{name}, later", opening, game[: middle * 2]))
        positions.append(position(f"{name}, to the end", opening, game[:last]))
        print(*((entry["name"], entry["counts"]) for entry in positions[-4:]), sep="\n")
    lines = ",\n".join(json.dumps(entry) for entry in positions)
    FILE.write_text(f'{{"origin": {json.dumps(ORIGIN)}, "positions": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
