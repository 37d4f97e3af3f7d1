"""The memory of this machine, or of the container that this process runs in."""

import os
from pathlib import Path

CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""The files with a container's limit: version 2 of Linux's control groups, and version 1."""


def memory_here() -> int:
    """The memory of this machine in bytes, or that of the container if it is less."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *(limit for path in CGROUP_LIMITS if (limit := _limit(path)))])


def _limit(path: Path) -> int | None:
    """The limit in this file in bytes; None without a limit, which is `max` or a missing file."""
    try:
        text = path.read_text("ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
