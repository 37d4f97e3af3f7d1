"""How much memory this machine has, or the container that this process runs in."""

import os
from pathlib import Path

CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where a container's limit stands: version 2 of Linux's control groups, and version 1."""


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
