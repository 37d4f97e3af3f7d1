"""What a process is built on: the key comes from the settings or from the data folder."""

from pathlib import Path

import pytest

from replays.opening import KEY_FILE, server_key
from replays.settings import CommonSettings, ConfigurationError


def settings(data: Path, key: bytes | None = None) -> CommonSettings:
    """Return settings with this folder and key."""
    return CommonSettings(None, None, data, key, unsafe_store=False)


def test_the_key_of_the_settings_is_used(tmp_path: Path) -> None:
    """No file is made then."""
    key = bytes([7] * 32)
    assert server_key(settings(tmp_path / "data", key)) == key
    assert list(tmp_path.iterdir()) == []


def test_without_one_the_folder_has_it(tmp_path: Path) -> None:
    """The first process makes the folder and the key, for its owner only; the next one finds it."""
    data = tmp_path / "new" / "data"
    assert server_key(settings(data)) == server_key(settings(data)) != bytes(32)
    assert (data / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_a_key_that_cannot_be_used_is_a_matter_of_configuration(tmp_path: Path) -> None:
    """A file that others may read is refused with the reason."""
    server_key(settings(tmp_path))
    (tmp_path / KEY_FILE).chmod(0o644)
    with pytest.raises(ConfigurationError, match="open to others"):
        server_key(settings(tmp_path))
