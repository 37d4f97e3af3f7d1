"""A store's seeds are sealed with one key; a process with another is refused at its start."""

from pathlib import Path

import pytest
from redis import Redis

from replays.opening import check_key
from replays.settings import CommonSettings, ConfigurationError


def settings(data: Path, key: bytes | None = None) -> CommonSettings:
    """The settings with this data folder and key."""
    environ = {"KINGDOMINO_DATA": str(data), **({"KINGDOMINO_KEY": key.hex()} if key else {})}
    return CommonSettings.from_environ(environ)


def test_the_first_key_stays_the_key(store: Redis, tmp_path: Path) -> None:
    """The same key file is welcome again; another key is refused, and so is a new file after a loss."""
    check_key(store, settings(tmp_path))
    check_key(store, settings(tmp_path))
    with pytest.raises(ConfigurationError, match=r"restore .*server\.key"):
        check_key(store, settings(tmp_path, bytes(32)))
    (tmp_path / "server.key").unlink()
    with pytest.raises(ConfigurationError, match="cannot go on"):
        check_key(store, settings(tmp_path))
