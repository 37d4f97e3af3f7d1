"""Cursors: encrypted ones for lists that leave entries out, whose places they may name, and plain numbers."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from service.application.problem import wrong_cursor


def position(cursor: str | None) -> int | None:
    """The number that a cursor is, None for the first page; 422 `request/invalid` for another text."""
    if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 15):
        raise wrong_cursor()
    return None if cursor is None else int(cursor)


@contextmanager
def refusing_wrong_cursor() -> Iterator[None]:
    """Turn a ValueError into 422 `request/invalid`: the cursor is not from this list."""
    try:
        yield
    except ValueError:
        raise wrong_cursor() from None


class Cursors:
    """Encrypts the log's cursors with a key of 32 bytes (AES-SIV, RFC 5297), so that they reveal nothing."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(key)

    def seal(self, cursor: str | None) -> str | None:
        """The encrypted form of a cursor, which is deterministic; None at the end of a list."""
        if cursor is None:
            return None
        return urlsafe_b64encode(self._cipher.encrypt(cursor.encode(), None)).decode()

    def open(self, text: str | None) -> str | None:
        """The cursor that was sealed; raises ValueError for an invalid text."""
        if text is None:
            return None
        try:
            return self._cipher.decrypt(urlsafe_b64decode(text), None).decode()
        except (InvalidTag, ValueError) as error:
            raise ValueError(f"not a cursor: {text!r}") from error
