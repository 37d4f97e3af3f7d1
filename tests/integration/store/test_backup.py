"""Backups of a store that is written to and rewrites its files meanwhile, loaded by another store."""

import shutil
from collections.abc import Container, Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from redis import Redis

from harness.waiting import eventually
from replays.store import clients
from service.cli.installation.backup import backup
from service.ops.embedded import embedded_store
from service.ops.embedded.backup import APPEND_ONLY, BackupError, back_up
from service.ops.embedded.backup import _copied as copied
from service.ops.embedded.store_damage import LOG_LIST


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Redis]:
    """Give the running store of a data folder."""
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        yield client


class Rewriting:
    """Copies files like a backup, but makes the store write and rewrite its files before some of them."""

    def __init__(self, store: Redis, before: Container[int]) -> None:
        self._store = store
        self._before = before
        self._calls = count()

    def __call__(self, source: Path, target: Path) -> bool:
        """Copy a file; returns whether it existed."""
        if next(self._calls) in self._before:
            manifest = (source.parent / LOG_LIST).read_bytes()
            self._store.incr("written meanwhile")
            self._store.bgrewriteaof()
            eventually(lambda: self._is_over(source.parent, manifest))
        return copied(source, target)

    def _is_over(self, folder: Path, manifest: bytes) -> bool:
        busy = self._store.info("persistence")["aof_rewrite_in_progress"]
        return not busy and (folder / LOG_LIST).read_bytes() != manifest


@pytest.mark.parametrize("before", [{0}, {1}, {0, 1, 3}])
def test_a_copy_has_all_that_was_acknowledged_before(
    before: set[int], store: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy has all acknowledged writes, whenever the store rewrites its files meanwhile."""
    store.set("acknowledged", "before")
    monkeypatch.setattr("service.ops.embedded.backup._copied", Rewriting(store, before))
    back_up(tmp_path / "data", tmp_path / "copy")
    with embedded_store.running(tmp_path / "copy") as where, clients.reader(where.url()) as copy:
        assert copy.mget("acknowledged", "written meanwhile") == [b"before", str(len(before)).encode()]


def test_a_command_cut_off_at_the_end_was_never_acknowledged(store: Redis, tmp_path: Path) -> None:
    """A copy that ends in the middle of a write has all writes before it."""
    store.set("acknowledged", "before")
    back_up(tmp_path / "data", tmp_path / "copy")
    with next((tmp_path / "copy" / APPEND_ONLY).glob("*.incr.aof")).open("ab") as newest:
        newest.write(b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$4\r\nhalf\r\n$1\r\n1\r\n*3\r\n$3\r\nSE")
    with embedded_store.running(tmp_path / "copy") as where, clients.reader(where.url()) as copy:
        assert copy.mget("acknowledged", "half") == [b"before", None]


def test_a_store_that_never_rests_is_named(
    store: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If every attempt is overtaken by a rewrite, there is no copy, and the error says so."""
    monkeypatch.setattr("service.ops.embedded.backup._copied", Rewriting(store, range(100)))
    monkeypatch.setattr("service.ops.embedded.backup.ATTEMPTS", 2)
    with pytest.raises(BackupError, match="rewrote its files 2 times"):
        back_up(tmp_path / "data", tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


def test_the_command_copies_store_and_keys(
    store: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is private; what it does not contain is printed; an existing folder is not touched."""
    data, target = tmp_path / "data", tmp_path / "copy"
    (data / "server.key").write_bytes(bytes(32))
    (data / "server.key").chmod(0o600)
    monkeypatch.setenv("KINGDOMINO_DATA", str(data))
    monkeypatch.setenv("KINGDOMINO_ARCHIVE_URL", "file:///archive")
    first, second = (CliRunner().invoke(backup, [str(target)]) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "file:///archive" in first.output
    assert (target / "server.key").read_bytes() == bytes(32)
    modes = {path.stat().st_mode & 0o077 for path in (target, target / "store", target / "server.key")}
    assert modes == {0}
    assert second.exit_code == 1
    assert f"{target} is there already" in second.output


def test_a_store_that_is_not_in_use_is_not_copied(
    store: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an external server the backup is refused: an embedded store in the folder has other games."""
    monkeypatch.setenv("KINGDOMINO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("REDIS_URL", "redis://store.example/0")
    refused = CliRunner().invoke(backup, [str(tmp_path / "copy")])
    assert refused.exit_code == 1
    assert "the log is on the server of REDIS_URL" in refused.output
    assert not list(tmp_path.glob("copy*"))


def test_what_a_killed_backup_left_is_named(store: Redis, tmp_path: Path) -> None:
    """The rest of a killed backup is reported and not touched: another backup may be running there."""
    left = tmp_path / "copy.part"
    (left / "store").mkdir(parents=True)
    with pytest.raises(BackupError, match=rf"{left} was left by a run that was killed"):
        back_up(tmp_path / "data", tmp_path / "copy")
    assert (left / "store").is_dir()
    left.joinpath("store").rmdir()
    left.rmdir()
    back_up(tmp_path / "data", tmp_path / "copy")


def test_a_damaged_store_is_not_taken_for_whole(store: Redis, tmp_path: Path) -> None:
    """A file of the manifest that is missing is named, and no copy remains."""
    broken = tmp_path / "broken"
    shutil.copytree(tmp_path / "data" / APPEND_ONLY, broken / APPEND_ONLY)
    next((broken / APPEND_ONLY).glob("*.base.rdb")).unlink()
    with pytest.raises(BackupError, match=r"appendonly\.aof\.1\.base\.rdb is missing"):
        back_up(broken, tmp_path / "copy")
    with pytest.raises(BackupError, match="no store in"):
        back_up(tmp_path / "elsewhere", tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))
