"""The keys of a process come from the settings or from the data folder."""

from pathlib import Path

import pytest

from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE, open_signer, server_key
from replays.encoding.signing import Signer
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import Settings


def settings(data: Path, key: bytes | None = None, signing_key: bytes | None = None) -> Settings:
    """Return settings with this folder and these keys."""
    return Settings(data=data, key=key, signing_key=signing_key)


def test_the_key_of_the_settings_is_used(tmp_path: Path) -> None:
    """No key file is created."""
    key = bytes([7] * 32)
    assert server_key(settings(tmp_path / "data", key)) == key
    assert list(tmp_path.iterdir()) == []


def test_without_one_the_folder_has_it(tmp_path: Path) -> None:
    """The first process creates the folder and the key, readable by its owner only; the next one reads it."""
    data = tmp_path / "new" / "data"
    assert server_key(settings(data)) == server_key(settings(data)) != bytes(32)
    assert (data / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_a_key_that_cannot_be_used_is_a_matter_of_configuration(tmp_path: Path) -> None:
    """A key file that others may read is refused with the reason."""
    server_key(settings(tmp_path))
    (tmp_path / KEY_FILE).chmod(0o644)
    with pytest.raises(ConfigurationError, match="open to others"):
        server_key(settings(tmp_path))


def test_heads_are_signed_with_a_key_of_its_own(tmp_path: Path) -> None:
    """The signing key comes from the settings or a private file, and differs from the server key."""
    given = bytes([8] * 32)
    assert open_signer(settings(tmp_path / "data", signing_key=given)).public_key == Signer(given).public_key
    assert list(tmp_path.iterdir()) == []
    kept = open_signer(settings(tmp_path)).public_key
    assert open_signer(settings(tmp_path)).public_key == kept
    assert kept != Signer(server_key(settings(tmp_path))).public_key
    path = tmp_path / SIGNING_KEY_FILE
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    with pytest.raises(ConfigurationError, match=r"sign heads with: .* open to others"):
        open_signer(settings(tmp_path))
