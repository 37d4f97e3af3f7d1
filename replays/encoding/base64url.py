"""Base64url without padding (RFC 4648, 5): digests in keys, push messages, passkeys."""

import base64


def to_base64(data: bytes) -> str:
    r"""Base64url without padding.

    >>> to_base64(b"\xff\xfe")
    '__4'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Decode base64url with or without padding; raises ValueError for any other text."""
    bare = text.rstrip("=")
    data = base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if to_base64(data) != bare:
        raise ValueError("not base64url")
    return data
