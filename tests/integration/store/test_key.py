"""A store's seeds are encrypted with one key; a process with another key is refused at its start."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from harness.processes import free_port
from replays.bootstrap import FINGERPRINT, KEY_FILE, check_key, fingerprint, server_key
from replays.runtime.settings.errors import EXIT_CONFIGURATION, ConfigurationError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.ops.embedded import embedded_store


def settings(data: Path, key: bytes | None = None) -> Settings:
    """The settings with this data folder and key."""
    environ = {"KINGDOMINO_DATA": str(data), **({"KINGDOMINO_KEY": key.hex()} if key else {})}
    return Settings.from_environ(environ)


def test_the_first_key_stays_the_key(store: Redis, tmp_path: Path) -> None:
    """The same key file is accepted again, another key is refused."""
    check_key(store, settings(tmp_path))
    check_key(store, settings(tmp_path))
    with pytest.raises(ConfigurationError, match=r"restore .*server\.key"):
        check_key(store, settings(tmp_path, bytes(32)))


def test_a_missing_key_is_refused_and_none_is_written(store: Redis, tmp_path: Path) -> None:
    """A store with a known key does not start with a new one: the error says what to restore."""
    check_key(store, settings(tmp_path / "first"))
    kept = (tmp_path / "first" / KEY_FILE).read_bytes()
    for data in (tmp_path / "first", tmp_path / "never" / "there"):
        (data / KEY_FILE).unlink(missing_ok=True)
        with pytest.raises(
            ConfigurationError, match=rf"{data}/server\.key is missing, .*restore it .*cannot go on"
        ):
            check_key(store, settings(data))
        assert not data.exists() or list(data.iterdir()) == []
    (tmp_path / "first" / KEY_FILE).touch(0o600)
    (tmp_path / "first" / KEY_FILE).write_bytes(kept)
    check_key(store, settings(tmp_path / "first"))


def test_processes_that_start_at_once_agree_on_the_first_key(store: Redis, tmp_path: Path) -> None:
    """Simultaneous first starts on one folder are all accepted, with the same key."""
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: check_key(store, settings(tmp_path)), range(32)))
    assert store.get(FINGERPRINT) == fingerprint(server_key(settings(tmp_path))).encode()


@pytest.mark.long
def test_serve_refuses_a_restored_store_without_its_key(tmp_path: Path) -> None:
    """`serve` on a store whose key is missing ends with the error, and creates no key."""
    data = tmp_path / "data"
    with embedded_store.running(data) as where, clients.writer(where.url()) as client:
        check_key(client, settings(data))
    (data / KEY_FILE).unlink()
    clean = {name: text for name, text in os.environ.items() if not name.endswith("REDIS_URL")}
    environ = {**clean, "KINGDOMINO_DATA": str(data), "PORT": str(free_port()), "KINGDOMINO_KEY": ""}
    command = [sys.executable, "-m", "service.cli.main", "serve"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == EXIT_CONFIGURATION
    assert f"{data}/server.key is missing" in done.stdout + done.stderr
    assert not (data / KEY_FILE).exists()
