"""The compiled kernel beside the pure rules: whether it runs here, and how it is found."""

import os
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

VARIABLE = "KINGDOMINO_KERNEL"
"""The environment variable that switches the kernel off, where it is `off`."""

OFF = ("off", "0", "no", "false")

MODULES = (
    "kingdoms",
    "tables",
    "literature",
    "playing",
    "search.camps",
    "search.worlds",
    "search.moves",
)
"""The extension modules; either all of them are there or the rules run in Python."""


class State(NamedTuple):
    """Whether the kernel runs, and a sentence that says why not; empty where it runs."""

    runs: bool
    why_not: str

    @property
    def word(self) -> str:
        """What runs: `compiled` or `pure`."""
        return "compiled" if self.runs else "pure"


def sources() -> list[Path]:
    """The files that the modules are built from, which are installed, too."""
    return sorted(path for path in Path(__file__).parent.rglob("*.p??") if path.suffix in {".pyx", ".pxd"})


def digest() -> str:
    """SHA-256 of the sources, in hexadecimal digits: the modules have that of what they were built from."""
    return sha256(b"\0".join(path.read_bytes() for path in sources())).hexdigest()


@cache
def state() -> State:
    """Whether the kernel runs in this process, as found when first asked; nothing is loaded before.

    Modules that an earlier version left behind, where the present one could not be built, do not run.
    """
    if os.environ.get(VARIABLE, "").strip().lower() in OFF:
        return State(runs=False, why_not=f"{VARIABLE} is off")
    try:
        built_from = {import_module(f"{__name__}.{name}").BUILT_FROM for name in MODULES}
    except (ImportError, AttributeError) as error:
        return State(runs=False, why_not=f"it was not built: {error}")
    if built_from != {digest()}:
        return State(runs=False, why_not="it was not built: what is there comes from other sources")
    return State(runs=True, why_not="")
