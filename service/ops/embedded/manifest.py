"""Parses the manifest of a store's log: one line for each file, of names and values in turn.

From Redis 8 on offsets follow the type, so a line need not end with it (`seq 1 type i startoffset 0`).
"""

from dataclasses import dataclass

BASE, COMMANDS, OLD = "b", "i", "h"
"""The types of files: the base, commands since the base, and files that will be deleted."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file of a log: its name, its type, and its line in the manifest."""

    name: str
    kind: str
    line: bytes


def files_of(manifest: bytes) -> list[LogFile]:
    """The files of a manifest, in its order, without lines that have no name or no type."""
    found = []
    for line in manifest.splitlines():
        words = line.decode(errors="replace").split()
        values = dict(zip(words[::2], words[1::2], strict=False))
        if "file" in values and "type" in values:
            found.append(LogFile(values["file"], values["type"], line))
    return found
