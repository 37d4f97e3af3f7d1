"""A log that a newer server wrote is not called damaged: the error names both programs and the way out."""

from pathlib import Path

import pytest

from harness.store.programs import all_programs, id_of
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import clients
from service.ops.embedded import embedded_store

NEWEST, *OTHERS = all_programs() or [Path()]


@pytest.mark.skipif(not OTHERS, reason="one server program only")
@pytest.mark.parametrize("program", OTHERS, ids=id_of)
def test_an_older_program_names_the_newer_one(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older server changes nothing in a log of the embedded Valkey 9, which reads it again."""
    monkeypatch.setenv(STORE_PROGRAM.name, str(NEWEST))
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        client.set("acknowledged", "yes")
    folder = where.folder / "appendonlydir"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with monkeypatch.context() as patch:
        patch.setenv(STORE_PROGRAM.name, str(program))
        with pytest.raises(ConfigurationError, match=r"^Valkey 9\.\d+\.\d+ wrote .*base\.rdb") as refused:
            embedded_store.running(tmp_path / "data").__enter__()
    assert "cannot read that. Nothing was damaged or changed" in str(refused.value)
    assert "docs/operate/moving.md#downgrading" in str(refused.value)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        assert client.get("acknowledged") == b"yes"
