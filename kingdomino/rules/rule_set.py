"""The rule set of a game as a value (R2-R5, R14-R17)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, DominoSet
from kingdomino.rules.versions import VERSIONS, RulesVersion, UnknownVersion
from kingdomino.rules.violations import RuleViolation

DOMINO_COUNT = 48
"""How many dominoes the set has (R2)."""


class GameKind(Enum):
    """Which of the two games."""

    KINGDOMINO = "kingdomino"
    ORIGINS = "origins"

    # Of the member itself, not of its name: a variant is looked up by it at every event.
    __hash__ = object.__hash__


class Mode(Enum):
    """How Origins is played: fires alone, with totems, or with cavemen (R25, R26, R29)."""

    DISCOVERY = "discovery"
    TOTEM = "totem"
    TRIBE = "tribe"

    # Of the member itself, not of its name: a variant is looked up by it at every event.
    __hash__ = object.__hash__


class Edition(Enum):
    """How three players deal: without 12 dominoes, or with one left over in each line (R2-R4)."""

    CLASSIC = "classic"
    SECOND = "second"


class FirstLine(Enum):
    """How the order of the first choice is found (R5)."""

    DRAWN = "drawn"
    ALTERNATING = "alternating"
    SEATED = "seated"


# Asked at every event: the name of a module is found faster than a member of an enumeration.
_ORIGINS, _DISCOVERY = GameKind.ORIGINS, Mode.DISCOVERY


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; the defaults are the first choice of the base game's rulebook.

    `middle_kingdom` pays for a castle in the middle (R14, R31), `harmony` for a complete kingdom (R15, R31);
    `mighty_duel` is the 7x7 game of two with all dominoes (R16); `no_limit` lifts the limit (R17). `mode`
    counts in Origins only, where `edition`, `first_line`, `mighty_duel` and `no_limit` keep their defaults
    (R20). `version` is the number of the version that decides: new rules are of the newest one, and a game
    keeps that of its own.
    """

    edition: Edition = Edition.CLASSIC
    first_line: FirstLine = FirstLine.DRAWN
    middle_kingdom: bool = False
    harmony: bool = False
    mighty_duel: bool = False
    no_limit: bool = False
    game: GameKind = GameKind.KINGDOMINO
    mode: Mode = Mode.DISCOVERY
    version: int = field(default_factory=lambda: VERSIONS.newest.number)

    @property
    def declaration(self) -> RulesVersion:
        """What the version declares; raises `UnknownVersion` where the program does not know it."""
        return VERSIONS.of(self.version)

    @property
    def origins(self) -> bool:
        """Whether this is Kingdomino Origins (R20)."""
        return self.game is _ORIGINS

    @property
    def resources(self) -> bool:
        """Whether dominoes come with resources (R26, R29)."""
        return self.origins and self.mode is not _DISCOVERY

    @property
    def dominoes(self) -> DominoSet:
        """The set that is played with."""
        return ORIGINS_DOMINOES if self.origins else DOMINOES

    def whole_set(self, players: int) -> bool:
        """Whether two players build 7x7 with all dominoes: Mighty Duel and Neolithic (R16, R21)."""
        return players == 2 and (self.mighty_duel or self.origins)

    def neolithic(self, players: int) -> bool:
        """Whether both chiefs of a player choose from the first line at once (R21)."""
        return players == 2 and self.origins

    def limit(self, players: int) -> int | None:
        """The side of the largest bounding box of a kingdom, None without a limit (R9, R16, R17, R21)."""
        if self.no_limit:
            return None
        return 7 if self.whole_set(players) else 5

    def kings(self, players: int) -> int:
        """How many kings there are at the table: 4, or 3 with three players (R1)."""
        return 4 if players == 2 else players

    def kings_each(self, players: int) -> int:
        """How many kings a player has (R1)."""
        return self.kings(players) // players

    def line_size(self, players: int) -> int:
        """How many dominoes a line has (R3, R4, R20)."""
        return 4 if self.origins or self.edition is Edition.SECOND else self.kings(players)

    def deck_size(self, players: int) -> int:
        """How many of the 48 dominoes take part (R2, R4)."""
        return self.rounds(players) * self.line_size(players)

    def rounds(self, players: int) -> int:
        """How many lines are placed: 12, or 6 with two players in a 5x5 (R2, R16, R20)."""
        return 6 if players == 2 and not self.whole_set(players) else 12

    def dominoes_each(self, players: int) -> int:
        """How many dominoes a player gets in a game; a complete kingdom has placed them all (R15)."""
        return self.rounds(players) * self.kings_each(players)


MEANINGLESS = {
    GameKind.KINGDOMINO: frozenset({"mode"}),
    GameKind.ORIGINS: frozenset({"edition", "first_line", "mighty_duel", "no_limit"}),
}
"""The fields of the rules that mean nothing in a game."""


def check_fields(game: GameKind, given: Iterable[str]) -> None:
    """Refuse fields that mean nothing in the game: `rules/meaningless`."""
    meaningless = MEANINGLESS[game] & set(given)
    if meaningless:
        names = ", ".join(sorted(meaningless))
        raise RuleViolation("rules/meaningless", f"{names}: this means nothing in {game.value}")


def check(rules: Rules, players: int) -> None:
    """Refuse what cannot be played.

    Codes: `rules/version`, `rules/players`, `rules/mighty-duel-players`, `rules/no-limit-mix`.
    """
    try:
        VERSIONS.of(rules.version)
    except UnknownVersion as unknown:
        raise RuleViolation("rules/version", str(unknown)) from unknown
    if not 2 <= players <= 4:
        raise RuleViolation("rules/players", f"{players} players: a game is for 2, 3 or 4 players")
    if rules.mighty_duel and players != 2:
        raise RuleViolation("rules/mighty-duel-players", f"Mighty Duel is for 2 players, not {players}")
    excluded = {
        "middle_kingdom": rules.middle_kingdom,
        "harmony": rules.harmony,
        "mighty_duel": rules.mighty_duel,
    }
    mixed = [name for name, on in excluded.items() if on]
    if rules.no_limit and mixed:
        raise RuleViolation(
            "rules/no-limit-mix", f"no_limit does not go with {', '.join(mixed)}: they need a limit"
        )
