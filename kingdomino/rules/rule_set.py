"""The rule set of a game as a value (R2-R5, R14-R17)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, DominoSet
from kingdomino.rules.options import OPTIONS, Edition, FirstLine, GameKind, Mode, Option, Value
from kingdomino.rules.versions import VERSIONS, RulesVersion, UnknownVersion
from kingdomino.rules.violations import RuleViolation

DOMINO_COUNT = 48
"""The number of dominoes in a set (R2)."""


# Read at every event: a name of the module is found faster than a member of an enumeration.
_ORIGINS, _DISCOVERY = GameKind.ORIGINS, Mode.DISCOVERY


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; the defaults are the first choice of the base game's rulebook.

    `middle_kingdom` pays for a castle in the middle (R14, R31), `harmony` for a complete kingdom (R15, R31).
    `mighty_duel` is the 7x7 game of two with all dominoes (R16). `no_limit` lifts the limit (R17). `mode` has
    a meaning in Origins only, where `edition`, `first_line`, `mighty_duel` and `no_limit` keep their defaults
    (R20). `version` is the number of the rules version: a new rule set has the newest one, and a game keeps
    its own. The fields are the options that the first release had; `of` creates a rule set from any options
    of the registry, and `chosen` reads them.
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

    @staticmethod
    def of(game: GameKind, values: Mapping[str, Any]) -> "Rules":
        """The rule set with these options, by name; an option that is not given has its default."""
        own = {name: value for name, value in values.items() if name in _OWN}
        more = {name: value for name, value in values.items() if name not in _OWN}
        changed = sorted(name for name, value in more.items() if value != OPTIONS[name].default)
        if not changed:
            return Rules(game=game, **own)
        return _Extended(game=game, more=tuple((name, more[name]) for name in changed), **own)

    def chosen(self, name: str) -> Value:
        """The value of the option of this name."""
        value: Value = getattr(self, name) if name in _OWN else OPTIONS[name].default
        return value

    @property
    def declaration(self) -> RulesVersion:
        """The declaration of the version; raises `UnknownVersion` if the program does not know it."""
        return VERSIONS.of(self.version)

    @property
    def origins(self) -> bool:
        """True for Kingdomino Origins (R20)."""
        return self.game is _ORIGINS

    @property
    def resources(self) -> bool:
        """True if dominoes come with resources (R26, R29)."""
        return self.origins and self.mode is not _DISCOVERY

    @property
    def dominoes(self) -> DominoSet:
        """The set of dominoes of the game."""
        return ORIGINS_DOMINOES if self.origins else DOMINOES

    def whole_set(self, players: int) -> bool:
        """True if two players build 7x7 with all dominoes: Mighty Duel and Neolithic (R16, R21)."""
        return players == 2 and (self.mighty_duel or self.origins)

    def neolithic(self, players: int) -> bool:
        """True if both chiefs of a player choose from the first line at once (R21)."""
        return players == 2 and self.origins

    def limit(self, players: int) -> int | None:
        """The side of the largest bounding box of a kingdom, None without a limit (R9, R16, R17, R21)."""
        if self.no_limit:
            return None
        return 7 if self.whole_set(players) else 5

    def kings(self, players: int) -> int:
        """The number of kings at the table: 4, or 3 with three players (R1)."""
        return 4 if players == 2 else players

    def kings_each(self, players: int) -> int:
        """The number of kings of each player (R1)."""
        return self.kings(players) // players

    def line_size(self, players: int) -> int:
        """The number of dominoes in a line (R3, R4, R20)."""
        return 4 if self.origins or self.edition is Edition.SECOND else self.kings(players)

    def deck_size(self, players: int) -> int:
        """The number of dominoes, of 48, that take part (R2, R4)."""
        return self.rounds(players) * self.line_size(players)

    def rounds(self, players: int) -> int:
        """The number of lines that are placed: 12, or 6 with two players in a 5x5 (R2, R16, R20)."""
        return 6 if players == 2 and not self.whole_set(players) else 12

    def dominoes_each(self, players: int) -> int:
        """The number of dominoes that each player gets; a complete kingdom has placed them all (R15)."""
        return self.rounds(players) * self.kings_each(players)


@dataclass(frozen=True, slots=True)
class _Extended(Rules):
    """A rule set with options that have no field: `more` has their values by name, except defaults."""

    more: tuple[tuple[str, Value], ...] = ()

    def chosen(self, name: str) -> Value:
        """The value of the option of this name."""
        return dict(self.more).get(name, Rules.chosen(self, name))


_OWN = frozenset(field.name for field in fields(Rules))
"""The names of the fields: the options that have one, `game` and `version`."""


def check(rules: Rules, players: int) -> None:
    """Refuse rules that cannot be played with this number of players.

    Codes: `rules/version`, `rules/players`, and those that options declare: `rules/mighty-duel-players`,
    `rules/no-limit-mix`.
    """
    try:
        VERSIONS.of(rules.version)
    except UnknownVersion as unknown:
        raise RuleViolation("rules/version", str(unknown)) from unknown
    if not 2 <= players <= 4:
        raise RuleViolation("rules/players", f"{players} players: a game is for 2, 3 or 4 players")
    for option in OPTIONS.values():
        if rules.chosen(option.name) != option.default:
            _check_option(option, rules, players)


def _check_option(option: Option, rules: Rules, players: int) -> None:
    """Refuse a chosen option that this number of players, or another chosen option, excludes."""
    only_for, not_with = option.only_for, option.not_with
    if only_for and players not in only_for.players:
        raise RuleViolation(only_for.code, f"{only_for.text}, not {players}")
    mixed = [other for other in not_with.others if rules.chosen(other)] if not_with else []
    if not_with and mixed:
        raise RuleViolation(
            not_with.code, f"{option.name} does not go with {', '.join(mixed)}: {not_with.why}"
        )
