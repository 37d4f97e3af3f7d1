"""The shuffles of the caveman stack, derived from the public events of a game (R29)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

TILES = [
    *["hunter"] * 2,
    *["fisher"] * 2,
    *["gatherer"] * 2,
    *["sculptor"] * 2,
    *["painter"] * 2,
    *["fire_keeper"] * 2,
    *["shaman"] * 2,
    *["warrior1"] * 4,
    *["warrior2"] * 3,
    "warrior3",
]
"""All tiles, sorted as in `docs/organize/randomness.md`."""


@dataclass(slots=True)
class Shuffle:
    """One shuffle: its tiles, sorted, and the tiles drawn from it since, in order."""

    tiles: list[str]
    drawn: list[str] = field(default_factory=list)

    @property
    def left(self) -> list[str]:
        """The tiles that are still face down, sorted."""
        rest = list(self.tiles)
        for tile in self.drawn:
            rest.remove(tile)
        return rest


def shuffles(events: Iterable[Mapping[str, Any]]) -> list[Shuffle]:
    """Every shuffle of a game in Tribe mode: at the start, and after each tile taken from the stack."""
    found, from_stack = [Shuffle(TILES)], False
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "BoardRefilled":
            found[-1].drawn += data["cavemen"]
        elif kind == "CavemanPaid":
            from_stack = data["source"] == "stack"
        elif kind == "CavemanTaken" and from_stack:
            rest = found[-1].left
            rest.remove(data["caveman"])
            found.append(Shuffle(rest))
    return found
