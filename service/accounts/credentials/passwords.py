"""Passwords: which ones are taken, and how they are kept (Argon2id, RFC 9106)."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from service.accounts.credentials.common_passwords import COMMON
from service.accounts.credentials.sizes import exceeds
from service.i18n.speaking import lazy_gettext as _l

SHORTEST = 10
LONGEST = 200
LONGEST_BYTES = 12 * LONGEST
"""Bytes (UTF-8) of a password as it is sent, before it is normalised, which takes time by the square of them.
200 characters of any script fit, decomposed ones too: a Hangul syllable has 9 bytes then."""
FEWEST_DIFFERENT = 5
"""With fewer different characters a password is a pattern."""
TELLING = 4
"""So many characters of a name or an e-mail must not stand in the password; fewer stand in many by chance."""

MEMORY_KIB = 32 * 1024
PASSES = 2
LANES = 1
"""Above the least that OWASP's cheat sheet on password storage asks for: 19 MiB, 2 passes, 1 lane."""
AT_ONCE = 2
"""How many passwords are hashed at once: each takes a core and 32 MiB."""
MOST_WAITING = 8
"""How many threads of a process at most are busy with passwords, so that the others answer requests."""

NOBODYS = "$argon2id$v=19$m=32768,t=2,p=1$2H5nDcFKSb7QlKwb/Xeicw$EsFytXz/tSjYy72Pmdz2DloE7I8JBz4EQ8pkyjDeYYE"
"""The hash of something random, at the same cost as all: it is checked where there is no account."""


class WeakPassword(ValueError):  # noqa: N818 - the answer, not a fault
    """A password that is not taken; the text says what would be."""


class TooBusy(Exception):  # noqa: N818 - the answer, not a fault
    """So many passwords are being checked that this one has to come again."""


def checked(password: str, *telling: str) -> str:
    """The password in the form that is hashed (NFC), or `WeakPassword`.

    `telling` are texts that must not stand in it: name, e-mail.
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
    """The password in the form that is hashed (NFC); `WeakPassword` for more than `LONGEST_BYTES`."""
    if exceeds(password, LONGEST_BYTES):
        raise WeakPassword(_l("A password has at most %(most)s bytes.", most=LONGEST_BYTES))
    return unicodedata.normalize("NFC", password)


class Passwords:
    """Hashes and checks passwords, a few at a time; the others wait, and beyond that raise `TooBusy`."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)
        self._nobodys = NOBODYS
        self._waiting = BoundedSemaphore(MOST_WAITING)
        self._working = BoundedSemaphore(AT_ONCE)

    def hashed(self, password: str) -> str:
        """What is kept of a password, with a salt of its own."""
        with self._turn():
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; where there is none, None, it takes as long and never is.

        Raises `WeakPassword` for more than `LONGEST_BYTES`.
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
