"""The 48 dominoes of the base game and the 48 of Origins (`rules.md` F; Blue Orange 2016, 2021)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import TERRAIN_OF_LETTER, Terrain


class Half(NamedTuple):
    """One square of a domino: its terrain, and 0 to 3 crowns, or fires in Origins (R20).

    A volcano has 1 to 3 craters and never a fire (R22); nothing else has craters.
    """

    terrain: Terrain
    crowns: int = 0
    craters: int = 0


class Domino(NamedTuple):
    """A domino: its number, its first half `a` and its second half `b`."""

    number: DominoNumber
    a: Half
    b: Half

    @property
    def is_double(self) -> bool:
        """True if both halves are equal, so that turning the domino around changes nothing."""
        return self.a == self.b


DominoSet = Mapping[DominoNumber, Domino]
"""The dominoes of a game by number, 1 to 48."""

# In order of number, twelve to a line: a letter for the terrain; a digit for crowns, fires or craters.
_KINGDOMINO = """
W0W0 W0W0 F0F0 F0F0 F0F0 F0F0 L0L0 L0L0 L0L0 G0G0 G0G0 S0S0
W0F0 W0L0 W0G0 W0S0 F0L0 F0G0 W1F0 W1L0 W1G0 W1S0 W1M0 F1W0
F1W0 F1W0 F1W0 F1L0 F1G0 L1W0 L1W0 L1F0 L1F0 L1F0 L1F0 W0G1
L0G1 W0S1 G0S1 M1W0 W0G2 L0G2 W0S2 G0S2 M2W0 S0M2 S0M2 W0M3
"""


_ORIGINS = """
D0D0 D0D0 D0D0 D0G0 D0G0 D0L0 D0L0 D0J0 D0J0 D0Q0 D0Q0 G0G0
G0G0 G0G0 L0L0 L0L0 J0J0 J0J0 G0L0 L0J0 G0Q0 G0Q0 J0Q0 D0G1
D0L1 D0J1 D0Q1 D0V1 D0V1 D1G0 D1L0 G1L0 G1J0 G0L1 L1Q0 G0J1
Q0Q1 G0V1 G0V1 L0V1 L0Q2 L0V2 J0V2 J0V2 Q0V2 L1J2 J1Q2 Q0V3
"""


def half(face: str) -> Half:
    """The half that a face describes: a terrain's letter and a digit, such as `F1` or `V3`."""
    terrain, number = TERRAIN_OF_LETTER[face[0]], int(face[1])
    return Half(terrain, craters=number) if terrain is Terrain.VOLCANO else Half(terrain, number)


def _domino_set(faces: str) -> DominoSet:
    numbered = enumerate(faces.split(), start=1)
    dominoes = (Domino(DominoNumber(n), half(face[:2]), half(face[2:])) for n, face in numbered)
    return MappingProxyType({domino.number: domino for domino in dominoes})


DOMINOES = _domino_set(_KINGDOMINO)
"""The dominoes of the base game."""

ORIGINS_DOMINOES = _domino_set(_ORIGINS)
"""The dominoes of Origins (R20)."""
