"""The names of bots, and their descriptions as choices."""

from typing import Any, NamedTuple

from kingdomino.policies import BOTS
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


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
        (
            _lp("bot", "Domino (bot)"),
            _lp("bot", "Dicey (bot)"),
            _lp("bot", "Dotty (bot)"),
            _lp("bot", "Dandy (bot)"),
        ),
        _lp("strength", "careless"),
    ),
    "greedy-placement": BotWords(
        _l("An easy bot"),
        _l("It places for points and chooses at random."),
        (
            _lp("bot", "Edda (bot)"),
            _lp("bot", "Emil (bot)"),
            _lp("bot", "Elsa (bot)"),
            _lp("bot", "Ewan (bot)"),
        ),
        _lp("strength", "easy"),
    ),
    "greedy": BotWords(
        _l("A fair bot"),
        _l("It takes the most points at once."),
        (
            _lp("bot", "Gus (bot)"),
            _lp("bot", "Greta (bot)"),
            _lp("bot", "Goldie (bot)"),
            _lp("bot", "Gilbert (bot)"),
        ),
        _lp("strength", "fair"),
    ),
    "full-greedy": BotWords(
        _l("A bot from a research paper"),
        _l("It places and chooses for the most points together."),
        (
            _lp("bot", "Fred (bot)"),
            _lp("bot", "Flora (bot)"),
            _lp("bot", "Finn (bot)"),
            _lp("bot", "Freya (bot)"),
        ),
    ),
    "steady": BotWords(
        _l("A hard bot"),
        _l("It looks one line ahead."),
        (
            _lp("bot", "Silas (bot)"),
            _lp("bot", "Stella (bot)"),
            _lp("bot", "Stanley (bot)"),
            _lp("bot", "Svea (bot)"),
        ),
        _lp("strength", "hard"),
    ),
    "strong": BotWords(
        _l("A master bot"),
        _l("It plays thousands of games out for each move."),
        (
            _lp("bot", "Magnus (bot)"),
            _lp("bot", "Marta (bot)"),
            _lp("bot", "Milo (bot)"),
            _lp("bot", "Mira (bot)"),
        ),
        _lp("strength", "master"),
    ),
}
"""The words for each bot of the registry `kingdomino.policies.BOTS`, by its name."""


def choices() -> dict[str, BotWords]:
    """The bots that pages offer, the easiest first: those with a level that can play here."""
    return {name: WORDS[name] for name, bot in BOTS.items() if WORDS[name].level and bot.is_offered}


def script_bots() -> dict[str, dict[str, Any]]:
    """The data on every bot for scripts, the easiest first.

    Its `names` by seat, its `level` or null, and `quick`, which is true if it decides at once.
    """
    offered = choices()
    return {
        name: {
            "names": [*map(str, WORDS[name].names)],
            "level": str(offered[name].level) if name in offered else None,
            "quick": not BOTS[name].is_slow,
        }
        for name in BOTS
    }
