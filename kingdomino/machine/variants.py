"""The registry of variants: what decides a game, by its rules."""

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
"""One object for each way to play; the base game has no modes."""


def variant_of(rules: Rules) -> Variant:
    """What decides a game of these rules."""
    return VARIANTS[rules.game][rules.mode]


def first_choice(game: Game) -> FirstChoice:
    """How the first line of this game is chosen from."""
    return variant_of(game.rules).first_choice(game.rules, game.players)
