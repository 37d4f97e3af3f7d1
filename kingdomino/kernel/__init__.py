"""The compiled kernel beside the pure rules: whether it runs here, and how it is found."""

import os
from functools import cache
from importlib import import_module
from typing import NamedTuple

VARIABLE = "KINGDOMINO_KERNEL"
"""The environment variable that switches the kernel off, where it is `off`."""

OFF = ("off", "0", "no", "false")

MODULES = ("kingdoms", "tables", "playing", "search")
"""The extension modules; either all of them are there or the rules run in Python."""


class State(NamedTuple):
    """Whether the kernel runs, and a sentence that says why not; empty where it runs."""

    runs: bool
    why_not: str

    @property
    def word(self) -> str:
        """What runs: `compiled` or `pure`."""
        return "compiled" if self.runs else "pure"


@cache
def state() -> State:
    """Whether the kernel runs in this process, as found when first asked; nothing is loaded before."""
    if os.environ.get(VARIABLE, "").strip().lower() in OFF:
        return State(runs=False, why_not=f"{VARIABLE} is off")
    try:
        for name in MODULES:
            import_module(f"{__name__}.{name}")
    except ImportError as error:
        return State(runs=False, why_not=f"it was not built: {error}")
    return State(runs=True, why_not="")
