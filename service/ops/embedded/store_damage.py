"""Finds out why the embedded store's server could not load its log, and cuts off a torn end.

The server is started with `aof-load-truncated no`, because its own truncation loses moves. If a byte of a
length has changed, it takes everything after that for the end of one command and deletes it. And Redis 7.0
leaves the beginning of a half-written transaction in the file, which then swallows the next acknowledged one;
Valkey did so until valkey-io/valkey#4342.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from replays.runtime import disk
from replays.runtime.settings.errors import ConfigurationError
from service.ops.embedded.base_file import written_by_another
from service.ops.embedded.manifest import BASE, COMMANDS, files_of

PAGE = "docs/operate/backup.md#when-the-stores-log-is-damaged"
MOVING = "docs/operate/moving.md#downgrading"
LOG_FOLDER, LOG_LIST = "appendonlydir", "appendonly.aof.manifest"
CHECK_PROGRAM = "redis-check-aof"
"""The name under which the server program, Redis or Valkey, checks a log and truncates it (`--fix`)."""
CHECK_SECONDS = 600.0
CUT_OFF = "cut-off"
"""The folder, inside the store's folder, for the parts that were cut off."""
MOST_TORN = 1 << 20
"""The largest torn end in bytes; no write of the service is larger, so a longer end is damage."""
END_OF_TRANSACTION = b"\r\n$4\r\nEXEC\r\n"
RECENT_BYTES = 1 << 18
"""The number of bytes that are read from the end of the server's log; a failed run writes much less."""

_STARTED = "oO0OoO0OoO0Oo"
_PREFIX = re.compile(r"^\d+:[A-Z] .*? [#*.-] ")
_TORN = re.compile(r"(?P<words>Unexpected end of file) reading the append only file (?P<file>\S+?)\. ")
_DAMAGED = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<words>Bad file format) reading the append only file (?P<file>[^:]+):",
        r"(?P<words>Unknown command '[^']*') reading the append only file (?P<file>\S+)",
        r"Error reading the append only file (?P<file>[^,]+), error: (?P<words>[^',]+(?:'[^']*')?)",
        r"Unrecoverable error reading the append only file (?P<file>[^:]+): (?P<words>[^']+)",
        r"(?P<words>Error reading the RDB (?:base file|preamble of the AOF file)) (?P<file>\S+),",
        r"(?P<words>Wrong RDB checksum|Internal error in RDB reading|Can't handle RDB format version \d+)",
        r"(?P<words>Wrong signature trying to load DB from file)",
        r"(?P<words>Unable to obtain the AOF file (?P<file>\S+) length)",
        r"(?P<words>The AOF file (?P<file>\S+) doesn't exist)",
        r"(?P<words>FATAL AOF MANIFEST FILE ERROR)",
    )
)
_PASSED_OVER = re.compile(r"== CRITICAL == .*its AOF-loading-client: '(?P<words>[^']*)'")
_ANALYZED = re.compile(rb"AOF analyzed: .*size=(\d+), ok_up_to=(\d+)")


class StoreDamagedError(ConfigurationError):
    """The store's log is damaged and cannot be loaded; retrying does not help."""


class StoreFormatError(ConfigurationError):
    """Another server program wrote the store's log, in a format that this one does not know."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a file of the log, and the length of its intact beginning, in bytes."""

    size: int
    whole: int


def mend(folder: Path, said: Path, program: Path) -> str | None:
    """Cut off a torn end of an ended server's log; returns a description of that, None if nothing was done.

    `folder` is the store's folder, `said` the server's log output, `program` the server program. If the log
    is damaged, raises `StoreDamagedError`, and if another program wrote it in a format that this one does not
    know, `StoreFormatError`; both change nothing.
    """
    for line in _last_run(said):
        if torn := _TORN.search(line):
            return _without_torn_end(folder, torn["file"], program)
        if found := next(filter(None, (pattern.search(line) for pattern in _DAMAGED)), None):
            file = found.groupdict().get("file") or LOG_LIST
            _refuse_another_format(folder / LOG_FOLDER, file, found["words"], program)
            raise _damaged(folder / LOG_FOLDER / file, found["words"], program)
    return None


def passed_over(said: Path) -> list[str]:
    """The server's messages, in its current run, about commands in its log that it could not execute."""
    return [found["words"] for line in _last_run(said) if (found := _PASSED_OVER.search(line))]


def check(program: Path, path: Path) -> Extent | None:
    """The intact extent of a file of commands, by the server's own tool; None if the tool cannot say."""
    found = _ANALYZED.search(_run_check(program, str(path)))
    return Extent(int(found[1]), int(found[2])) if found else None


def _without_torn_end(folder: Path, file: str, program: Path) -> str | None:
    """Cut off an incomplete write at the end of the last file, and save what is cut off.

    An interrupted write was not acknowledged. It is the beginning of one command or transaction: an end that
    is longer, or contains the end of a transaction, was damaged later and is refused.
    """
    path = folder / LOG_FOLDER / file
    extent = check(program, path)
    if extent is not None and extent.whole == extent.size:
        return None
    if extent is None or not _is_last(path) or extent.size - extent.whole > MOST_TORN:
        raise _damaged(path, "Unexpected end of file", program)
    with path.open("rb") as log:
        log.seek(extent.whole)
        end = log.read()
    if END_OF_TRANSACTION in end:
        raise _damaged(path, "Unexpected end of file", program)
    kept = folder / CUT_OFF / f"{file}.{extent.whole}.{time.time_ns()}"
    kept.parent.mkdir(mode=0o700, exist_ok=True)
    disk.create(kept, end)
    _run_check(program, "--fix", str(path))
    disk.flush(path)
    if path.stat().st_size != extent.whole:
        raise _damaged(path, "Unexpected end of file, which could not be cut off", program)
    return (
        f"its log {path} ended in the middle of a write, as after a power cut: the last {len(end)} bytes, "
        f"from byte {extent.whole} on, were cut off and are kept in {kept} ({PAGE})"
    )


def _refuse_another_format(log: Path, file: str, words: str, program: Path) -> None:
    """Raise `StoreFormatError` if the base file has a format that this program does not know.

    `file` is the file that the server named, or the list if it named none.
    """
    for name in _listed(log, BASE):
        if file not in (name, LOG_LIST):
            continue
        if programs := written_by_another(log / name, words, program):
            raise StoreFormatError(
                f"{programs}. Nothing was damaged or changed: start that program or a newer one "
                f"(KINGDOMINO_STORE_PROGRAM), or move the games to this one ({MOVING})"
            )


def _damaged(path: Path, words: str, program: Path) -> StoreDamagedError:
    """The error for the operator: which file is damaged, from which byte, and what to do."""
    where, or_else = "", ""
    if path.name.endswith(".incr.aof") and path.exists():
        extent = check(program, path)
        if extent and extent.whole < extent.size:
            where = f" from byte {extent.whole} of {extent.size} on"
    else:
        or_else = ", or a newer server program wrote it"
    return StoreDamagedError(
        f"the store's log is damaged{or_else}: {path} cannot be read{where} ({words}). Nothing was changed; "
        f"{PAGE} says what is lost and what to do"
    )


def _run_check(program: Path, *arguments: str) -> bytes:
    """The output of the server's checking tool, which is the server program started by another name."""
    command = [CHECK_PROGRAM, *arguments]
    done = subprocess.run(  # noqa: S603  (the server's own tool, no shell)
        command, executable=program, input=b"y\n", capture_output=True, timeout=CHECK_SECONDS, check=False
    )
    return done.stdout


def _is_last(path: Path) -> bool:
    """True if this is the last file of the log, to which new commands were appended."""
    return _listed(path.parent, COMMANDS)[-1:] == [path.name]


def _listed(log: Path, kind: str) -> list[str]:
    """The files of one kind in the log's manifest."""
    try:
        manifest = (log / LOG_LIST).read_bytes()
    except OSError:
        return []
    return [file.name for file in files_of(manifest) if file.kind == kind]


def _last_run(said: Path) -> Iterator[str]:
    """The lines of the server's last run, without their prefixes."""
    try:
        with said.open("rb") as file:
            file.seek(max(0, said.stat().st_size - RECENT_BYTES))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return
    starts = [number for number, line in enumerate(lines) if _STARTED in line]
    yield from (_PREFIX.sub("", line) for line in lines[starts[-1] if starts else 0 :])
