"""The Chromium in which browser tests run: finding and installing it."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows and tabs to draw: a visit takes a third less time."""
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
"""Features that tests do not need.

Chromium uses only the last such list, so the relevant features in Playwright's list are repeated here. The
suggestions of the address bar have a process of their own, which costs more than a whole page.
"""

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
    """The Chromium on PATH; if there is none, Playwright's `own`, or Debian's package, is installed first.

    Raises RuntimeError, with the commands that install one, if both fail.
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


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a running Chromium, for what is no test; tests have the one of their session."""
    with sync_playwright() as playwright:
        path = executable(Path(playwright.chromium.executable_path))
        browser = playwright.chromium.launch(
            executable_path=path, args=ARGUMENTS, chromium_sandbox=os.getuid() != 0
        )
        yield browser
        browser.close()


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
    """Run a command that may fail: only the presence of a Chromium afterwards counts."""
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
    """Let one of several pytest processes search and install while the others wait."""
    with (Path(tempfile.gettempdir()) / f"kingdomino-chromium-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
