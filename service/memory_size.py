"""Sizes of memory as settings have them: bytes, or a share of what this machine, or its container, has."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from replays.runtime.settings import SettingError

UNITS = {"mb": 1 << 20, "gb": 1 << 30}
LEAST_BYTES = 32 << 20
"""An empty store takes one megabyte, and each connection some."""
CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where a container's limit stands: version 2 of Linux's control groups, and version 1."""

_SIZE = re.compile(r"([1-9][0-9]{0,5})(mb|gb|%)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MemorySize:
    """So many bytes, or where these are 0 so many percent."""

    bytes: int
    percent: int = 0

    def of(self, memory: int) -> int:
        """How many bytes it is of a machine with so much memory.

        >>> MemorySize(0, 25).of(1 << 30) == MemorySize(256 << 20).of(1 << 30)
        True
        """
        return self.bytes or memory * self.percent // 100


def memory_size(environ: Mapping[str, str], name: str, default: MemorySize) -> MemorySize:
    """The size in a setting; absent or empty is the default.

    >>> memory_size({"KINGDOMINO_STORE_MEMORY": "2gb"}, "KINGDOMINO_STORE_MEMORY", MemorySize(0, 25)).bytes
    2147483648
    """
    text = environ.get(name, "").strip()
    if not text:
        return default
    found = _SIZE.fullmatch(text)
    number, unit = (int(found[1]), found[2].lower()) if found else (0, "")
    if unit == "%" and number <= 90:
        return MemorySize(0, number)
    if unit in UNITS and number * UNITS[unit] >= LEAST_BYTES:
        return MemorySize(number * UNITS[unit])
    least = f"{LEAST_BYTES >> 20}mb"
    raise SettingError(name, repr(text), f"a size such as 512mb or 2gb, {least} or more, or from 1% to 90%")


def memory_here() -> int:
    """The bytes of memory of this machine, or of the container that this process runs in."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *(limit for path in CGROUP_LIMITS if (limit := _limit(path)))])


def _limit(path: Path) -> int | None:
    """The limit in this file; None where there is none, which says `max` or has no file."""
    try:
        text = path.read_text("ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
