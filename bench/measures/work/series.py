"""The audit of a series with many games, in CPU time and peak memory, each run in a process of its own.

The peak that `getrusage` reports is inherited by children, so the file is written in another process, too.
"""

import hashlib
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from zipfile import ZipFile

import orjson

from bench.rows import Row, in_turn, seconds
from bench.site import Site
from harness.audit.many_games import cup_parts
from harness.play.cups import cups_declared
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit

PLAYERS = 4


def series(_: Site, count: int) -> Iterator[Row]:
    """Audits the bundle of a series of `count` random games of four; the memory beside that for one game."""
    with TemporaryDirectory() as folder:
        whole, single = Path(folder) / "whole.zip", Path(folder) / "single.zip"
        for file, games in ((whole, count), (single, 1)):
            _child("write", str(file), str(games))
        ours, limit = in_turn(lambda: _child("audited", str(whole))[:1], lambda: _child("hashed", str(whole)))
        yield Row.time("series: audit", "s/1,000 games, CPU", ours * 1000 / count, limit * 1000 / count)
        peak, least = (_child("audited", str(file))[1] for file in (whole, single))
        yield Row.time("series: memory", "MiB", peak, least)


def _child(*arguments: str) -> list[float]:
    command = [sys.executable, "-m", __name__, *arguments]
    found: list[float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603 - our own
    return found


def _write(file: Path, games: int) -> list[float]:
    with file.open("wb") as opened:
        opened.writelines(cup_parts(games, PLAYERS))
    return []


def _audited(file: Path) -> list[float]:
    """The CPU seconds and the peak memory in MiB."""
    begun = process_time()
    with file.open("rb") as opened:
        report = audit(opened)
    taken = process_time() - begun
    if set(report.verdicts.values()) != {Verdict.PASS}:
        raise RuntimeError("the audit did not pass")
    return [taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]


def _hashed(file: Path) -> list[float]:
    """The CPU seconds of parsing and hashing the events of all games."""
    with ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("games/")]
        taken = 0.0
        for name in names:
            with archive.open(name) as game, ZipFile(game) as inner:
                lines = inner.read("events.ndjson").splitlines()
            taken += seconds(lambda lines=lines: _hash(lines), process_time)  # type: ignore[misc]
    return [taken]


def _hash(lines: list[bytes]) -> None:
    for line in lines:
        orjson.loads(line)
        hashlib.sha256(line).digest()


def main(what: str, file: str, games: str = "0") -> None:
    """Do one of these steps, and print its figures."""
    with cups_declared():
        if what == "write":
            figures = _write(Path(file), int(games))
        else:
            figures = {"audited": _audited, "hashed": _hashed}[what](Path(file))
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
