"""Texts are cut between the characters that people see, and keep their own direction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.application.i18n.shortening import isolated, shortened

FSI, PDI = "\u2068", "\u2069"
SHALOM = "\u05e9\u05dc\u05d5\u05dd"


@pytest.mark.parametrize("text", ["", "Ann", "Zoë 7!", "王小明"])
def test_left_to_right_texts_are_as_they_are(text: str) -> None:
    """Only letters that are written from right to left need an isolate."""
    assert isolated(text) == text


@pytest.mark.parametrize("text", [SHALOM, f"Ann {SHALOM}", "\u0645\u064a"])
def test_right_to_left_letters_are_isolated(text: str) -> None:
    """Hebrew and Arabic, also after other letters."""
    assert isolated(text) == f"{FSI}{text}{PDI}"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("Ann", 3, "Ann"),
        ("Annabel", 3, "An…"),
        ("Ann Lee", 5, "Ann…"),
        ("Ann", 0, "…"),
        ("ae\u0301\u0327i", 4, "a…"),
        ("a\U0001f44d\U0001f3fdbc", 3, "a…"),
        ("a\U0001f469\u200d\U0001f467bcd", 4, "a…"),
        ("\u0645\u06cc\u200c\u0646\u0627", 4, "\u0645\u06cc…"),
        (f"{FSI}{SHALOM}{PDI}", 5, f"{FSI}{SHALOM[:2]}…{PDI}"),
        (f"by {FSI}{SHALOM}{PDI} now", 8, f"by {FSI}{SHALOM[:2]}…{PDI}"),
        (f"by {FSI}{SHALOM}{PDI} now", 5, "by…"),
        (f"by {FSI}{SHALOM}{PDI} now", 11, f"by {FSI}{SHALOM}{PDI}…"),
    ],
)
def test_a_text_is_cut_between_characters(text: str, most: int, short: str) -> None:
    """Marks stay with their letter, parts of an emoji with each other, and isolates are closed."""
    assert shortened(text, lambda part: len(part) <= most) == short


@given(st.text(), st.integers(0, 40))
def test_what_is_cut_fits_and_is_a_beginning(text: str, most: int) -> None:
    """The ellipsis alone may be too long."""
    short = shortened(text, lambda part: len(part.encode()) <= most)
    if len(text.encode()) <= most:
        assert short == text
    else:
        assert short == "…" or len(short.encode()) <= most
        assert text.startswith(short.replace(PDI, "").replace("…", "")[:3].rstrip())
