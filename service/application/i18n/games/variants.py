"""The variants that the form of a new game shows first, as cards with pictures."""

from collections.abc import Mapping
from typing import NamedTuple

from kingdomino.rules import GameKind, Mode
from service.application.i18n.games.rules import GAME, MIGHTY_DUEL, MODES, NO_LIMIT
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_pgettext as _lp


class OfferedVariant(NamedTuple):
    """A variant: its name, its explanation, and the values of the rules' fields in the form; "" is off."""

    name: Word
    meaning: Word
    sets: Mapping[str, str]


BASE, CLASSIC = GameKind.KINGDOMINO.value, GAME.values[GameKind.KINGDOMINO]


def _origins(mode: Mode, name: Word) -> OfferedVariant:
    sets = {"game": GameKind.ORIGINS.value, "mode": mode.value}
    return OfferedVariant(name, MODES.values[mode].meaning, sets)


VARIANTS = {
    "kingdomino": OfferedVariant(*CLASSIC, {"game": BASE, "mighty_duel": "", "no_limit": ""}),
    "mighty_duel": OfferedVariant(*MIGHTY_DUEL, {"game": BASE, "mighty_duel": "true", "no_limit": ""}),
    "no_limit": OfferedVariant(*NO_LIMIT, {"game": BASE, "mighty_duel": "", "no_limit": "true"}),
    "discovery": _origins(Mode.DISCOVERY, _lp("game", "Origins, Discovery")),
    "totem": _origins(Mode.TOTEM, _lp("game", "Origins, Totem")),
    "tribe": _origins(Mode.TRIBE, _lp("game", "Origins, Tribe")),
}
"""The variants in the order of the form, by the names of their pictures (`templates/lobby/pictures.html`)."""

FIELDS = frozenset(field for variant in VARIANTS.values() for field in variant.sets)
"""The fields of the rules that a variant sets; the form shows the others as choices of their own."""
