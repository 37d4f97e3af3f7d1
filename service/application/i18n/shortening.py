"""Texts shortened between the characters that people see, and texts that keep their own direction."""

import re
import unicodedata
from collections.abc import Callable

ELLIPSIS = "…"
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""They enclose a text whose direction is that of its first letter (Unicode Standard Annex 9)."""
ZWNJ, ZWJ = "\u200c", "\u200d"
"""Joiners, which separate and join the characters around them."""
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks whose letters are written from right to left; `static/shared/words.js` has the same."""
_SKIN_TONES = range(0x1F3FB, 0x1F3FF + 1)


def isolated(text: str, *, always: bool = False) -> str:
    """The text as a directional isolate, if it has letters that are written from right to left, or always.

    A sentence around it then keeps its order, and signs at the end of the text stand at its end. An isolate
    stays as it is.
    """
    if text.startswith(FIRST_STRONG_ISOLATE) and text.endswith(POP_ISOLATE):
        return text
    if always or RIGHT_TO_LEFT.search(text):
        return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
    return text


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """The text if it fits, else its longest beginning with an ellipsis that fits, or the ellipsis alone.

    A letter keeps its marks, and an emoji its parts. In an isolate the ellipsis stands at the isolate's end.
    """
    if fits(text):
        return text
    ends = (end for end in range(len(text) - 1, 0, -1) if not _continues(text, end))
    return next(filter(fits, (_cut(text[:end]) for end in ends)), ELLIPSIS)


def closed(text: str) -> str:
    """The text with an end of each isolate that is open at its end."""
    return text + POP_ISOLATE * (text.count(FIRST_STRONG_ISOLATE) - text.count(POP_ISOLATE))


def _cut(beginning: str) -> str:
    return closed(beginning.rstrip(" " + FIRST_STRONG_ISOLATE + ZWNJ) + ELLIPSIS)


def _continues(text: str, at: int) -> bool:
    """True if the character at this index is seen as a part of the one before it."""
    char = text[at]
    return ZWJ in (text[at - 1], char) or unicodedata.category(char)[0] == "M" or ord(char) in _SKIN_TONES
