"""Counts of the parts of a request."""

import pytest

from service.application.problem import Problem
from service.server.request_size import FIELDS, FRAMING_BYTES, PARTS, RequestSize


def test_a_body_has_so_many_pieces() -> None:
    """One more is 400 `request/framing`, whatever the size of the pieces."""
    size = RequestSize()
    for _ in range(PARTS):
        size.add_part(b"x" * 30)
    with pytest.raises(Problem) as refused:
        size.add_part(b"x")
    assert (refused.value.status, refused.value.code) == (400, "request/framing")


@pytest.mark.parametrize("data", [0, 100_000])
def test_framing_may_exceed_the_data_by_so_much(data: int) -> None:
    """One byte more is 400 `request/framing`."""
    size = RequestSize()
    size.add_part(b"x" * data)
    size.add_framing(data + FRAMING_BYTES)
    with pytest.raises(Problem) as refused:
        size.add_framing(1)
    assert (refused.value.status, refused.value.code) == (400, "request/framing")


def test_a_trailer_counts_with_the_headers() -> None:
    """Both together are limited: 431."""
    size = RequestSize()
    for _ in range(FIELDS):
        size.add_field(b"a", b"b")
    with pytest.raises(Problem) as refused:
        size.add_field(b"a", b"b")
    assert (refused.value.status, refused.value.code) == (431, "request/headers")
