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


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_refused(content: bytes | None, tmp_path: Path) -> None:
    """For a missing or undecodable file the error names the file and the variable."""
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingError, match=r"KINGDOMINO_KEY_FILE is '.*key', but must be a text file"):
        Settings.from_environ({"KINGDOMINO_KEY_FILE": str(path)})
