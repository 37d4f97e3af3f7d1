"""What players are called, also bots and those who erased their accounts."""

from collections.abc import Mapping

from replays.kinds import Aggregate
from replays.match import Sitter
from service.words.speaking import gettext
from service.words.speaking import lazy_gettext as _l

BOTS = {
    "random": _l("Dicey (bot)"),
    "greedy": _l("Greta (bot)"),
    "steady": _l("Stella (bot)"),
}
"""The bots by the first part of their policies' stored names."""

WORDS = {
    **{f"name.bot.{policy}": name for policy, name in BOTS.items()},
    "name.erased": _l("Somebody"),
}


def displayed(table: Aggregate, names: Mapping[str, str | None]) -> list[str]:
    """What a page calls those who sit there, in order of seats."""
    return [name_of(sitter, names) for sitter in table.sitters]


def name_of(sitter: Sitter, names: Mapping[str, str | None]) -> str:
    """What a page calls who sits there."""
    if sitter.bot is not None:
        return str(BOTS[sitter.bot.partition("-")[0]])
    return names.get(sitter.player) or gettext("Somebody")
