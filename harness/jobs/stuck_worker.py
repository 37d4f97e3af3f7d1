"""A real worker that stops in the middle of its first job, to be killed there.

`python -m harness.jobs.stuck_worker before|after` stops just before the append of the score or just after it,
and reports it in a line on standard output.
"""

import os
import sys
import threading
from typing import NoReturn

from replays.bootstrap import open_tables
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import StopSignal
from workers.worker import worker


def stand_still() -> NoReturn:
    """Report that the point is reached, and wait forever."""
    print("in the middle", flush=True)
    while True:
        threading.Event().wait()


class StuckTables(Tables):
    """Tables that settle one game, but do not return from it."""

    def settle(self, game: GameId) -> NoReturn:
        """Settle the game and wait forever."""
        super().settle(game)
        stand_still()


def main(point: str) -> None:
    """Run the worker with tables that get stuck at this point."""

    def open_stuck(settings: Settings) -> Tables:
        tables = open_tables(settings)
        clock = stand_still if point == "before" else tables._clock
        return StuckTables(tables.log, tables.secrets._store, clock, os.urandom)

    worker.__dict__["open_tables"] = open_stuck
    worker.run_worker(Settings.from_environ(os.environ), StopSignal())


if __name__ == "__main__":
    main(sys.argv[1])
