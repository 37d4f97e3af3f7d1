"""Processes that kill themselves at a chosen point: `kill -9`, with no time for anything."""

import os
import signal
from collections.abc import Callable
from typing import Any, NoReturn

POINTS = ("before", "after")
"""Where a process dies: just before what it does, or just after it."""


def dies(do: Callable[[], object]) -> bool:
    """Do this in a process of its own; whether it was killed on the way."""
    pid = os.fork()
    if pid == 0:
        try:
            do()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def die_at(owner: object, method: str, point: str) -> None:
    """Let this process be killed just before or just after the owner does this for the first time."""
    done: Callable[..., Any] = getattr(owner, method)

    def do_and_die(*args: Any, **kwargs: Any) -> NoReturn:
        if point == "after":
            done(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    owner.__dict__[method] = do_and_die
