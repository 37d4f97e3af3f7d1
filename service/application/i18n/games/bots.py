"""The names of bots, and their descriptions as choices."""

from typing import Any, NamedTuple

from kingdomino.policies import BOTS
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l


class BotWords(NamedTuple):
    """The words for a bot: its title as a choice, its description, and its names by seat, all different.

    `level` is the word for its strength on pages that offer it; a bot without one is chosen only by its name.
    """

    choice: Word
    meaning: Word
    names: tuple[Word, Word, Word, Word]
    level: Word | None = None


WORDS = {
    "random": BotWords(
        _l("A careless bot"),
        _l("It plays anything that is allowed."),
        (_l("Domino (bot)"), _l("Dicey (bot)"), _l("Dotty (bot)"), _l("Dandy (bot)")),
        _l("careless"),
    ),
    "greedy-placement": BotWords(
        _l("An easy bot"),
        _l("It places for points and chooses at random."),
        (_l("Edda (bot)"), _l("Emil (bot)"), _l("Elsa (bot)"), _l("Ewan (bot)")),
        _l("easy"),
    ),
    "greedy": BotWords(
        _l("A fair bot"),
        _l("It takes the most points at once."),
        (_l("Gus (bot)"), _l("Greta (bot)"), _l("Goldie (bot)"), _l("Gilbert (bot)")),
        _l("fair"),
    ),
    "full-greedy": BotWords(
        _l("A bot from a research paper"),
        _l("It places and chooses for the most points together."),
        (_l("Fred (bot)"), _l("Flora (bot)"), _l("Finn (bot)"), _l("Freya (bot)")),
    ),
    "steady": BotWords(
        _l("A hard bot"),
        _l("It looks one line ahead."),
        (_l("Silas (bot)"), _l("Stella (bot)"), _l("Stanley (bot)"), _l("Svea (bot)")),
        _l("hard"),
    ),
    "strong": BotWords(
        _l("A master bot"),
        _l("It plays thousands of games out for each move."),
        (_l("Magnus (bot)"), _l("Marta (bot)"), _l("Milo (bot)"), _l("Mira (bot)")),
        _l("master"),
    ),
}
"""The words for each bot of the registry `kingdomino.policies.BOTS`, by its name."""


def choices() -> dict[str, BotWords]:
    """The bots that pages offer, the strongest first: those with a level that can play here."""
    return {name: WORDS[name] for name, bot in reversed(BOTS.items()) if WORDS[name].level and bot.is_offered}


def script_bots() -> dict[str, dict[str, Any]]:
    """The data on every bot for scripts, the strongest first.

    Its `names` by seat, its `level` or null, and `quick`, which is true if it decides at once.
    """
    offered = choices()
    return {
        name: {
            "names": [*map(str, WORDS[name].names)],
            "level": str(offered[name].level) if name in offered else None,
            "quick": not BOTS[name].is_slow,
        }
        for name in reversed(BOTS)
    }
