"""The font of pictures, which is part of the service, and texts shortened to fit.

Containers have no fonts, so a PNG cannot show a name with characters that this font lacks. A program that
shows an SVG has its own fonts.
"""

from functools import cache
from pathlib import Path

from PIL import ImageFont

FONT = Path(__file__).parent / "font" / "DejaVuSans-Bold.ttf"
FAMILY = "DejaVu Sans"
COVERED = (
    "0020-007E 00A0-02E9 02EC-02EE 0300-034E 0370-0377 037A-037F 0384-038A 038C 038E-03A1 03A3-0525 "
    "0531-0556 0559-055F 0561-0587 0589-058A 05D0-05EA 05F0-05F4 060C 061B 061F 0621-063A 0640-0655 "
    "0660-066F 0670 0674 0679-06BF 06C6-06C8 06CB-06CC 06CE 06D0 06D5 06F0-06F9 10D0-10FC 1E00-1EFB "
    "2010-2027 2030-203A 20AC 2212 "
)
"""The characters that the font has and names may have, as hexadecimal ranges."""
ELLIPSIS = "…"
_MEASURED = 100


@cache
def _covered() -> frozenset[str]:
    ends = (part.partition("-") for part in COVERED.split())
    return frozenset(
        chr(code) for first, _, last in ends for code in range(int(first, 16), int(last or first, 16) + 1)
    )


def can_write(text: str) -> bool:
    """True if the font has all characters of the text."""
    return _covered().issuperset(text)


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), _MEASURED, layout_engine=ImageFont.Layout.BASIC)


def width_of(text: str, size: float) -> float:
    """The width of a text in letters of this size, in the unit of the size."""
    return float(_font().getlength(text)) * size / _MEASURED


def fitted(text: str, size: float, width: float) -> str:
    """The text, cut to `width` with an ellipsis if it is longer."""
    if width_of(text, size) <= width:
        return text
    rest = text
    while rest and width_of(rest + ELLIPSIS, size) > width:
        rest = rest[:-1]
    return rest.rstrip() + ELLIPSIS


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`, broken between words; a word that is too long is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= width:
            lines[-1] = longer
        elif lines[-1]:
            lines.append(fitted(word, size, width))
        else:
            lines[-1] = fitted(word, size, width)
    return lines
