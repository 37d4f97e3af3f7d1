"""The words of the people pages: pools of results, confirmations, and states of games."""

from service.application.i18n.speaking import Word, gettext
from service.application.i18n.speaking import lazy_gettext as _l

FAMILIES: dict[str, Word] = {
    "base": _l("Kingdomino"),
    "duel": _l("Mighty Duel"),
    "unlimited": _l("No limit"),
    "origins": _l("Origins"),
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
    None: _l("All"),
    "active": _l("Running"),
    "open": _l("Open"),
    "scored": _l("Finished"),
    "aborted": _l("Called off"),
}
"""The words for the status of games; None stands for any status."""


def pool_name(pool: str) -> str:
    """The displayed name of a pool, such as "Kingdomino, 2 players"."""
    family, _, players = pool.partition("-")
    if players == "bots":
        return gettext("%(family)s, with bots", family=str(FAMILIES[family]))
    return gettext("%(family)s, %(players)s players", family=str(FAMILIES[family]), players=players)
