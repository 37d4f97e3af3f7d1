"""The wheel that the image installs has every file of the packages that the program needs at run time.

Run as `python -m tests.long wheel`; the wheel is built as in the Dockerfile, with requirements-build.txt.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copy, copytree
from zipfile import ZipFile

from tests.long.run import Case

ROOT = Path(__file__).parents[3]
PACKAGES = ("kingdomino", "replays", "service", "workers")
FOR_TRANSLATORS = {"babel.cfg", "messages.pot"}
"""Files that the program never opens."""


@contextmanager
def wheel() -> Iterator[Iterator[Case]]:
    """Build the wheel; one case for each package."""
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        source = Path(folder, "source")  # copied as in the Dockerfile, because a build leaves files there
        for name in PACKAGES:
            copytree(ROOT / name, source / name)
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            copy(ROOT / name, source)
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            folder,
            ".",
        ]
        subprocess.run(command, cwd=source, check=True)
        (built,) = Path(folder).glob("*.whl")
        with ZipFile(built) as archive:
            names = set(archive.namelist())
        yield (Case(package, partial(check, package, names)) for package in PACKAGES)


def check(package: str, names: set[str]) -> None:
    """Check that the wheel has exactly the files of this package that git lists, and the compiled words."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", package]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = {name for name in listed if Path(name).name not in FOR_TRANSLATORS and (ROOT / name).exists()}
    wanted |= {f"{name[:-3]}.mo" for name in wanted if name.endswith(".po")}
    # The compiled files of the kernel depend on the machine.
    found = {name for name in names if name.startswith(f"{package}/") and not name.endswith(".so")}
    assert found == wanted, (sorted(wanted - found), sorted(found - wanted))
