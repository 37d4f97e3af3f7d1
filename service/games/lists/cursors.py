"""Cursors of lists that leave something out: the place they name may be that of what is left out."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV


class Cursors:
    """Seals the log's cursors with a key of 32 bytes (AES-SIV, RFC 5297), so that they tell nothing."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(key)

    def seal(self, cursor: str | None) -> str | None:
        """The cursor as it is given away, always the same; None at the end of a list."""
        if cursor is None:
            return None
        return urlsafe_b64encode(self._cipher.encrypt(cursor.encode(), None)).decode()

    def open(self, text: str | None) -> str | None:
        """The cursor that was sealed; raises ValueError for a text that is none."""
        if text is None:
            return None
        try:
            return self._cipher.decrypt(urlsafe_b64decode(text), None).decode()
        except (InvalidTag, ValueError) as error:
            raise ValueError(f"not a cursor: {text!r}") from error
