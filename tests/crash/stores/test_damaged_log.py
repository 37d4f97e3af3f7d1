"""A damaged log is repaired as `docs/operate/backup.md` says: the losses are known, the rest goes on."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.games import seeded
from harness.programs.crash import PATIENCE, ROOT, Caller, Installation, installed
from harness.programs.shell import run_session, session_in
from replays.runtime.settings.errors import EXIT_CONFIGURATION
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import clients
from service.ops.embedded import embedded_store
from service.ops.embedded.store_damage import StoreDamagedError
from tests.crash.stores.test_backup import go_on, play
from tests.crash.support.play import Acknowledged, Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

BEFORE, AFTER = 12, 8
"""The numbers of moves before the damage and after it."""


def test_the_page_mends_a_damaged_log(tmp_path: Path) -> None:
    """The start is refused; after the page's commands games continue, and receipts reveal the lost events."""
    with installed(tmp_path) as site, Caller(site.port) as caller:
        table = Table(caller, 2, seeded(11))
        play([table], BEFORE)
        [log] = (site.data / "store" / "appendonlydir").glob("*.incr.aof")
        at = log.stat().st_size
        play([table], AFTER)
        receipts = [receipt(caller, table, move) for move in table.played.moves[-AFTER:]]
    text = log.read_bytes()
    at = text.index(b"*", text.index(b"\r\nXADD\r\n", at) - 20)
    log.write_bytes(text[:at] + b"!" + text[at + 1 :])

    refused = Installation(tmp_path)
    assert refused.parent.wait(PATIENCE) == EXIT_CONFIGURATION
    assert refused.has_said("parent", f"the store's log is damaged: {log} cannot be read from byte")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    run_session(session_in(ROOT / "docs" / "operate" / "backup.md"), environ(), tmp_path)
    assert text.startswith(log.read_bytes())
    assert log.stat().st_size <= at

    with installed(tmp_path) as site, Caller(site.port) as caller:
        gone = go_on(table, caller)
        assert gone
        assert len(table.played.moves) >= BEFORE
        (tmp_path / "receipts.txt").write_text("".join(f"{line}\n" for line in receipts))
        said = audited(site, table.played.id, tmp_path / "receipts.txt")
        for move in gone:
            assert str(move.state["version"]) in said
        play([table], 1)


def test_an_unknown_command_is_found_by_its_name(tmp_path: Path) -> None:
    """If the error names a command and no byte, the page's commands cut the file at that command."""
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        for number in range(BEFORE + AFTER):
            client.xadd("game", {"move": str(number)})
    [log] = (where.folder / "appendonlydir").glob("*.incr.aof")
    text = log.read_bytes()
    at = [found.start() for found in re.finditer(b"XADD", text)][BEFORE]
    log.write_bytes(text[:at] + b"YADD" + text[at + 4 :])
    with pytest.raises(StoreDamagedError, match=r"(?i)cannot be read \(unknown command 'YADD'\)"):
        embedded_store.running(tmp_path / "data").__enter__()
    (tmp_path / ".venv").symlink_to(sys.prefix)
    page = (ROOT / "docs" / "operate" / "backup.md").read_text("utf-8")
    [file, grep, cut] = re.findall(r"^    ((?:file=|grep|truncate).*?)(?:  .*)?$", page, re.MULTILINE)
    assert run_session(f"{file}\n{grep}", environ(), tmp_path).stdout == f"{at}:YADD\n"
    mend = session_in(ROOT / "docs" / "operate" / "backup.md")
    run_session(f"{file}\n{cut.replace('45071', str(at))}\n{mend}", environ(), tmp_path)
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        assert client.xlen("game") == BEFORE


def environ() -> dict[str, str]:
    """The environment variable with the server program that the tests run on."""
    return {STORE_PROGRAM.name: os.environ.get(STORE_PROGRAM.name, "")}


def receipt(caller: Caller, table: Table, move: Acknowledged) -> str:
    """The receipt of a move, which the service returns again for the same request."""
    key = move.key.partition(" ")[2]
    headers = {
        **table.headers_of(move.player),
        "If-Match": f'"{move.expected}"',
        "Idempotency-Key": key,
        "Content-Type": "application/json",
    }
    answer = caller.once("POST", f"/api/v1/games/{table.played.id}/moves", move.move, headers)
    assert answer.status == 201
    return answer.headers["Kingdomino-Receipt"]


def audited(site: Installation, game: str, receipts: Path) -> str:
    """The output of `kingdomino audit` with these receipts; the command must fail."""
    command = [sys.executable, "-m", "service.cli.main", "audit", game, "--against", str(receipts)]
    done = subprocess.run(
        [*command, "--url", f"http://127.0.0.1:{site.port}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode
    return done.stdout
