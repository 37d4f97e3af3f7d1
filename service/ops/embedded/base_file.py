"""Tells which server program wrote the base file of a log, and which program is to read it.

A base file (RDB) begins with `REDIS` and four digits, or `VALKEY` and three, its format's version; then comes
the name and version of the program (Valkey's src/rdb.c). A program refuses a format newer than its own, and
one that does not know `VALKEY` takes the file for damaged commands.
"""

import re
import subprocess
from pathlib import Path

HEAD_BYTES = 64
VERSION_SECONDS = 10.0
_HEAD = re.compile(
    rb"(?:REDIS\d|VALKEY)(?P<format>\d{3})\xfa.(?P<name>valkey|redis)-ver.(?P<version>[0-9.]+)", re.DOTALL
)
_VERSION = re.compile(r"(?P<name>Valkey|Redis) server v=(?P<version>[0-9.]+)")
_FORMAT_REFUSED = ("Bad file format", "Can't handle RDB format version", "Wrong signature")
"""The first words of the messages of a server that does not know the format of a base file."""


def written_by_another(path: Path, words: str, program: Path) -> str | None:
    """The two programs, if this one refused the base file for its format; None if the file is damaged.

    `words` are the server's own, about a log whose base file is at `path`.
    """
    if not words.startswith(_FORMAT_REFUSED):
        return None
    try:
        with path.open("rb") as file:
            head = _HEAD.match(file.read(HEAD_BYTES))
    except OSError:
        return None
    if head is None:
        return None
    writer = f"{head['name'].decode().capitalize()} {head['version'].decode()}"
    return f"{writer} wrote {path} (format {int(head['format'])}), and {_shown(program)} cannot read that"


def _shown(program: Path) -> str:
    """The name and version of a server program, or its path if it does not tell."""
    try:
        command = [str(program), "--version"]
        done = subprocess.run(command, capture_output=True, timeout=VERSION_SECONDS, check=False)  # noqa: S603 - the operator's own program
    except (OSError, subprocess.TimeoutExpired):
        return str(program)
    found = _VERSION.search(done.stdout.decode(errors="replace"))
    return f"{found['name']} {found['version']}" if found else str(program)
