"""Known devices: browsers that signed in to an account before, which nobody else's guesses can lock out.

A device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies") has a random number of the
browser and a MAC for each account that signed in with it: `<number>.<MAC>.<MAC>…`, the newest first. It signs
nobody in, and the service stores nothing of it but a number for each account, which is part of the MACs:
raising it makes all of the account's devices unknown (ADR 43).
"""

import hmac
import re
from collections.abc import Callable

from service.application.account_keys import derive

NUMBER_BYTES = 16
MAC_BYTES = 16
MOST_ACCOUNTS = 8
"""The most accounts in a device cookie; beyond that the oldest is dropped."""
FORM = re.compile(r"[0-9a-f]{32}(?:\.[0-9a-f]{32}){1,8}")


class Devices:
    """Writes and reads device cookies; `key` is the server's secret, `entropy(n)` returns n random bytes."""

    def __init__(self, key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._key = key
        self._entropy = entropy

    def known(self, cookie: str | None, player: str, era: str) -> str | None:
        """The number of the browser with this cookie; None if it has not signed in to the account before.

        `era` is the account's number, empty until it is first raised.
        """
        number, *macs = _parts(cookie)
        mac = self._mac(number, player, era)
        return number if any(hmac.compare_digest(mac, each) for each in macs) else None

    def with_account(self, cookie: str | None, player: str, era: str) -> str:
        """The new cookie of this browser after it has signed in to the account."""
        number, *macs = _parts(cookie)
        number = number or self._entropy(NUMBER_BYTES).hex()
        mac = self._mac(number, player, era)
        others = [each for each in macs if each != mac]
        return ".".join([number, mac, *others][: 1 + MOST_ACCOUNTS])

    def _mac(self, number: str, player: str, era: str) -> str:
        return derive(self._key, b"device", f"{number} {player} {era}".rstrip().encode())[:MAC_BYTES].hex()


def _parts(cookie: str | None) -> list[str]:
    """The number and the MACs in a cookie; only an empty number for an invalid cookie."""
    return cookie.split(".") if cookie and FORM.fullmatch(cookie) else [""]
