"""What bots are called, and what is said of them where they are chosen."""

from typing import NamedTuple

from kingdomino.policies import BOTS
from service.i18n.speaking import Word
from service.i18n.speaking import lazy_gettext as _l


class BotWords(NamedTuple):
    """The words for a bot: as a choice, what it is like, and its names by seat, no two of them alike."""

    choice: Word
    meaning: Word
    names: tuple[Word, Word, Word, Word]


WORDS = {
    "random": BotWords(
        _l("A careless bot"),
        _l("It plays anything that is allowed."),
        (_l("Domino (bot)"), _l("Dicey (bot)"), _l("Dotty (bot)"), _l("Dandy (bot)")),
    ),
    "greedy": BotWords(
        _l("A greedy bot"),
        _l("It takes the most points at once."),
        (_l("Gus (bot)"), _l("Greta (bot)"), _l("Goldie (bot)"), _l("Gilbert (bot)")),
    ),
    "steady": BotWords(
        _l("A bot that looks ahead"),
        _l("A good opponent."),
        (_l("Silas (bot)"), _l("Stella (bot)"), _l("Stanley (bot)"), _l("Svea (bot)")),
    ),
}
"""The words for each bot of the registry `kingdomino.policies.BOTS`, by its name."""


def choices() -> dict[str, BotWords]:
    """The bots that can be chosen, the strongest first."""
    return {name: WORDS[name] for name in reversed(BOTS)}


def script_bots() -> dict[str, list[str]]:
    """What scripts know of bots: the names by seat of each, the strongest first."""
    return {name: [str(called) for called in words.names] for name, words in choices().items()}
