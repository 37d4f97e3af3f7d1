"""The registry of variants: the object that decides a game, by its rules."""

from kingdomino.base.first_choice import FirstChoice
from kingdomino.base.variant import Variant
from kingdomino.game import Game
from kingdomino.origins.discovery import Discovery
from kingdomino.origins.totem import Totem
from kingdomino.origins.tribe import Tribe
from kingdomino.rules import GameKind, Mode, Rules

VARIANTS: dict[GameKind, dict[Mode, Variant]] = {
    GameKind.KINGDOMINO: dict.fromkeys(Mode, Variant()),
    GameKind.ORIGINS: {Mode.DISCOVERY: Discovery(), Mode.TOTEM: Totem(), Mode.TRIBE: Tribe()},
}
"""One object for each game and mode; the base game has no modes."""


def variant_of(rules: Rules) -> Variant:
    """The variant that decides games of these rules."""
    return VARIANTS[rules.game][rules.mode]


def first_choice(game: Game) -> FirstChoice:
    """The way of choosing from this game's first line."""
    return variant_of(game.rules).first_choice(game.rules, game.players)
