"""The 48 dominoes of the base game (`rules.md` F; Blue Orange 2016)."""

from typing import NamedTuple

from kingdomino.numbers import DominoNumber
from kingdomino.terrain import TERRAIN_OF_LETTER, Terrain


class Half(NamedTuple):
    """One square of a domino: its terrain and 0 to 3 crowns."""

    terrain: Terrain
    crowns: int = 0


class Domino(NamedTuple):
    """A domino: its number, its first half `a` and its second half `b`."""

    number: DominoNumber
    a: Half
    b: Half

    @property
    def is_double(self) -> bool:
        """Whether both halves are alike, so that turning it about changes nothing."""
        return self.a == self.b


# Number order, four to a line of twelve; letter = terrain, digit = crowns.
_FACES = """
W0W0 W0W0 F0F0 F0F0 F0F0 F0F0 L0L0 L0L0 L0L0 G0G0 G0G0 S0S0
W0F0 W0L0 W0G0 W0S0 F0L0 F0G0 W1F0 W1L0 W1G0 W1S0 W1M0 F1W0
F1W0 F1W0 F1W0 F1L0 F1G0 L1W0 L1W0 L1F0 L1F0 L1F0 L1F0 W0G1
L0G1 W0S1 G0S1 M1W0 W0G2 L0G2 W0S2 G0S2 M2W0 S0M2 S0M2 W0M3
"""


def _half(face: str) -> Half:
    return Half(TERRAIN_OF_LETTER[face[0]], int(face[1]))


DOMINOES: dict[DominoNumber, Domino] = {
    DominoNumber(number): Domino(DominoNumber(number), _half(face[:2]), _half(face[2:]))
    for number, face in enumerate(_FACES.split(), start=1)
}
"""Every domino by its number, 1 to 48."""
