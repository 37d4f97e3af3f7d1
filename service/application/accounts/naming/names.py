"""The validation of names of players and tokens.

Every script is allowed. Characters that are invisible, or that move or cover other text, are not: a name
stands in lists, e-mails and sentences beside other people's names.
"""

import unicodedata
from collections.abc import Iterator

from service.application.i18n.speaking import lazy_gettext as _l

LONGEST = 40
"""The most characters (code points) of a name."""
LONGEST_OF_TABLE = 80
"""The most characters of the name of a tournament."""
MOST_MARKS = 4
"""The most marks above, below or within a letter: Vietnamese has 2, Hebrew and Tibetan 3, Burmese 4."""

ZWNJ, ZWJ = "\u200c", "\u200d"
"""Joiners: part of Persian and Indic spelling, and of emoji that are composed of several."""
TEXT, EMOJI = "\ufe0e", "\ufe0f"
"""Variation selectors: text or emoji presentation of the preceding symbol."""

FORBIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}
"""General categories without a glyph of their own; spaces and joiners are checked separately."""
BLANK = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers
        (0x17B4, 0x17B5),  # Khmer inherent vowels
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2065, 0x2065),
        (0x2800, 0x2800),  # the Braille pattern without a dot
        (0x3164, 0x3164),  # Hangul filler
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
        (0xFFF0, 0xFFF8),
        (0xFFFC, 0xFFFC),  # object replacement character
        (0x13441, 0x13442),  # Egyptian blanks
        (0x16FE4, 0x16FE4),  # Khitan filler
        (0x1D159, 0x1D159),  # musical null notehead
        (0xE0000, 0xE0FFF),  # tags and further variation selectors
    )
    for code in range(first, last + 1)
)
"""Characters that are invisible although their category suggests a glyph: Default_Ignorable_Code_Point of the
Unicode Character Database (DerivedCoreProperties.txt), and characters that are drawn as blanks."""
IDEOGRAPHIC_VARIANTS = frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Selectors of a form of the preceding Han character, as in Japanese family names (UTS 37)."""
CHOOSING = IDEOGRAPHIC_VARIANTS | {TEXT, EMOJI}
VIRAMA = 9
"""Canonical combining class of the signs after which joiners belong to Indic spelling (RFC 5892, A.1)."""


class BadName(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """The text is not a valid name; the message says what is required, in the language of the request."""


def checked(text: str, longest: int = LONGEST) -> str:
    """The unchanged name; raises `BadName`. A text longer than `longest` is refused unread.

    >>> checked("Ann-Marie")
    'Ann-Marie'
    """
    if not 1 <= len(text) <= longest:
        raise BadName(
            _l("A name has 1 to %(longest)s characters, not %(length)s.", longest=longest, length=len(text))
        )
    hidden = next(_hidden(text), None)
    if hidden is not None:
        raise BadName(
            _l("A name has only characters that can be seen: %(code)s cannot.", code=f"U+{ord(hidden):04X}")
        )
    if text != text.strip(" ") or "  " in text:
        raise BadName(_l("A name has no space at its beginning or end, and no two in a row."))
    _check_marks(text)
    return text


def _hidden(text: str) -> Iterator[str]:
    """The characters that are invisible at their place in the text."""
    for index, char in enumerate(text):
        if char == " ":
            continue
        before = text[index - 1] if index else ""
        after = text[index + 1 : index + 2]
        if _chooses_a_form(before, char) or _joins(before, char, after):
            continue
        if char in BLANK or unicodedata.category(char) in FORBIDDEN:
            yield char


def _chooses_a_form(before: str, char: str) -> bool:
    """True if `char` is a variation selector of the character before it."""
    if not before:
        return False
    if char in (TEXT, EMOJI):
        return unicodedata.category(before) == "So" and before not in BLANK
    return char in IDEOGRAPHIC_VARIANTS and unicodedata.name(before, "").startswith("CJK ")


def _joins(before: str, char: str, after: str) -> bool:
    """True if `char` is a joiner at a place where its script uses one, or within an emoji."""
    if char not in (ZWNJ, ZWJ) or not before:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    if not after:
        return False
    if char == ZWNJ:
        return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    emoji = before == EMOJI or unicodedata.category(before) in ("So", "Sk")
    return emoji and unicodedata.category(after) == "So" and after not in BLANK


def _check_marks(text: str) -> None:
    """Refuse a mark without a letter, more than `MOST_MARKS` on a letter, and the same mark twice on one."""
    marks: list[str] | None = None
    for char in unicodedata.normalize("NFD", text):
        category = unicodedata.category(char)
        if char in CHOOSING or category == "Cf":
            continue
        if category[0] != "M":
            marks = None if char == " " else []
            continue
        if marks is None or char in marks or len(marks) == MOST_MARKS:
            raise BadName(
                _l(
                    "A letter of a name has at most %(most)s accents or other marks, none of them twice.",
                    most=MOST_MARKS,
                )
            )
        if category != "Mc":  # a spacing mark stands beside its letter, not above others
            marks.append(char)
