"""What players are called, also bots and those who erased their accounts."""

from collections.abc import Mapping

from replays.match.aggregate import Sitter
from replays.match.kinds import Aggregate
from service.i18n.speaking import gettext
from service.i18n.speaking import lazy_gettext as _l

BOTS = {
    "random": (_l("Domino (bot)"), _l("Dicey (bot)"), _l("Dotty (bot)"), _l("Dandy (bot)")),
    "greedy": (_l("Gus (bot)"), _l("Greta (bot)"), _l("Goldie (bot)"), _l("Gilbert (bot)")),
    "steady": (_l("Silas (bot)"), _l("Stella (bot)"), _l("Stanley (bot)"), _l("Svea (bot)")),
}
"""The bots by the first part of their policies' stored names, and by seat: no two at a table are alike."""

WORDS = {
    **{
        f"name.bot.{policy}.{seat}": name for policy, names in BOTS.items() for seat, name in enumerate(names)
    },
    "name.erased": _l("Somebody"),
}


def displayed(table: Aggregate, names: Mapping[str, str | None]) -> list[str]:
    """What a page calls those who sit there, in order of seats."""
    return [_name(seat, sitter, names) for seat, sitter in enumerate(table.sitters)]


def _name(seat: int, sitter: Sitter, names: Mapping[str, str | None]) -> str:
    if sitter.bot is not None:
        return str(BOTS[sitter.bot.partition("-")[0]][seat])
    return names.get(sitter.player) or gettext("Somebody")
