"""Long responses, made while a client reads them: they end with the right to read, or break off."""

import errno
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from replays.log.event_log import LogError

T = TypeVar("T")

log = logging.getLogger(__name__)


class RightEnded(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The right to read the response has ended meanwhile: a token was revoked, or an invitation ended."""

    def __str__(self) -> str:
        return "the right to read it has ended"


def while_allowed(items: Iterable[T], still: Callable[[], bool]) -> Iterator[T]:
    """The items while the right that allows them holds: a slow client may read them for hours.

    It is checked after an item is made, so that none is sent later; raises `RightEnded`.
    """
    for item in items:
        if not still():
            raise RightEnded
        yield item


def breaking_off(name: str, pieces: Iterable[bytes], *faults: type[Exception]) -> Iterator[bytes]:
    """The pieces of the response with this name.

    If one cannot be made because of the log, the right or one of these faults, the connection breaks off: the
    body gets no regular end, so that an incomplete file is not mistaken for a whole one.
    """
    expected: tuple[type[Exception], ...] = (LogError, RightEnded, *faults)
    try:
        yield from pieces
    except expected as error:
        log.warning("%s breaks off: %s", name, str(error) or type(error).__name__)
        raise ConnectionResetError(errno.ECONNRESET, f"{name} broke off") from error
