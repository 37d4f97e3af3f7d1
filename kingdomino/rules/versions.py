"""The versions of the rules: each is declared here, once, with its numbers for scoring.

A game keeps the version with which it was created (`Rules.version`), so a released version never changes. A
change of the rules is another version: see `docs/extending.md`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.numbers import Points


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """The points that a version of the rules pays.

    `middle_kingdom` and `harmony` are the bonuses (R14, R15, R31). `resource` is paid for each resource left
    in Totem mode (R28), `totems` for holding each totem (R27). `cavemen` has, for each kind, the points for
    each object around it that the kind counts; for a warrior it is the strength (R30).
    """

    number: int
    middle_kingdom: Points
    harmony: Points
    resource: Points
    totems: Mapping[Resource, Points]
    cavemen: Mapping[Caveman, Points]


class UnknownVersion(ValueError):  # noqa: N818 - a refusal
    """The program does not know this version of the rules."""


class Versions:
    """The versions that a program knows, numbered from 1 without gaps.

    >>> VERSIONS.of(1).harmony
    5
    """

    def __init__(self, first: RulesVersion, *others: RulesVersion) -> None:
        self._known: dict[int, RulesVersion] = {}
        for version in (first, *others):
            self._add(version)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all versions, ascending."""
        return tuple(self._known)

    @property
    def newest(self) -> RulesVersion:
        """The version of new games."""
        return self._known[len(self._known)]

    def of(self, number: int) -> RulesVersion:
        """The version of this number; raises `UnknownVersion`."""
        try:
            return self._known[number]
        except KeyError:
            known = ", ".join(map(str, self._known))
            text = f"{number} is no version of the rules that this program knows: {known}"
            raise UnknownVersion(text) from None

    @contextmanager
    def registered(self, version: RulesVersion) -> Iterator[RulesVersion]:
        """Register one more version, as the newest, until the end of the block."""
        self._add(version)
        try:
            yield version
        finally:
            del self._known[version.number]

    def _add(self, version: RulesVersion) -> None:
        due = len(self._known) + 1
        if version.number != due:
            raise ValueError(f"the next version of the rules is {due}, not {version.number}")
        self._known[version.number] = version


VERSION_1 = RulesVersion(
    number=1,
    middle_kingdom=Points(10),
    harmony=Points(5),
    resource=Points(1),
    totems={
        Resource.MAMMOTH: Points(3),
        Resource.FISH: Points(4),
        Resource.MUSHROOM: Points(5),
        Resource.FLINT: Points(6),
    },
    cavemen={
        Caveman.HUNTER: Points(3),
        Caveman.FISHER: Points(3),
        Caveman.GATHERER: Points(4),
        Caveman.SCULPTOR: Points(5),
        Caveman.PAINTER: Points(2),
        Caveman.FIRE_KEEPER: Points(1),
        Caveman.SHAMAN: Points(2),
        Caveman.WARRIOR1: Points(1),
        Caveman.WARRIOR2: Points(2),
        Caveman.WARRIOR3: Points(3),
    },
)
"""The numbers of the rulebooks."""

VERSIONS = Versions(VERSION_1)
"""All versions of the rules that were ever released."""
