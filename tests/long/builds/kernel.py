"""The kernel: thousands of games compared with the rules, a build without a compiler, tests with sanitizers.

Run as `python -m tests.long kernel`. It needs a C compiler with sanitizers, and requirements-build.txt.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from zipfile import ZipFile

from tests.long.run import Case

ROOT = Path(__file__).parents[3]
GAMES = 7200
"""The number of random games that both the kernel and the rules play, over all tables."""
SANITIZED = "-fsanitize=address,undefined"
BUILD = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")
WHEEL = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", ".")


@contextmanager
def kernel() -> Iterator[Iterator[Case]]:
    """One case for each table, then one for each of the two builds."""
    from tests.unit.kingdomino.kernel.test_games import TABLES, assert_same  # noqa: PLC0415 - they need it

    each = GAMES // len(TABLES)
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
        cases = [
            Case(f"{players} {rules}", partial(assert_same, rules, [(0, 0)] * players, each, number))
            for number, (players, rules) in enumerate(TABLES)
        ]
        builds = (without_a_compiler, with_sanitizers)
        cases += [Case(check.__name__, partial(check, Path(folder, check.__name__))) for check in builds]
        yield iter(cases)


def without_a_compiler(folder: Path) -> None:
    """Check that an installation without a compiler has no compiled file and runs in pure Python."""
    _copied(folder)
    _run(folder, *WHEEL, CC="false")
    (built,) = folder.glob("*.whl")
    with ZipFile(built) as archive:
        archive.extractall(folder / "installed")
        assert not [name for name in archive.namelist() if name.endswith((".so", ".c"))]
    program = "from kingdomino.kernel import state; print(state().word)"
    said = _run(folder / "installed", sys.executable, "-c", program, PYTHONPATH=str(folder / "installed"))
    assert said == "pure\n", said


def with_sanitizers(folder: Path) -> None:
    """Check that no test of the kernel accesses memory out of bounds or has undefined behaviour."""
    _copied(folder)
    flags = f"{SANITIZED} -fno-sanitize-recover=undefined -g1"
    _run(folder, *BUILD, CFLAGS=flags, LDFLAGS=SANITIZED)
    libraries = [_run(folder, "gcc", f"-print-file-name=lib{name}.so").strip() for name in ("asan", "ubsan")]
    _run(
        folder,
        *(sys.executable, "-m", "pytest", "--quiet", "tests/unit/kingdomino/kernel"),
        PYTHONPATH=str(folder),
        LD_PRELOAD=" ".join(libraries),
        PYTHONMALLOC="malloc",  # so that objects are between guard zones too
        ASAN_OPTIONS="detect_leaks=0",  # Python itself does not free all memory at its end
        CI="true",  # so that it fails if the kernel is missing
    )


def _copied(folder: Path) -> None:
    for name in ("kingdomino", "replays", "service", "workers", "tests"):
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("*.so", "__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        copy(ROOT / name, folder)


def _run(folder: Path, *command: str, **more: str) -> str:
    ended = subprocess.run(
        command, cwd=folder, env={**os.environ, **more}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
    return ended.stdout
