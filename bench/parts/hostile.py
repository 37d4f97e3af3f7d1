"""The cost of audits of hostile files: CPU time and peak memory, each in its own process.

The peak that `getrusage` reports is inherited by children, so files are created in other processes, too.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from harness.audit.hostile import HOSTILE
from replays.audit.verifier import audit


class Cost(NamedTuple):
    """The audit of one file: its name and MiB, CPU seconds, peak memory in MiB, and the codes found."""

    name: str
    size: float
    seconds: float
    memory: float
    codes: list[str]


def costs(size: int) -> Iterator[Cost]:
    """The cost of each hostile file of about this size in bytes."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "hostile.zip"
        for name in HOSTILE:
            _child("make", str(file), name, str(size))
            yield Cost(name, file.stat().st_size / 2**20, *json.loads(_child("audit", str(file))))


def _child(*arguments: str) -> str:
    command = [sys.executable, "-m", __name__, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own


def _audit(file: Path) -> None:
    content = file.read_bytes()
    begun = time.process_time()
    report = audit(content)
    seconds = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, peak, sorted({finding.code for finding in report.findings})]))


def main(what: str, file: str, name: str = "", size: str = "") -> None:
    """Create a file, or audit one and print its cost."""
    if what == "make":
        Path(file).write_bytes(HOSTILE[name](int(size)))
    else:
        _audit(Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
