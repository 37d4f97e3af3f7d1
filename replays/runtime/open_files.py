"""The limit of a process on open files, which include connections."""

import resource
from contextlib import suppress

WANTED = 65_536
"""The highest limit to set; none of our processes uses more files."""


def raise_limit() -> None:
    """Raise the limit of this process and its children as far as the system allows, to at most `WANTED`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS has a lower limit of its own; then the limit stays
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit() -> int:
    """The current limit; `WANTED` if there is none."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft
