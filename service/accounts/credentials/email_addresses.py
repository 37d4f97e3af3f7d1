"""E-mail addresses: which ones are taken, and when two are the same."""

import re
import unicodedata

from service.account_keys import derive
from service.accounts.credentials.sizes import exceeds

LONGEST = 254
"""Bytes of an address that a mail server must take (RFC 5321, 4.5.3.1.3, less the brackets)."""
LONGEST_LOCAL = 64

LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
FORM = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})*", re.ASCII)
"""What HTML takes for an address in a form (`input type=email`)."""


class NoEmail(ValueError):  # noqa: N818 - the answer, not a fault
    """The text is no e-mail address that an e-mail can be sent to."""


def normalised(text: str) -> str:
    """The address as e-mails are sent to it, or `NoEmail`: its domain in ASCII and lower case.

    The part before the `@` stays as it is, since its case is the receiver's business. A text of more than
    `LONGEST` bytes is refused before anything else: normalisation and IDNA take time by the square of it.

    >>> normalised(" Ann@Bücher.Example ")
    'Ann@xn--bcher-kva.example'
    """
    if exceeds(text, LONGEST):
        raise NoEmail
    local, _, domain = unicodedata.normalize("NFC", text.strip()).rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode().lower()
    except UnicodeError:
        raise NoEmail from None
    address = f"{local}@{ascii_domain}"
    if len(address) > LONGEST or len(local) > LONGEST_LOCAL or not FORM.fullmatch(address):
        raise NoEmail
    return address


def fingerprint(key: bytes, address: str) -> str:
    """What an address is found by, whatever its case; without the server's key it tells nothing."""
    return derive(key, b"e-mail", address.casefold().encode()).hex()
