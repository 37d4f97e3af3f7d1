"""The names of the rule options as choices, and the reasons why some exclude each other."""

from enum import Enum
from typing import NamedTuple

from kingdomino.rules import Edition, FirstLine, GameKind, Mode
from kingdomino.rules.versions import VERSIONS
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class ValueWords(NamedTuple):
    """The words for a value: its name and its meaning."""

    name: Word
    meaning: Word


class OptionWords(NamedTuple):
    """The words for an option with several values: its heading, and the words for each value."""

    title: Word
    values: dict[Enum, ValueWords]


GAME = OptionWords(
    _lp("label", "Game"),
    {
        GameKind.KINGDOMINO: ValueWords(
            _lp("game", "Kingdomino"), _l("Fields, forests and crowns: the classic.")
        ),
        GameKind.ORIGINS: ValueWords(_lp("game", "Origins"), _l("Volcanoes and fire, in three modes.")),
    },
)

PLAYERS_TITLE = _lp("label", "Players")

PLAYERS = {
    2: ValueWords(_lp("choice", "Two"), _l("Two kings each.")),
    3: ValueWords(_lp("choice", "Three"), _l("One king each.")),
    4: ValueWords(_lp("choice", "Four"), _l("One king each, all dominoes.")),
}

SWITCHES = _l("Extra points and sizes")
"""The heading of all options that are switches."""

MODES = OptionWords(
    _lp("label", "Mode"),
    {
        Mode.DISCOVERY: ValueWords(
            _lp("game", "Discovery"), _l("Volcanoes throw fire, which counts as crowns do.")
        ),
        Mode.TOTEM: ValueWords(
            _lp("game", "Totem"), _l("Resources on the land; who has most of one holds its totem.")
        ),
        Mode.TRIBE: ValueWords(
            _lp("game", "Tribe"), _l("Resources pay for cavemen, who score by what is around them.")
        ),
    },
)

MIGHTY_DUEL = ValueWords(_lp("game", "Mighty Duel"), _l("Two players, all 48 dominoes, kingdoms of 7 by 7."))
NO_LIMIT = ValueWords(_lp("game", "No limit"), _l("Kingdoms grow as they like: easy, for children."))

WORDS: dict[str, OptionWords | ValueWords] = {
    "mode": MODES,
    "middle_kingdom": ValueWords(
        _lp("game", "Middle Kingdom"),
        _l(
            "%(points)s points for a castle in the very middle. In Origins: Realm of Fire.",
            points=VERSIONS.newest.middle_kingdom,
        ),
    ),
    "harmony": ValueWords(
        _lp("game", "Harmony"),
        _l(
            "%(points)s points for a kingdom without a discarded domino. In Origins: Homo Habilis.",
            points=VERSIONS.newest.harmony,
        ),
    ),
    "mighty_duel": MIGHTY_DUEL,
    "no_limit": NO_LIMIT,
    "first_line": OptionWords(
        _lp("label", "First line"),
        {
            FirstLine.DRAWN: ValueWords(
                _lp("choice", "Drawn"), _l("Kings are drawn one at a time, nobody knows who is next.")
            ),
            FirstLine.ALTERNATING: ValueWords(
                _lp("choice", "Alternating"), _l("A random order of the players, in turns.")
            ),
            FirstLine.SEATED: ValueWords(
                _lp("choice", "Seated"), _l("A random first player, then around the table.")
            ),
        },
    ),
    "edition": OptionWords(
        _lp("label", "Edition"),
        {
            Edition.CLASSIC: ValueWords(
                _lp("choice", "Classic"), _l("With three players 12 dominoes stay out unseen.")
            ),
            Edition.SECOND: ValueWords(
                _lp("choice", "Second"),
                _l("With three players each line has four; the last one is left over."),
            ),
        },
    ),
}
"""The words for each option of the registry `kingdomino.rules.OPTIONS`, in the order of the form."""

REASONS = {
    "rules/mighty-duel-players": _l("Mighty Duel is for two players."),
    "rules/no-limit-mix": _l("Without a limit there is no middle and no full kingdom, so these do not mix."),
    "rules/meaningless": _l("This has no meaning in the chosen game."),
}
"""The reasons why choices exclude each other, by the code of the rules' violation."""
