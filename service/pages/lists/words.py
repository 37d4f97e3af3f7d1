"""Texts of lists of games: search choices by their stored names, sharing of collections, confirmations."""

from service.application.i18n.games.rules import ValueWords
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

STATUSES: dict[str, Word] = {
    "scored": _lp("status", "Finished"),
    "active": _lp("status", "Running"),
    "open": _lp("status", "Open"),
}
"""Statuses of games."""

VARIANTS: dict[str, Word] = {
    "base": _lp("game", "Kingdomino"),
    "duel": _lp("game", "Mighty Duel"),
    "unlimited": _lp("game", "No limit"),
    "discovery": _lp("game", "Origins, Discovery"),
    "totem": _lp("game", "Origins, Totem"),
    "tribe": _lp("game", "Origins, Tribe"),
}
"""Variants of games (`service.application.games.search.facts`)."""

COMPANY: dict[str, Word] = {
    "people": _lp("choice", "between people"),
    "solo": _lp("choice", "against bots only"),
    "any": _lp("choice", "all"),
}
"""Filters by who played; `any` is no filter."""

WRONG_DATE = _l("This is not a date, such as 2026-11-23, or the last day is before the first.")
WRONG_NUMBER = _l("This is not a whole number from 0 to 9999, or the largest is less than the smallest.")
WRONG_CHOICE = _l("This is not one of the choices.")


def wrong_value(field: str) -> str:
    """The error message for a wrong value of this field."""
    if field in {"since", "until"}:
        return str(WRONG_DATE)
    return str(WRONG_NUMBER if field.startswith(("min_", "max_")) else WRONG_CHOICE)


SHARINGS: dict[str, ValueWords] = {
    "private": ValueWords(_lp("choice", "Private"), _l("You alone see it.")),
    "link": ValueWords(_lp("choice", "By link"), _l("Whoever has the link sees it.")),
    "public": ValueWords(_lp("choice", "Public"), _l("It is on your page, for all to whom you show that.")),
}
"""Sharings of collections, by their stored names (`application.games.lists.collecting.collection`)."""

DONE: dict[str, Word] = {
    "saved": _lp("message", "Saved."),
    "collected": _l("The game is in this collection now."),
    "taken": _l("The game is not in this collection any more."),
    "deleted": _l("The collection is deleted. Its games stay."),
}
"""Confirmations, by what was done."""
