"""Where the Chromium is that the browser tests run in, and how to get one."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows and tabs to draw: a visit costs a third less."""
GET_SECONDS = 300

SWITCHED_OFF = (
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
"""Features that tests do without. Only the last such list counts, so those of Playwright's that matter stand
here too. The suggestions of the address bar have a process of their own, dearer than a whole page."""

ARGUMENTS = (
    f"--disable-features={','.join(SWITCHED_OFF)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Which = Callable[[str], str | None]
Run = Callable[[Sequence[str]], None]


def executable(own: Path, which: Which = shutil.which, run: Run | None = None) -> Path:
    """The Chromium on PATH; where there is none, Playwright's `own`, or Debian's package, is fetched first.

    Raises RuntimeError, which says how to get one, where both fail.
    """
    with _one_at_a_time():
        found = _found(own, which)
        for command in _ways(which):
            if found is not None:
                break
            (run or _run)(command)
            found = _found(own, which)
    if found is None:
        message = (
            f"The browser tests need a Chromium; none of {', '.join(NAMES)} is on PATH, and none could be"
            " fetched. Debian: apt-get install chromium. Elsewhere: .venv/bin/playwright install chromium"
        )
        raise RuntimeError(message)
    return found


def _found(own: Path, which: Which) -> Path | None:
    on_path = next(filter(None, map(which, NAMES)), None)
    if on_path is not None:
        return Path(on_path)
    return own if own.exists() else None


def _ways(which: Which) -> Iterator[Sequence[str]]:
    yield [sys.executable, "-m", "playwright", "install", "chromium"]
    if os.getuid() == 0 and which("apt-get"):
        yield ["apt-get", "update", "-qq"]
        yield ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]


def _run(command: Sequence[str]) -> None:
    """Run a command that may fail: what counts is whether there is a Chromium afterwards."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            command,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=GET_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let one of several pytest processes look and fetch while the others wait."""
    with (Path(tempfile.gettempdir()) / f"kingdomino-chromium-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
