"""`kingdomino doctor` examines the data folder as far as something needs it."""

from pathlib import Path
from typing import Any

import pytest

from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE
from replays.runtime.settings.settings import Settings
from service.ops.doctor import machine
from service.ops.doctor.results import Level

URLS = {"redis_url": "redis://store", "rq_redis_url": "redis://jobs"}
KEYS = {"key": bytes(32), "signing_key": bytes(32)}


def levels(folder: Path, **given: Any) -> dict[str, Level]:
    """The level of each result about the data folder with these settings."""
    return {each.about: each.level for each in machine.data_folder(Settings(data=folder, **given))}


def test_a_folder_that_nothing_needs_may_be_absent(tmp_path: Path) -> None:
    """With servers and both keys from settings, as in a container, no folder is a fault."""
    assert levels(tmp_path / "none", **URLS, **KEYS) == {"data": Level.OK}


@pytest.mark.parametrize(
    "given",
    [{}, KEYS, URLS, {**URLS, "key": bytes(32)}],
    ids=["nothing", "no store", "no keys", "no signing key"],
)
def test_a_folder_that_something_needs_must_be_there(tmp_path: Path, given: dict[str, Any]) -> None:
    """The embedded store and every key that no setting gives need the folder."""
    assert levels(tmp_path / "none", **given) == {"data": Level.FAIL}


def test_a_folder_of_keys_may_be_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing keys are only read; a key that is still to be made is written."""
    monkeypatch.setattr("os.access", lambda *_: False)
    (tmp_path / KEY_FILE).touch()
    assert levels(tmp_path, **URLS)["data"] == Level.FAIL
    (tmp_path / SIGNING_KEY_FILE).touch()
    assert levels(tmp_path, **URLS) == {"data": Level.OK}


def test_the_disk_matters_to_the_embedded_store_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk here does not stop a store elsewhere."""
    monkeypatch.setattr(machine, "NO_DISK", 1 << 62)
    for name in (KEY_FILE, SIGNING_KEY_FILE):
        (tmp_path / name).touch()
    assert levels(tmp_path) == {"data": Level.OK, "disk": Level.FAIL}
    assert levels(tmp_path, **URLS) == {"data": Level.OK}
