"""Workers are killed while they archive: with real processes and a real folder, nothing is lost."""

import os
import time
from pathlib import Path

from harness.games import KEY, play_out, seeded
from harness.jobs.site import Site, process, site
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.archive.archive import name_of
from replays.archive.opening import open_archive
from replays.commands.tables import Tables
from replays.match.randomness.seed_store import SeedStore
from replays.streams.event_log import StreamsEventLog

__all__ = ["site"]

SOON = 60.0
LONG_AGO_MS = 8 * 24 * 60 * 60 * 1000


def test_a_worker_is_killed_at_each_step(site: Site, tmp_path: Path) -> None:
    """A worker killed just after the put, the read-back or the script loses nothing; another continues."""
    site.urls |= {"KINGDOMINO_ARCHIVE_URL": tmp_path.as_uri(), "KINGDOMINO_ARCHIVE_AFTER": "7"}
    log = StreamsEventLog(site.log._writer, site.log._reader, open_archive(tmp_path.as_uri()))
    old = Tables(log, SeedStore(KEY), lambda: time.time_ns() // 1_000_000 - LONG_AGO_MS, os.urandom)
    game = play_out(old, 2, Rules(), seeded(1))
    old.settle(game)
    before = log.read(game)
    for step in ("put", "get", "entomb"):
        with process(site, "harness.jobs.stuck_archivist", step) as stuck:
            assert stuck.stdout
            assert stuck.stdout.readline() == "in the middle\n"
            stuck.kill()
            stuck.wait()
        assert (tmp_path / name_of(game)).is_file()
        assert log.entombed([game]) == ({game} if step == "entomb" else set())
        assert log.read_checked(game) == (before, None)
    other, young = play_out(old, 2, Rules(), seeded(2)), site.finished_game(3)
    old.settle(other)
    site.tables.settle(young)
    with process(site, "service.cli.main", "worker"):
        eventually(lambda: other in log.entombed([other]), SOON)
    assert log.entombed([game, other, young]) == {game, other}
    assert log.read_checked(game) == (before, None)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {game, other}
