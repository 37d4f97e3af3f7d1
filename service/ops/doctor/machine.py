"""Checks of this machine: Python, the packages, the kernel, the settings, the data folder and the keys."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

from kingdomino.kernel import VARIABLE, state
from kingdomino.simulation.tally import kernel_agrees
from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE
from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import KEY_BYTES, key_of_file
from replays.runtime.settings.settings import Settings
from service.ops.doctor.results import CheckResult, fail, ok, warn

DISTRIBUTION = "kingdomino-service"
OLDEST, NEWEST = (3, 11), (3, 13)
SAMPLE = 10
"""The number of games that the kernel and the rules both play for comparison."""

LITTLE_DISK, NO_DISK = 1 << 30, 100 << 20
"""Free bytes: below the first it is time to make room; below the second the embedded store may soon stop."""


def python() -> Iterator[CheckResult]:
    """The version of Python."""
    running = ".".join(map(str, sys.version_info[:3]))
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        yield ok("python", running)
    else:
        yield fail("python", f"this is Python {running}: install one from 3.11 to 3.13")


def packages() -> Iterator[CheckResult]:
    """The installed packages, compared with the requirements of this one."""
    try:
        needed = [Requirement(text) for text in requires(DISTRIBUTION) or ()]
    except PackageNotFoundError:
        yield warn("packages", f"{DISTRIBUTION} is not installed here: `pip install .` lets them be checked")
        return
    wrong = [text for need in needed if (text := _wrong(need))]
    if wrong:
        yield fail("packages", f"{'; '.join(wrong)}: run `pip install -r requirements.txt`")
    else:
        yield ok("packages", f"{len(needed)} are as needed")


def kernel() -> Iterator[CheckResult]:
    """The compiled kernel: it runs, and plays sample games exactly as the rules do."""
    found = state()
    if not found.runs:
        yield ok("kernel", f"the pure rules run, which play the same, slower; {found.why_not}")
    elif kernel_agrees(SAMPLE):
        yield ok("kernel", f"compiled; it played {SAMPLE} games as the rules do")
    else:
        text = "it plays other games than the rules: install the service anew"
        yield fail("kernel", f"{text}; until then set {VARIABLE}=off")


def data_folder(settings: Settings) -> Iterator[CheckResult]:
    """The data folder, as far as something needs it: the embedded store, and keys that no setting gives.

    The embedded store writes there, and needs free space on the disk; existing keys are only read.
    """
    folder, embedded = settings.data, not (settings.redis_url or settings.rq_redis_url)
    files = _key_files(settings)
    if not embedded and not files:
        yield ok("data", "not needed: the stores and both keys are given by settings")
        return
    if not folder.is_dir():
        yield fail("data", f"{folder} is not there: name the folder of this installation as KINGDOMINO_DATA")
        return
    written = embedded or not all(path.exists() for path in files)
    if written and not os.access(folder, os.W_OK | os.X_OK):
        yield fail("data", f"{folder} cannot be written to: give it to the user that the service runs as")
    else:
        yield ok("data", f"{folder}")
    if embedded:
        yield _disk(folder)


def _key_files(settings: Settings) -> list[Path]:
    """The files of the keys that no setting gives."""
    given = {KEY_FILE: settings.key, SIGNING_KEY_FILE: settings.signing_key}
    return [settings.data / name for name, key in given.items() if key is None]


def _disk(folder: Path) -> CheckResult:
    free = shutil.disk_usage(folder).free
    text = f"{folder} has {free / (1 << 30):.1f} GiB free"
    if free < NO_DISK:
        return fail("disk", f"{text}: make room now, a store without any takes no more moves")
    if free < LITTLE_DISK:
        return warn("disk", f"{text}: make room")
    return ok("disk", text)


def keys(settings: Settings) -> Iterator[CheckResult]:
    """Both keys: given by settings, or in files that only their owner can read."""
    yield _key(settings.key, settings.data / KEY_FILE, "KINGDOMINO_KEY")
    yield _key(settings.signing_key, settings.data / SIGNING_KEY_FILE, "KINGDOMINO_SIGNING_KEY")


def _key(given: bytes | None, path: Path, variable: str) -> CheckResult:
    about = path.name
    if given is not None:
        return ok(about, f"given by {variable}")
    try:
        mode = path.stat().st_mode
        content = path.read_bytes()
    except FileNotFoundError:
        return fail(about, f"{path} is not there: restore it, or set {variable}; the first start makes one")
    except OSError as error:
        return fail(about, f"it cannot be looked at ({error}): give it to the user that the service runs as")
    if stat.S_IMODE(mode) & 0o077:
        return fail(about, f"{path} is open to others: `chmod 600 {path}`")
    try:
        key_of_file(content)
    except Unusable as unusable:
        return fail(
            about, f"{path} is {unusable.shown}, no key of {KEY_BYTES} bytes: restore it from a backup"
        )
    return ok(about, str(path))


def _wrong(need: Requirement) -> str | None:
    """The problem with a required package; None if there is none."""
    if need.marker and not need.marker.evaluate({"extra": ""}):
        return None
    try:
        found = Version(version(need.name))
    except PackageNotFoundError:
        return f"{need.name} is missing"
    fits = need.specifier.contains(found, prereleases=True)
    return None if fits else f"{need.name} {found} is not {need.specifier}"
