"""Texts of pictures: what the font writes, and texts that fit, measured as they are drawn."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import Image

from replays.match.aggregate import Match
from service.application.i18n import languages
from service.application.i18n.shortening import isolated
from service.application.i18n.speaking import open_language, present, speaking
from service.application.pictures.drawing import PictureTexts
from service.application.pictures.lettering import can_write, fitted, width_of, wrapped, writable
from service.application.pictures.raster import png_of
from service.application.pictures.scene import Scene
from tests.unit.service.application.pictures.games import NAMES, played

HEBREW = "\u05d0\u05d1\u05e8\u05d4\u05dd \u05d1\u05df \u05e2\u05d6\u05e8\u05d0 \u05d4\u05e1\u05e4\u05e8\u05d3\u05d9"  # noqa: E501
ARABIC = "\u0645\u062d\u0645\u062f \u0628\u0646 \u0639\u0628\u062f \u0627\u0644\u0644\u0647"
PERSIAN = "\u0645\u06cc\u200c\u0646\u0627"
"""With the joiner that separates letters."""
TRANSLATIONS = Path(languages.__file__).parent / "translations"
FSI, PDI = "\u2068", "\u2069"


def drawn(text: str) -> Image.Image:
    """The ink of a text in letters of size 50, from column 10 on."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="90"><text xml:space="preserve" x="10" '
        f'y="60" font-family="sans-serif" font-weight="700" font-size="50">{text}</text></svg>'
    )
    return Image.open(BytesIO(png_of(svg))).getchannel("A")


def columns(text: str) -> tuple[int, int]:
    """The first column with ink of a drawn text, and the one after its last."""
    box = drawn(text).getbbox()
    assert box
    return box[0], box[2]


def drawn_width(text: str) -> int:
    """The distance that a text, drawn at size 50, puts between the bars around it."""
    (left, right), (bare_left, bare_right) = columns(f"|{text}|"), columns("||")
    return (right - left) - (bare_right - bare_left)


@pytest.mark.parametrize("letter", "AzÄßŁğΩжїƏəẞ€אبپگԱა")
def test_a_covered_letter_is_in_the_font(letter: str) -> None:
    """Names with such letters are drawn; each differs from a letter that the fonts lack."""
    assert can_write(letter)
    assert not can_write("ส")
    assert drawn(letter).tobytes() != drawn("ส").tobytes()


TEXTS = [
    *("Bartholomew of York", "AVA To Yo", "office fluff", "Zoë\u0301 Müller", "Ελληνικά", "Привет"),
    *("გამარჯობა", "Հայաստան", HEBREW, ARABIC, PERSIAN),
    *(f"Ann {ARABIC}", f"{HEBREW} (Ann) 5", isolated(HEBREW)),
    *("김철수 5", "山田 太郎", "カンマとガンマ", f"Ann 철수 {ARABIC}"),
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_as_wide_as_it_is_drawn(text: str) -> None:
    """Kerning, ligatures, joined letters and marks count, in every script of the fonts."""
    assert can_write(text.strip(FSI + PDI))
    assert width_of(text, 50) == pytest.approx(drawn_width(text), abs=2)


def test_a_letter_that_the_fonts_lack_counts_as_a_square() -> None:
    """A program that shows an SVG writes it with another font."""
    assert width_of("สมชาย", 20) == 100


def test_a_name_that_fits_as_it_is_drawn_is_not_cut() -> None:
    """Joined Arabic letters take less room than single ones."""
    assert fitted(ARABIC, 50, drawn_width(ARABIC) + 2) == ARABIC


@pytest.mark.parametrize("name", [HEBREW, ARABIC])
def test_a_right_to_left_name_is_cut_at_its_left_end(name: str) -> None:
    """Reading begins at the right, so the ellipsis is the leftmost part of the drawn text."""
    cut = fitted(isolated(name), 50, width_of(name, 50) * 0.7)
    assert cut.endswith(f"…{PDI}")
    _, end = columns("…")
    dots = drawn("…").crop((0, 0, end, 90)).tobytes()
    assert drawn(cut).crop((0, 0, end, 90)).tobytes() == dots
    assert drawn(cut.strip(FSI + PDI)).crop((0, 0, end, 90)).tobytes() != dots


def test_a_picture_isolates_right_to_left_names() -> None:
    """In lines of their own, in labels and in sentences; other names are as they are."""
    names = {**NAMES, "player-1": HEBREW}
    scene = Scene.of(moved_by(1), names)
    assert PictureTexts(scene).name(1, 20, 1000) == f"{FSI}{HEBREW}{PDI}"
    assert PictureTexts(scene).label(1) == f"Kingdom of {FSI}{HEBREW}{PDI}"
    assert PictureTexts(scene).name(0, 20, 1000) == "Ann"
    assert f"{FSI}{HEBREW}{PDI}" in scene.progress
    assert scene.names[1] == HEBREW


def moved_by(seat: int) -> Match:
    """A match in which this seat is to move."""
    return next(match for match in played(2) if match.game and match.mover == seat)


def test_long_texts_are_wrapped_and_cut() -> None:
    """A long text is cut with an ellipsis; words are wrapped into lines, of which the last is cut."""
    assert fitted("Ann", 20, 200) == "Ann"
    cut = fitted("Bartholomew of York and of Kent", 20, 120)
    assert cut.endswith("…")
    assert width_of(cut, 20) <= 120
    sentence = "Bartholomew of York and of Kent won by 3 points"
    lines = wrapped(sentence, 20, 160, 9)
    assert " ".join(lines) == sentence
    assert max(width_of(line, 20) for line in lines) <= 160
    less = wrapped(sentence, 20, 160, 2)
    assert less[0] == lines[0]
    assert less[1].startswith(lines[1][:-3])
    assert less[1].endswith("…")
    assert [width_of(line, 20) <= 160 for line in less] == [True, True]


def test_a_name_that_is_wrapped_keeps_its_direction() -> None:
    """Each line of it is an isolate of its own."""
    words = HEBREW.split()
    lines = wrapped(f"{isolated(HEBREW)} won", 20, width_of(HEBREW, 20) * 0.4, 9)
    assert len(lines) > 3
    assert " ".join(lines).replace(FSI, "").replace(PDI, "").split() == [*words, "won"]
    assert all(line.count(FSI) == line.count(PDI) for line in lines)
    assert all(line.startswith(FSI) == any(word in line for word in words) for line in lines)


@pytest.mark.parametrize("language", ["fa", "tr", "ko", "ja", "hu"])
def test_a_picture_is_written_in_each_language(language: str) -> None:
    """Its fonts have the letters of every sentence of the language."""
    with speaking(open_language(language)), writable():
        assert present().tag == language
    catalogue = read_po(BytesIO((TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").read_bytes()))
    letters = {char for each in catalogue if each.id for char in "".join(each.string or "") if char.isalpha()}
    assert [char for char in sorted(letters) if not can_write(char)] == []


def test_a_language_whose_letters_the_fonts_lack_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PNG is in English then, not in squares."""
    monkeypatch.setattr("service.application.pictures.lettering.can_write", lambda name: name != "日本語")
    with speaking(open_language("ja")), writable():
        assert present().tag == "en"
