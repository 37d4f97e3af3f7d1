"""A store with a damaged log is not restarted: one sentence names the damage, the file and the remedy."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis

from harness.processes import free_port
from harness.store.programs import all_programs, id_of
from replays.runtime.settings.errors import EXIT_CONFIGURATION
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import clients
from service.ops.embedded import embedded_store, store_damage
from service.ops.embedded.store_damage import LOG_LIST, StoreDamagedError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the embedded server's wheel")

WRITES = 20
Damage = Callable[[bytes], bytes]


@pytest.fixture(params=all_programs(), ids=id_of, autouse=True)
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the embedded store on each server program found."""
    found: Path = request.param
    monkeypatch.setenv(STORE_PROGRAM.name, str(found))
    return found


@pytest.fixture
def store(tmp_path: Path) -> embedded_store.StoreLocation:
    """Give the location of a store that has ended after `WRITES` transactions."""
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        for number in range(1, WRITES + 1):
            write(client, number)
    return where


def write(client: Redis, number: int) -> None:
    """Write a move like the append script: an entry with its own id and a list entry, in one transaction."""
    with client.pipeline(transaction=True) as pipe:
        pipe.xadd("game", {"e": f"{{'move': {number}}}"}, id=f"{number}-0")
        pipe.hset("listing", "game", str(number))
        pipe.execute()


def log_file(where: embedded_store.StoreLocation) -> Path:
    """The file to which commands are appended."""
    [path] = (where.folder / "appendonlydir").glob("*.incr.aof")
    return path


def change(path: Path, damage: Damage) -> None:
    """Damage a file."""
    path.write_bytes(damage(path.read_bytes()))


def files(where: embedded_store.StoreLocation) -> dict[str, bytes]:
    """The content of the store's files."""
    return {path.name: path.read_bytes() for path in (where.folder / "appendonlydir").iterdir()}


def moves(client: Redis) -> list[bytes]:
    """The ids of the moves."""
    return [entry for entry, _ in client.xrange("game")]  # type: ignore[misc,union-attr]


def nth(text: bytes, words: bytes, number: int) -> int:
    """The offset of the occurrence with this number, from 0, of the words."""
    return [found.start() for found in re.finditer(re.escape(words), text)][number]


def framing(text: bytes) -> bytes:
    """Changes a byte in the middle, in the length of a command."""
    at = nth(text, b"\r\n$4\r\nXADD", WRITES // 2) - 2
    return text[:at] + b"#" + text[at + 1 :]


def length(text: bytes) -> bytes:
    """Changes a length in the middle so that one value takes all that follows: it looks like a torn end."""
    at = nth(text, b"\r\n$1\r\ne\r\n", WRITES // 2)
    return text[:at] + b"\r\n$9000000\r\n" + text[at + len(b"\r\n$1\r\n") :]


def last_length(text: bytes) -> bytes:
    """Changes a length in the last transaction, which was acknowledged and is as short as a torn one."""
    at = nth(text, b"\r\n$1\r\ne\r\n", WRITES - 1)
    return text[:at] + b"\r\n$900\r\n" + text[at + len(b"\r\n$1\r\n") :]


def command(text: bytes) -> bytes:
    """Changes the name of a command in the middle."""
    at = nth(text, b"XADD", WRITES // 2)
    return text[:at] + b"YADD" + text[at + 4 :]


def zeros(text: bytes) -> bytes:
    """Adds a block of zeros at the end, as file systems leave it."""
    return text + bytes(4096)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("damage", [framing, length, last_length, command, zeros])
def test_a_damaged_log_is_one_sentence_and_left_as_it_is(
    store: embedded_store.StoreLocation, damage: Damage
) -> None:
    """The error names the file, the byte if known, and the page, but no data; the files do not change."""
    path = log_file(store)
    change(path, damage)
    before = files(store)
    said = why_it_ended(store)
    assert said.startswith(f"the store's log is damaged: {path} cannot be read")
    assert said.endswith(
        "Nothing was changed; docs/operate/backup.md#when-the-stores-log-is-damaged says what is lost and "
        "what to do"
    )
    if damage is not command:
        assert re.search(rf"from byte \d+ of {path.stat().st_size} on", said)
    assert "'move'" not in said
    assert files(store) == before


@pytest.mark.sampled(2)
def test_serve_ends_where_the_log_is_damaged(store: embedded_store.StoreLocation) -> None:
    """`serve` ends with that sentence and exit code 78, and does not restart the store."""
    change(log_file(store), framing)
    before = files(store)
    clean = {name: text for name, text in os.environ.items() if not name.endswith("REDIS_URL")}
    environ = {**clean, "KINGDOMINO_DATA": str(store.folder.parent), "PORT": str(free_port())}
    command = [sys.executable, "-m", "service.cli.main", "serve"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == EXIT_CONFIGURATION, done
    [said] = [line for line in done.stderr.splitlines() if "damaged" in line]
    assert f"store: the store's log is damaged: {log_file(store)} cannot be read from byte" in said
    assert "starting it again" not in done.stderr
    assert files(store) == before


def why_it_ended(where: embedded_store.StoreLocation) -> str:
    """The error of a store that does not start."""
    process = embedded_store.start(where)
    with pytest.raises(embedded_store.StoreFailedError):
        embedded_store.wait_until_ready(where, process)
    process.wait()
    with pytest.raises(StoreDamagedError) as refused:
        embedded_store.recover(where)
    return str(refused.value)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("cut", [1, 8, 60, 120])
def test_a_torn_end_is_cut_off_and_kept(store: embedded_store.StoreLocation, cut: int) -> None:
    """The rest of a write torn by a power cut is moved away as a whole; earlier and later moves are stored.

    A server's own repair (`aof-load-truncated yes`) leaves the start of the transaction in the file, up to
    Redis 7.0; the next acknowledged move is then lost in the next start.
    """
    path = log_file(store)
    whole = path.read_bytes()
    os.truncate(path, len(whole) - cut)
    with embedded_store.running(store.folder.parent) as where, clients.writer(where.url()) as client:
        assert moves(client) == [f"{number}-0".encode() for number in range(1, WRITES)]
        write(client, WRITES)
    [kept] = (store.folder / "cut-off").iterdir()
    begin = int(kept.name.split(".")[-2])
    assert whole[:begin] + kept.read_bytes() == whole[: len(whole) - cut]
    with embedded_store.running(store.folder.parent) as where, clients.writer(where.url()) as client:
        assert moves(client) == [f"{number}-0".encode() for number in range(1, WRITES + 1)]
        assert client.hget("listing", "game") == str(WRITES).encode()


def test_the_base_of_the_log_may_be_damaged_too(store: embedded_store.StoreLocation) -> None:
    """A damaged base, a damaged manifest and a missing file are each named, and nothing starts empty."""
    [base] = (store.folder / "appendonlydir").glob("*.base.rdb")
    good = files(store)
    for path, damage in (
        (base, lambda text: text[:40] + bytes([text[40] ^ 0xFF]) + text[41:]),
        (base.with_name(LOG_LIST), lambda _text: b"nonsense\n"),
        (log_file(store), None),
    ):
        path.unlink() if damage is None else change(path, damage)
        before = files(store)
        process = embedded_store.start(store)
        with pytest.raises(embedded_store.StoreFailedError):
            embedded_store.wait_until_ready(store, process)
        process.wait()
        with pytest.raises(
            StoreDamagedError, match=r"the store's log is damaged, or a newer .*appendonlydir/"
        ):
            embedded_store.recover(store)
        assert files(store) == before
        path.write_bytes(good[path.name])


def test_a_command_that_is_passed_over_is_found(store: embedded_store.StoreLocation) -> None:
    """A command that the server skips, here for a changed id, is found in the server's log."""
    text = log_file(store).read_bytes()
    at = nth(text, b"-0\r\n", WRITES // 2)
    change(log_file(store), lambda text: text[:at] + b"zz" + text[at + 2 :])
    with embedded_store.running(store.folder.parent) as where:
        [words] = store_damage.passed_over(where.log_file)
        assert "Invalid stream ID" in words


def test_a_healthy_store_has_nothing_to_recover(store: embedded_store.StoreLocation) -> None:
    """After a regular end, and after a kill, a healthy store reports nothing and changes nothing."""
    before = files(store)
    assert embedded_store.recover(store) is None
    process = embedded_store.start(store)
    embedded_store.wait_until_ready(store, process)
    process.kill()
    process.wait()
    assert embedded_store.recover(store) is None
    after = files(store) | {LOG_LIST: before[LOG_LIST]}  # Redis 8 itself has written another offset into it
    assert after == before
    assert store_damage.passed_over(store.log_file) == []
