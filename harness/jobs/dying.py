"""Processes that kill themselves at a chosen point, as by `kill -9`, without any cleanup."""

import os
import signal
from collections.abc import Callable
from typing import Any, NoReturn

POINTS = ("before", "after")
"""The points at which a process dies: just before a call, or just after it."""


def dies(do: Callable[[], object]) -> bool:
    """Run this in a process of its own; True if that process was killed on the way."""
    pid = os.fork()
    if pid == 0:
        try:
            do()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def die_at(owner: object, method: str, point: str) -> None:
    """Let this process be killed just before or just after the first call of the owner's method."""
    done: Callable[..., Any] = getattr(owner, method)

    def do_and_die(*args: Any, **kwargs: Any) -> NoReturn:
        if point == "after":
            done(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    owner.__dict__[method] = do_and_die
