"""The releases in docs/organize/organizers.md have the listed checksums: `python -m tests.long release`.

The run needs the repository with its history.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.long.run import Case

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "organize" / "organizers.md"
ROW = re.compile(r"\| (?P<version>[\d.]+) \| `(?P<commit>[0-9a-f]{40})` \| `(?P<sha256>[0-9a-f]{64})` \|")
VECTORS = ("test_corpus.py", "test_audit_vectors.py")
"""Modules of the conformance tests; their folders differ between releases."""


@contextmanager
def release() -> Iterator[Iterator[Case]]:
    """One case for each version."""
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        rows = [found.groupdict() for found in ROW.finditer(PAGE.read_text())]
        yield (Case(row["version"], partial(check, Path(folder, row["version"]), **row)) for row in rows)


def check(folder: Path, version: str, commit: str, sha256: str) -> None:
    """Check that the commit builds the listed archive, and that its program passes `VECTORS`."""
    _run("git", "clone", "--quiet", str(ROOT), str(folder), at=ROOT)
    _run("git", "checkout", "--quiet", commit, at=folder)
    _run(".ci/release", at=folder)
    name = f"kingdomino-service-{version}"
    assert hashlib.sha256((folder / "dist" / f"{name}.tar").read_bytes()).hexdigest() == sha256
    _run("tar", "-xf", f"{name}.tar", at=folder / "dist")
    program = folder / "dist" / name
    vectors = [str(path) for name in VECTORS for path in (program / "tests" / "conformance").rglob(name)]
    assert len(vectors) == len(VECTORS)
    _run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *vectors, at=program)


def _run(*command: str, at: Path) -> None:
    done = subprocess.run(
        command,
        cwd=at,
        env=os.environ | {"PYTHONPATH": str(at)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
