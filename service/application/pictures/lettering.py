"""The font of pictures, which is part of the service, and texts that fit, measured as they are drawn.

Containers have no fonts, so a PNG cannot show a name with characters that this font lacks. A program that
shows an SVG has its own fonts.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import uharfbuzz

from service.application.i18n.shortening import (
    FIRST_STRONG_ISOLATE,
    POP_ISOLATE,
    RIGHT_TO_LEFT,
    closed,
    shortened,
)

FONT = Path(__file__).parent / "font" / "DejaVuSans-Bold.ttf"
FAMILY = "DejaVu Sans"
COVERED = (
    "0020-007E 00A0-02E9 02EC-02EE 0300-034E 0370-0377 037A-037F 0384-038A 038C 038E-03A1 03A3-0525 "
    "0531-0556 0559-055F 0561-0587 0589-058A 05D0-05EA 05F0-05F4 060C 061B 061F 0621-063A 0640-0655 "
    "0660-066F 0670 0674 0679-06BF 06C6-06C8 06CB-06CC 06CE 06D0 06D5 06F0-06F9 10D0-10FC 1E00-1EFB "
    "200C 2010-2027 2030-203A 20AC 2212 "
)
"""The characters that the font has and names may have, as hexadecimal ranges.

200C, the joiner that separates letters in Persian, needs no glyph.
"""


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
def _font() -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(FONT))))


def width_of(text: str, size: float) -> float:
    """The width of a text in letters of this size, in the unit of the size.

    It is shaped as when it is drawn: Arabic letters join, pairs of letters are kerned. A character that the
    font lacks counts as a square, as wide as the widest letters of other fonts.
    """
    units = int(_font().face.upem)
    return sum([_advance(run, units) for run in _runs(text)]) * size / units


def _advance(run: str, square: int) -> int:
    """The width of letters of one direction, in units of the font, of which a square has this number."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(run)
    buffer.guess_segment_properties()
    uharfbuzz.shape(_font(), buffer)
    glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    return sum([int(position.x_advance) if info.codepoint else square for info, position in glyphs])


def _runs(text: str) -> Iterator[str]:
    """The parts of a text in which all letters have the same direction: each is shaped by itself."""
    direction = "L"

    def direction_at(char: str) -> str:
        nonlocal direction
        strong = unicodedata.bidirectional(char)
        if strong == "L":
            direction = "L"
        elif strong in RIGHT_TO_LEFT:
            direction = "R"
        return direction

    for _, run in groupby(text, direction_at):
        yield "".join(run)


def fitted(text: str, size: float, width: float) -> str:
    """The text, cut to `width` with an ellipsis if it is longer."""
    return shortened(text, lambda part: width_of(part, size) <= width)


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in at most `most` lines of at most `width`, broken between words.

    A word that is too long is cut, and so is the last line if there is more.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= width or len(lines) == most:
            lines[-1] = longer
        elif lines[-1]:
            lines.append(word)
        else:
            lines[-1] = word
    return [fitted(line, size, width) for line in _isolates_closed(lines)]


def _isolates_closed(lines: list[str]) -> Iterator[str]:
    """The lines; an isolate that is open at the end of one is closed there, and opened again in the next."""
    opening = ""
    for line in lines:
        whole = opening + line
        is_open = whole.rfind(FIRST_STRONG_ISOLATE) > whole.rfind(POP_ISOLATE)
        opening = FIRST_STRONG_ISOLATE if is_open else ""
        yield closed(whole)
