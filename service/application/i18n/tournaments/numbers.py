"""Points and tie-breaks of tournaments as texts. The record has points as integers in twelfths of a point."""

from functools import lru_cache
from math import gcd

from replays.tournament.standings.points import POINT
from replays.tournament.standings.tie_breaks import PARTS
from service.application.i18n.speaking import pgettext, present

KEPT = 4_096
"""The number of texts that a process remembers: formatting a number takes as long as a row of a table."""
MINUS, SLASH = "\N{MINUS SIGN}", "\N{FRACTION SLASH}"
_GLYPHS = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
}
_UPPER, _LOWER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def points(twelfths: int) -> str:
    """Points as a whole number and a fraction.

    >>> points(28), points(24), points(6), points(0)
    ('2⅓', '2', '½', '0')
    """
    return _points(str(present().locale), twelfths)


@lru_cache(maxsize=KEPT)
def _points(_locale: str, twelfths: int) -> str:
    whole, rest = divmod(abs(twelfths), POINT)
    text = f"{present().format.number(whole) if whole or not rest else ''}{_fraction(rest)}"
    return f"{MINUS}{text}" if twelfths < 0 else text


def _fraction(rest: int) -> str:
    if not rest:
        return ""
    divisor = gcd(rest, POINT)
    part = rest // divisor, POINT // divisor
    glyph = _GLYPHS.get(part)
    return glyph or f"{str(part[0]).translate(_UPPER)}{SLASH}{str(part[1]).translate(_LOWER)}"


def tie_break(name: str, number: int) -> str:
    """The number of a tie-break as it is shown: points, a percentage, a count, or the drawn number.

    >>> tie_break("buchholz", 1107), tie_break("share", 1139), tie_break("wins", 2), tie_break("lots", -3)
    ('92¼', '94.9%', '2', 'No. 4')
    """
    return _tie_break(str(present().locale), name, number)


@lru_cache(maxsize=KEPT)
def _tie_break(_locale: str, name: str, number: int) -> str:
    if name in {"buchholz", "sonneborn-berger"}:
        return points(number)
    if name == "share":
        return present().format.percent(number * 1000 // PARTS / 1000, decimals=1)
    if name == "lots":
        return pgettext("name", "No. %(number)s", number=1 - number)
    return present().format.number(number)
