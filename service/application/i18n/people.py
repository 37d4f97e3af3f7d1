"""The words of the people pages: pools of results, confirmations, and states of games."""

from service.application.i18n.speaking import Word, gettext
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

FAMILIES: dict[str, Word] = {
    "base": _lp("game", "Kingdomino"),
    "duel": _lp("game", "Mighty Duel"),
    "unlimited": _lp("game", "No limit"),
    "origins": _lp("game", "Origins"),
}
"""The names of families of rules, by their stored names (`service.application.people.pools`)."""

DONE: dict[str, Word] = {
    "followed": _l("You follow this player now."),
    "unfollowed": _l("You do not follow this player any more."),
    "blocked": _l("This player is blocked."),
    "unblocked": _l("This player is not blocked any more."),
    "unmuted": _l("You read this player's messages again."),
}
"""The confirmations, by the completed action."""

STATES: dict[str | None, Word] = {
    None: _lp("choice", "All"),
    "active": _lp("status", "Running"),
    "open": _lp("status", "Open"),
    "scored": _lp("status", "Finished"),
    "aborted": _lp("status", "Called off"),
}
"""The words for the status of games; None stands for any status."""


def pool_name(pool: str) -> str:
    """The displayed name of a pool, such as "Kingdomino, 2 players"."""
    family, _, players = pool.partition("-")
    if players == "bots":
        return gettext("%(family)s, with bots", family=str(FAMILIES[family]))
    return gettext("%(family)s, %(players)s players", family=str(FAMILIES[family]), players=int(players))
