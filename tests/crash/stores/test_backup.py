"""A backup taken during play is restored elsewhere: games are complete, and continue from its state."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.games import seeded
from harness.programs.crash import PATIENCE, Caller, installed
from harness.waiting import eventually
from replays.audit import verifier
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Verdict
from replays.encoding.entries import Head
from replays.encoding.identity import Version, parse_game_id
from service.cli.installation.backup import backup
from tests.crash.support.audit import audit
from tests.crash.support.play import MOVES, Acknowledged, Played, Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

TABLES = 2
MOVES_EACH = 12
"""The number of moves of each game before the backup, and also while it is taken."""


def test_a_backup_taken_during_play_is_restored(tmp_path: Path) -> None:
    """Moves acknowledged before the backup are kept, receipts reveal the later ones, and games continue."""
    with installed(tmp_path) as site, Caller(site.port) as caller, ThreadPoolExecutor() as pool:
        tables = [Table(caller, 2, seeded(number)) for number in range(TABLES)]
        play(tables, MOVES_EACH)
        meanwhile = pool.submit(play, tables, MOVES_EACH)
        environ = {"KINGDOMINO_DATA": str(site.data)}
        taken = CliRunner(env=environ).invoke(backup, [str(tmp_path / "elsewhere" / "data")])
        assert taken.exit_code == 0, taken.output
        meanwhile.result()
        play(tables, 1)
    with installed(tmp_path / "elsewhere") as site, Caller(site.port) as caller:
        for table in tables:
            gone = go_on(table, caller)
            assert len(table.played.moves) >= MOVES_EACH
            assert Verdict.FAIL not in verdicts(caller, table.played, table.played.moves)
            assert Verdict.FAIL in verdicts(caller, table.played, gone)
        play(tables[:1], MOVES[2] - len(tables[0].played.moves))
        eventually(tables[0].is_scored, PATIENCE)
        audit(site, [tables[0].played])


def play(tables: Sequence[Table], moves: int) -> None:
    """Make this number of moves in each game."""
    for _ in range(moves):
        for table in tables:
            table.move()


def go_on(table: Table, caller: Caller) -> list[Acknowledged]:
    """Continue the game at the restored service, from its state; returns the moves that it has lost."""
    played = table.played
    state = caller.get(f"games/{played.id}")
    gone = [move for move in played.moves if move.state["version"] > state["version"]]
    del played.moves[len(played.moves) - len(gone) :]
    played.commands -= {move.key for move in gone}
    table._caller = caller
    assert played.moves[-1].state == state
    return gone


def verdicts(caller: Caller, played: Played, moves: Sequence[Acknowledged]) -> set[Verdict]:
    """The verdicts of the verifier on the game's bundle, given the receipts of these moves."""
    game = parse_game_id(played.id)
    heads = [Head(Version(move.state["version"]), move.state["hash"]) for move in moves]
    keys = frozenset(key["public_key"] for key in caller.get("keys")["keys"])
    evidence = Evidence(tuple(Held(head, game) for head in heads), keys)
    return set(verifier.audit(caller.fetch(f"games/{game}/audit"), evidence).verdicts.values())
