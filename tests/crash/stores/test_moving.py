"""Games and accounts of `make run` move to servers of other versions, and are played on and audited there."""

from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from harness.games import seeded
from harness.programs.crash import PATIENCE, Caller, Site, installed
from harness.service import processes
from harness.store import server as servers
from harness.store.programs import all_programs, id_of
from harness.store.server import running_server
from harness.waiting import eventually
from service.cli.installation.moving import export_installation, import_installation
from tests.crash.support.audit import audit, audit_begun
from tests.crash.support.play import MOVES, Campaign, Played, Table

BEGUN = 20
"""The number of moves that are made in a game before the installation moves."""


class Moved(NamedTuple):
    """An export, the games that were finished before it, and one that had begun."""

    folder: Path
    finished: list[Played]
    begun: Table


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Moved:
    """Give the export of an installation of `make run`."""
    folder = tmp_path_factory.mktemp("old")
    with installed(folder) as old:
        finished = Campaign(old, [2, 3], [], seed=5).run()
        with Caller(old.port) as caller:
            table = Table(caller, 2, seeded(6))
            for _ in range(BEGUN):
                table.move()
    environ = settings(old.environ["KINGDOMINO_DATA"])
    done = CliRunner().invoke(export_installation, [str(folder / "moved")], env=environ)
    assert done.exit_code == 0, done
    return Moved(folder / "moved", finished, table)


@pytest.mark.long
@pytest.mark.parametrize("program", all_programs(), ids=id_of)
def test_an_installation_moves(
    moved: Moved, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every acknowledged move is there once; a game that had begun goes on with its old tokens and seed."""
    (tmp_path / "new").mkdir()
    monkeypatch.setattr(servers, "server_binary", lambda: program)
    with running_server() as log, running_server() as jobs:
        urls = {"REDIS_URL": log.url, "RQ_REDIS_URL": jobs.url}
        environ = {**settings(str(tmp_path / "new" / "data")), **urls}
        done = CliRunner().invoke(import_installation, [str(moved.folder)], env=environ)
        assert done.exit_code == 0, done
        new = Site(tmp_path / "new", urls)
        with processes(new.environ, new.port):
            audit(new, moved.finished)
            audit_begun(new, [moved.begun.played])
            with Caller(new.port) as caller:
                table = moved.begun.of(caller)
                for _ in range(MOVES[2] - BEGUN):
                    table.move()
                eventually(table.is_scored, PATIENCE)
            audit(new, [table.played])


def settings(data: str) -> dict[str, str | None]:
    """An environment with this data folder, and without a store or a key of the tests."""
    nothing: dict[str, str | None] = dict.fromkeys(("REDIS_URL", "RQ_REDIS_URL", "KINGDOMINO_KEY"))
    return {**nothing, "KINGDOMINO_DATA": data}
