"""A secret may be given as a file, the way orchestrators provide it."""

from pathlib import Path

import pytest

from replays.runtime.settings.errors import ConfigurationError, SettingError
from replays.runtime.settings.settings import Settings

SECRETS = {
    "KINGDOMINO_KEY": "0f" * 32,
    "KINGDOMINO_SIGNING_KEY": "1e" * 32,
    "REDIS_URL": "redis://:secret@store:6379/0",
    "RQ_REDIS_URL": "redis://:secret@jobs:6379/0",
    "KINGDOMINO_SMTP_URL": "smtps://user:secret@mail",
}
KEY = bytes(range(0xE0, 0x100))
"""A key whose bytes are no text."""
OTHERS = {"KINGDOMINO_MAIL_FROM": "us@example.org", "KINGDOMINO_PUBLIC_URL": "https://example.org"}


def in_files(folder: Path) -> dict[str, str]:
    """The variables that name a file for each secret; the files end in a newline, as editors write them."""
    for name, text in SECRETS.items():
        (folder / name).write_text(f"{text}\n")
    return {f"{name}_FILE": str(folder / name) for name in SECRETS}


def test_files_say_the_same_as_variables(tmp_path: Path) -> None:
    """Every setting with a password or key can be given as a file."""
    assert Settings.from_environ(in_files(tmp_path) | OTHERS) == Settings.from_environ(SECRETS | OTHERS)


@pytest.mark.parametrize("name", SECRETS)
def test_both_is_refused(name: str, tmp_path: Path) -> None:
    """The error names both, because it is unclear which one holds, and shows neither value."""
    with pytest.raises(ConfigurationError, match=f"{name} and {name}_FILE are both set") as refused:
        Settings.from_environ(in_files(tmp_path) | OTHERS | {name: SECRETS[name]})
    assert SECRETS[name] not in str(refused.value)


@pytest.mark.parametrize("name", ["KINGDOMINO_KEY", "KINGDOMINO_SIGNING_KEY"])
@pytest.mark.parametrize("content", [KEY, KEY.hex().encode(), KEY.hex().upper().encode() + b"\r\n"])
def test_a_key_file_is_binary_or_text(name: str, content: bytes, tmp_path: Path) -> None:
    """A setting can name the `server.key` of a data folder, which is binary, or a text in hexadecimal."""
    path = tmp_path / "server.key"
    path.write_bytes(content)
    settings = Settings.from_environ({f"{name}_FILE": str(path)})
    assert {settings.key, settings.signing_key} == {KEY, None}


@pytest.mark.parametrize("content", [KEY[:31], KEY + b"\n", b"0f" * 16, b"0f" * 31, b"0f" * 33])
def test_a_file_with_another_key_is_refused(content: bytes, tmp_path: Path) -> None:
    """Half a key in hexadecimal has 32 bytes, too, and is not taken for a binary key."""
    path = tmp_path / "server.key"
    path.write_bytes(content)
    with pytest.raises(SettingError, match=r"KINGDOMINO_KEY.* is .*, but must be .*32 bytes in hexadecimal"):
        Settings.from_environ({"KINGDOMINO_KEY_FILE": str(path)})


@pytest.mark.parametrize("name", SECRETS)
def test_an_empty_file_is_refused(name: str, tmp_path: Path) -> None:
    """It is no absent setting: a new key would be created, or another store used."""
    path = tmp_path / "secret"
    path.write_text("\n")
    with pytest.raises(SettingError, match=f"{name}_FILE is '.*secret', which is empty"):
        Settings.from_environ({f"{name}_FILE": str(path)} | OTHERS)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_refused(content: bytes | None, tmp_path: Path) -> None:
    """For a missing or undecodable file the error names the file and the variable."""
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingError, match=r"KINGDOMINO_KEY_FILE is '.*key', but must be a file that"):
        Settings.from_environ({"KINGDOMINO_KEY_FILE": str(path)})
