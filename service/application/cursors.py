"""Encrypted cursors for lists that leave entries out: a cursor may name the place of such an entry."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV


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
