"""The pools of ratings in words."""

from service.i18n.speaking import Word
from service.i18n.speaking import lazy_gettext as _l

POOLS: dict[str, Word] = {
    "base-2": _l("Kingdomino, 2 players"),
    "base-3": _l("Kingdomino, 3 players"),
    "base-4": _l("Kingdomino, 4 players"),
    "duel-2": _l("Mighty Duel"),
    "origins-2": _l("Origins, 2 players"),
    "origins-3": _l("Origins, 3 players"),
    "origins-4": _l("Origins, 4 players"),
}
"""Each by its name in the API."""
