# ruff: noqa: RUF001, RUF002 - letters that look like others are the subject
"""Reserved names, which no person may take because they could pass for a bot, the service or its staff.

Names are compared by their skeletons (UTS 39, 4): names that look alike have the same skeleton. The tables
below have letters of other scripts, digits and signs that are drawn like Latin letters. They are not a
complete list of confusables.
"""

import re
import unicodedata
from collections.abc import Iterator

from kingdomino.policies import BOTS, stored_names
from service.application.i18n.games.bots import WORDS as BOT_WORDS
from service.application.i18n.names import WORDS as NAME_WORDS

OFFICES = frozenset(
    {
        "admin",
        "administrator",
        "kingdomino",
        "moderator",
        "mod",
        "official",
        "operator",
        "organiser",
        "organizer",
        "root",
        "staff",
        "support",
        "system",
    }
)
"""Names that the service itself and the people who run it could have."""
BOT = "bot"
"""The word that marks bots; no person's name may contain it as a word."""

CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХЅІЈ", "ABEZHIKMNOPTYXABEKMHOPCTYXSIJ")
"""Greek and Cyrillic capitals that are drawn like Latin ones; their small letters may look like others."""
ALIKE = str.maketrans(
    {
        **dict(zip("асԁеһіјӏкмпоԛрѕтухԝзг", "acdehijlkmnoqpstyxwzr", strict=True)),
        **dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw", strict=True)),
        **dict(zip("ıɩɡɑʀʙøđłħŧſ", "iigarbodlhts", strict=True)),
        **dict(zip("0134578", "oieastb", strict=True)),
    }
)
"""Letters that look like Latin ones after case folding: Cyrillic, Greek, further Latin and digits."""
ONE = str.maketrans("l", "i")
"""`l`, `I` and `1` count as one letter."""
SIGNS = str.maketrans("@$!|€", "asiie")
"""Signs that stand for letters; they are replaced before the name is split into words."""
WORD = re.compile(r"[^\W_]+")


def is_reserved(name: str) -> bool:
    """True if the name, or one that looks like it, is a bot's or the service's.

    A number is no word, although `807` has the skeleton of `bot`.

    >>> is_reserved("M0derator"), is_reserved("Gus (b0t)"), is_reserved("Abbot"), is_reserved("Ann 807")
    (True, True, False, False)
    """
    words = _words(name)
    spelled = [_alike(word) for word in words if not word.isdecimal()]
    return BOT in spelled or (bool(spelled) and "".join(map(_alike, words)) in _reserved())


def skeleton(name: str) -> list[str]:
    """The words of a name, in the letters that all of its look-alikes share.

    >>> skeleton("Ѕоmе-Воdу")
    ['some', 'body']
    """
    return [_alike(word) for word in _words(name)]


def _words(name: str) -> list[str]:
    """The words of a name, without case, accents, width and joining signs."""
    compatible = unicodedata.normalize("NFKC", name).translate(CAPITALS)
    folded = unicodedata.normalize("NFD", compatible.casefold())
    plain = "".join(char for char in folded if unicodedata.category(char)[0] not in "MC")
    return WORD.findall(plain.translate(SIGNS))


def _alike(word: str) -> str:
    return word.translate(ALIKE).translate(ONE)


def _reserved() -> frozenset[str]:
    """The skeletons of all reserved names, in the language of the request."""
    erased = NAME_WORDS["name.erased"]
    names = [*OFFICES, *_names_of_bots(), str(erased), "Somebody"]
    return frozenset("".join(skeleton(name)) for name in names)


def _names_of_bots() -> Iterator[str]:
    """The names of bots with and without their mark, and those of their levels."""
    yield from BOTS
    yield from stored_names()
    for words in BOT_WORDS.values():
        yield str(words.choice)
        for name in map(str, words.names):
            yield name
            yield name.partition("(")[0]
