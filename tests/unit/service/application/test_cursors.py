"""Opaque cursors: a sealed cursor can be opened, and nothing else can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.application.cursors import Cursors

CURSORS = Cursors(bytes(32))
PLACE = "17.00000000-0000-4000-8000-000000000000"


@given(st.text(min_size=1, alphabet=st.characters(codec="utf-8")))
def test_there_and_back(cursor: str) -> None:
    """A cursor is restored exactly; its sealed form is always the same, and plain ASCII for a URL."""
    sealed = CURSORS.seal(cursor)
    assert sealed is not None
    assert sealed == CURSORS.seal(cursor)
    assert CURSORS.open(sealed) == cursor
    assert sealed.isascii()


def test_it_does_not_show_the_place() -> None:
    """A sealed cursor is opaque, and another server's key cannot open it."""
    sealed = CURSORS.seal(PLACE)
    assert sealed is not None
    assert PLACE[-12:] not in sealed
    with pytest.raises(ValueError, match="not a cursor"):
        Cursors(bytes([1] * 32)).open(sealed)


def test_none_stays_none() -> None:
    """None stands for the end of a list, and for its beginning."""
    assert CURSORS.seal(None) is None
    assert CURSORS.open(None) is None


@given(st.text(max_size=90))
def test_what_was_never_sealed(text: str) -> None:
    """Any other text is refused."""
    with pytest.raises(ValueError, match="not a cursor"):
        CURSORS.open(text)


@pytest.mark.parametrize("place", [PLACE, "AAAA", "", "====", "é"])
def test_a_plain_cursor(place: str) -> None:
    """The log's own cursor is refused as well."""
    with pytest.raises(ValueError, match="not a cursor"):
        CURSORS.open(place)
