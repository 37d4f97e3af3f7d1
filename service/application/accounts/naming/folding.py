# ruff: noqa: RUF001 - letters that look like others are the subject
"""The form of names for searching, in which spellings that people take for the same are the same."""

import re
import unicodedata

SAME_LETTERS = str.maketrans("ıيىكة", "iییکه")
"""Letters that are written for one another: Turkish ones, and Arabic ones for Persian ones."""
TATWEEL = "\u0640"
"""It only stretches a word."""
VOICED = re.compile("[\u3041-\u30fe][\u3099\u309a]")
"""A Japanese syllable with its voicing mark, which NFC joins; Korean ones stay apart, as they are typed."""
ARABIC_POINTS, ACCENTS = range(10, 36), range(200, 256)
"""The combining classes of the marks that names are found without: Hebrew and Arabic points, and accents."""


def folded(name: str) -> str:
    """The form of a name for searching: without case, accents, compatibility forms and invisible joiners.

    Letters that people write for one another are the same: the Turkish i with and without a dot, yeh and kaf
    of Arabic and Persian, digits of any script. Marks that make another letter stay, such as those that voice
    Japanese syllables, and vowels of Indian scripts. A change needs another number of `index.FOLDING`.

    >>> folded("Zoë"), folded("ANN"), folded("IŞIK"), folded("۲۳")
    ('zoe', 'ann', 'isik', '23')
    """
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    text = "".join(map(_same, decomposed))
    return VOICED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)


def _same(char: str) -> str:
    """What stands for a character of a decomposed name; empty for what is left out."""
    kind, mark = unicodedata.category(char), unicodedata.combining(char)
    if kind == "Cf" or char == TATWEEL or mark in ARABIC_POINTS or mark in ACCENTS:
        return ""
    return str(unicodedata.decimal(char)) if kind == "Nd" else char.translate(SAME_LETTERS)
