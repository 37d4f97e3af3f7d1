"""E-mail addresses: validation, normalisation and comparison."""

import re
import unicodedata

from service.application.account_keys import derive
from service.application.accounts.credentials.sizes import exceeds

LONGEST = 254
"""The most bytes of an address that a mail server must accept (RFC 5321, 4.5.3.1.3, less the brackets)."""
LONGEST_LOCAL = 64

LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
FORM = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})*", re.ASCII)
"""The addresses that HTML accepts in a form (`input type=email`)."""


class NoEmail(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """The text is not an address to which an e-mail can be sent."""


def normalised(text: str) -> str:
    """The address to which e-mails are sent, with its domain in ASCII and lower case; raises `NoEmail`.

    The part before the `@` keeps its case, which may matter to the receiving server. A text of more than
    `LONGEST` bytes is refused first, because normalisation and IDNA take quadratic time.

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
    """The form in which an address is indexed, regardless of case; opaque without the server's key."""
    return derive(key, b"e-mail", address.casefold().encode()).hex()
