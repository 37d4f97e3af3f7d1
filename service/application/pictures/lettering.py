"""The fonts of pictures, which are part of the service, and texts that fit, measured as they are drawn.

Containers have no fonts, so a PNG cannot show a name with characters that these fonts lack. A program that
shows an SVG has its own fonts.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby
from pathlib import Path

import uharfbuzz

from service.application.i18n.languages import english
from service.application.i18n.shortening import (
    FIRST_STRONG_ISOLATE,
    POP_ISOLATE,
    closed,
    shortened,
)
from service.application.i18n.speaking import present, speaking

FONT = Path(__file__).parent / "font" / "DejaVuSans-Bold.ttf"
FAMILY = "DejaVu Sans"
EAST_ASIAN = Path(__file__).parent / "font" / "NotoSansCJKjp-Bold.otf"
"""Writes the letters that `FONT` lacks: Hangul, kana, and the kanji of JIS X 0208."""
COVERED = (
    "0020-007E 00A0-02E9 02EC-02EE 0300-034E 0370-0377 037A-037F 0384-038A 038C 038E-03A1 03A3-0525 "
    "0531-0556 0559-055F 0561-0587 0589-058A 05D0-05EA 05F0-05F4 060C 061B 061F 0621-063A 0640-0655 "
    "0660-066F 0670 0674 0679-06BF 06C6-06C8 06CB-06CC 06CE 06D0 06D5 06F0-06F9 10D0-10FC 1E00-1EFB "
    "200C 2010-2027 2030-203A 20AC 2212 "
)
"""The characters that `FONT` has and names may have, as hexadecimal ranges.

200C, the joiner that separates letters in Persian, needs no glyph.
"""


@dataclass(frozen=True, slots=True)
class _Font:
    shape: uharfbuzz.Font
    covered: frozenset[str]

    @classmethod
    def read(cls, path: Path, covered: str = "") -> "_Font":
        """The font in a file, and what it writes: these ranges, or else all that it has."""
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        ends = (part.partition("-") for part in covered.split())
        ranges = [range(int(first, 16), int(last or first, 16) + 1) for first, _, last in ends]
        return cls(uharfbuzz.Font(face), frozenset(map(chr, chain(*ranges) if ranges else face.unicodes)))

    def advance(self, run: str) -> float:
        """The width of letters of one direction, in letters of size 1."""
        buffer = uharfbuzz.Buffer()
        buffer.add_str(run)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self.shape, buffer)
        square = int(self.shape.face.upem)
        glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        return (
            sum([int(position.x_advance) if info.codepoint else square for info, position in glyphs]) / square
        )


@cache
def _fonts() -> tuple[_Font, _Font]:
    return _Font.read(FONT, COVERED), _Font.read(EAST_ASIAN)


def can_write(text: str) -> bool:
    """True if the fonts have all characters of the text."""
    return all(any(char in font.covered for font in _fonts()) for char in text)


@contextmanager
def writable() -> Iterator[None]:
    """Speak the present language in the block if the fonts have its letters, else English."""
    own_name = present().locale.display_name or ""
    with speaking(present() if can_write(own_name) else english()):
        yield


def width_of(text: str, size: float) -> float:
    """The width of a text in letters of this size, in the unit of the size.

    It is shaped as when it is drawn: Arabic letters join, pairs of letters are kerned. A character that the
    fonts lack counts as a square, as wide as the widest letters of other fonts.
    """
    return sum([font.advance(run) for font, run in _runs(text)]) * size


def _runs(text: str) -> Iterator[tuple[_Font, str]]:
    """The parts of a text of one direction and one font: each is shaped by itself."""
    direction = "L"
    first, other = _fonts()

    def part_of(char: str) -> tuple[str, bool]:
        nonlocal direction
        strong = unicodedata.bidirectional(char)
        if strong == "L":
            direction = "L"
        elif strong in {"R", "AL"}:
            direction = "R"
        return direction, char in other.covered and char not in first.covered

    for (_, is_other), run in groupby(text, part_of):
        yield (other if is_other else first), "".join(run)


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
