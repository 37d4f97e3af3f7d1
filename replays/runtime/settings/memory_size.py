"""Sizes of memory in settings: bytes, or a share of the machine's memory."""

import re
from dataclasses import dataclass

from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import ValueKind

UNITS = {"mb": 1 << 20, "gb": 1 << 30}
LEAST_BYTES = 32 << 20
"""The smallest size. An empty store takes one megabyte, and each connection some more."""
MOST_PERCENT = 90

_SIZE = re.compile(r"([1-9][0-9]{0,5})(mb|gb|%)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MemorySize:
    """A number of bytes or, if `bytes` is 0, a percentage of a machine's memory."""

    bytes: int
    percent: int = 0

    def of(self, memory: int) -> int:
        """The size in bytes on a machine with `memory` bytes.

        >>> MemorySize(0, 25).of(1 << 30) == MemorySize(256 << 20).of(1 << 30)
        True
        """
        return self.bytes or memory * self.percent // 100


def _size(text: str) -> MemorySize:
    found = _SIZE.fullmatch(text)
    number, unit = (int(found[1]), found[2].lower()) if found else (0, "")
    if unit == "%" and number <= MOST_PERCENT:
        return MemorySize(0, number)
    if unit in UNITS and number * UNITS[unit] >= LEAST_BYTES:
        return MemorySize(number * UNITS[unit])
    raise Unusable(repr(text))


_LEAST = f"{LEAST_BYTES >> 20}mb"

MEMORY_SIZE = ValueKind(
    f"a size such as 512mb or 2gb, {_LEAST} or more, or from 1% to {MOST_PERCENT}%",
    f"size from {_LEAST}, or 1% to {MOST_PERCENT}%",
    _size,
)
