"""The manifest of a log is read in the forms of all servers."""

from pathlib import Path

import pytest

from service.ops.embedded.backup import APPEND_ONLY, back_up
from service.ops.embedded.manifest import BASE, COMMANDS, OLD, files_of
from service.ops.embedded.store_damage import LOG_LIST

SEVEN = b"""file a.1.base.rdb seq 1 type b
file a.1.incr.aof seq 1 type h
file a.2.incr.aof seq 2 type i
"""
EIGHT = b"""file a.1.base.rdb seq 1 type b
file a.1.incr.aof seq 1 type h startoffset 0 endoffset 80
file a.2.incr.aof seq 2 type i startoffset 80
"""


@pytest.mark.parametrize("manifest", [SEVEN, EIGHT])
def test_files_have_their_types(manifest: bytes) -> None:
    """Redis 8 and later write offsets after the type."""
    files = [(file.name, file.kind) for file in files_of(b"# a comment\n" + manifest)]
    assert files == [("a.1.base.rdb", BASE), ("a.1.incr.aof", OLD), ("a.2.incr.aof", COMMANDS)]


@pytest.mark.parametrize("manifest", [SEVEN, EIGHT])
def test_a_backup_leaves_out_what_will_be_deleted(manifest: bytes, tmp_path: Path) -> None:
    """A superseded file may vanish during the copy, so neither it nor its line is copied."""
    log = tmp_path / "data" / APPEND_ONLY
    log.mkdir(parents=True)
    (log / LOG_LIST).write_bytes(manifest)
    for name in ("a.1.base.rdb", "a.2.incr.aof"):
        (log / name).touch()
    back_up(tmp_path / "data", tmp_path / "copy")
    copied = {path.name for path in (tmp_path / "copy" / APPEND_ONLY).iterdir()}
    assert copied == {LOG_LIST, "a.1.base.rdb", "a.2.incr.aof"}
    kept = (tmp_path / "copy" / APPEND_ONLY / LOG_LIST).read_bytes()
    assert kept == b"".join(line for line in manifest.splitlines(keepends=True) if b" type h" not in line)
