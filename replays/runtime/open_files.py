"""How many files, connections among them, a process may have open."""

import resource
from contextlib import suppress

WANTED = 65_536
"""More than this none of our processes uses."""


def raise_limit() -> None:
    """Allow this process and those that it starts as many as the system lets them have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS has a lower limit of its own; then it stays as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit() -> int:
    """How many there may be."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft
