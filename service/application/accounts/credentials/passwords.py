"""Passwords: which ones are accepted, and how they are hashed (Argon2id, RFC 9106)."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from service.application.accounts.credentials.common_passwords import COMMON
from service.application.accounts.credentials.sizes import exceeds
from service.application.i18n.speaking import lazy_gettext as _l

SHORTEST = 10
LONGEST = 200
LONGEST_BYTES = 12 * LONGEST
"""The most bytes (UTF-8) of a password as sent; checked first, because normalisation takes quadratic time.
200 characters of any script fit, even decomposed: a Hangul syllable then has 9 bytes."""
FEWEST_DIFFERENT = 5
"""The fewest different characters of a password; with fewer it counts as a pattern."""
TELLING = 4
"""A name or e-mail of at least this many characters must not be in the password; shorter ones may be."""

MEMORY_KIB = 32 * 1024
PASSES = 2
LANES = 1
"""Above the minimum of OWASP's cheat sheet on password storage: 19 MiB, 2 passes, 1 lane."""
AT_ONCE = 2
"""The number of passwords that are hashed at once; each takes a core and 32 MiB."""
MOST_WAITING = 8
"""The most threads of a process that may be busy with passwords, so that the others can serve requests."""

NOBODYS = "$argon2id$v=19$m=32768,t=2,p=1$2H5nDcFKSb7QlKwb/Xeicw$EsFytXz/tSjYy72Pmdz2DloE7I8JBz4EQ8pkyjDeYYE"
"""The hash of a random value, at the same cost: it is checked if there is no account."""


class WeakPassword(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """A password that is not accepted; the text says what is required."""


class TooBusy(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Too many passwords are being checked at the moment; retry."""


def checked(password: str, *telling: str) -> str:
    """The password in the form that is hashed (NFC); raises `WeakPassword`.

    `telling` are texts that it must not contain: name, e-mail.
    """
    text = composed(password)
    if not SHORTEST <= len(text) <= LONGEST:
        raise WeakPassword(
            _l(
                "A password has %(shortest)s to %(longest)s characters, and this one %(length)s.",
                shortest=SHORTEST,
                longest=LONGEST,
                length=len(text),
            )
        )
    low = text.casefold()
    if low in COMMON or len(set(low)) < FEWEST_DIFFERENT:
        raise WeakPassword(_l("This password is too common."))
    if any(len(part) >= TELLING and part.casefold() in low for part in telling):
        raise WeakPassword(_l("A password must not contain the name or the e-mail that it is for."))
    return text


def composed(password: str) -> str:
    """The password in the form that is hashed (NFC); raises `WeakPassword` beyond `LONGEST_BYTES`."""
    if exceeds(password, LONGEST_BYTES):
        raise WeakPassword(_l("A password has at most %(most)s bytes.", most=LONGEST_BYTES))
    return unicodedata.normalize("NFC", password)


class Passwords:
    """Hashes and checks passwords, `AT_ONCE` at a time; some calls wait, and further ones raise `TooBusy`.

    `hasher` replaces the one at the usual cost, with which `NOBODYS` was hashed.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        usual = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)
        self._hasher = hasher or usual
        self._nobodys = hasher.hash("nobody's password") if hasher else NOBODYS
        self._waiting = BoundedSemaphore(MOST_WAITING)
        self._working = BoundedSemaphore(AT_ONCE)

    def hashed(self, password: str) -> str:
        """The hash of a password, with its own salt."""
        with self._turn():
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """True if the password matches the hash `kept`; for None it is False and takes as long.

        Raises `WeakPassword` beyond `LONGEST_BYTES`.
        """
        text = composed(password)
        with self._turn():
            try:
                return self._hasher.verify(kept or self._nobodys, text) and kept is not None
            except VerifyMismatchError:
                return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._waiting.acquire(blocking=False):
            raise TooBusy
        try:
            with self._working:
                yield
        finally:
            self._waiting.release()
