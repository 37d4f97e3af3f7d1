"""The compiled kernel beside the pure rules: whether it runs in this process, and why not."""

import os
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

VARIABLE = "KINGDOMINO_KERNEL"
"""The environment variable that switches the kernel off if its value is in `OFF`."""

OFF = ("off", "0", "no", "false")

MODULES = (
    "kingdoms",
    "tables",
    "greedy",
    "literature",
    "playing",
    "unlimited",
    "search.camps",
    "search.worlds",
    "search.moves",
    "search.endings",
    "foresight.duels",
    "foresight.zones",
    "foresight.playouts",
    "foresight.search",
)
"""The extension modules; unless all of them are there, the rules run in Python."""


class KernelState(NamedTuple):
    """The state of the kernel: whether it runs, and a sentence with the reason if it does not, else empty."""

    runs: bool
    why_not: str

    @property
    def word(self) -> str:
        """The implementation that runs: `compiled` or `pure`."""
        return "compiled" if self.runs else "pure"


def sources() -> list[Path]:
    """The source files of the modules; they are installed, too."""
    return sorted(path for path in Path(__file__).parent.rglob("*.p??") if path.suffix in {".pyx", ".pxd"})


def digest() -> str:
    """SHA-256 of the sources, in hexadecimal digits; each module stores that of the sources it comes from."""
    return sha256(b"\0".join(path.read_bytes() for path in sources())).hexdigest()


@cache
def state() -> KernelState:
    """The state of the kernel in this process; the modules are loaded by the first call, which is cached.

    Modules that an earlier version left behind, because the present one could not be built, do not run.
    """
    if os.environ.get(VARIABLE, "").strip().lower() in OFF:
        return KernelState(runs=False, why_not=f"{VARIABLE} is off")
    try:
        built_from = {import_module(f"{__name__}.{name}").BUILT_FROM for name in MODULES}
    except (ImportError, AttributeError) as error:
        return KernelState(runs=False, why_not=f"it was not built: {error}")
    if built_from != {digest()}:
        return KernelState(runs=False, why_not="it was not built: what is there comes from other sources")
    return KernelState(runs=True, why_not="")
