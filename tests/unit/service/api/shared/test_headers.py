"""The Accept header, as a schema reads it."""

from unittest.mock import patch

import pytest

from service.api.shared.headers import MediaType
from service.http.costs import media_types
from service.http.costs.media_types import LONGEST_ACCEPT

FORM = MediaType("application/json", "text/plain")


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("text/plain", "text/plain"),
        ("*/*", "application/json"),
        ("image/png", "application/json"),
        ("application/json;q=0.5, text/plain", "text/plain"),
        ("text/plain;q=0.5, application/json", "application/json"),
    ],
)
def test_the_form_that_is_asked_for(accept: str, expected: str) -> None:
    """Without a clear preference the first form is chosen."""
    assert FORM.deserialize(accept) == expected


def test_a_very_long_one_is_not_read() -> None:
    """A header can be repeated a hundred times; a very long one gets the first form."""
    with patch.object(media_types, "parse_accept_header", side_effect=AssertionError):
        assert FORM.deserialize("text/plain," * LONGEST_ACCEPT) == "application/json"
