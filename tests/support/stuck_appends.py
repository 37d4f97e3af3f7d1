"""A real worker that stands still at its first append, to be killed there.

`python -m tests.support.stuck_appends before|after` stops just before that append or just after it, and says
so in a line on standard output.
"""

import os
import sys

from replays.log import Append, Appended, Repeated
from replays.opening import now_ms, open_tables
from replays.stopping import StopSignal
from replays.tables import Tables
from tests.support.stuck_worker import stand_still
from workers import worker
from workers.settings import WorkerSettings


def main(point: str) -> None:
    """Run the worker on a log that gets stuck at this point."""

    def open_stuck(settings: WorkerSettings) -> Tables:
        tables = open_tables(settings)
        append = tables.log.append

        def stuck(change: Append) -> Appended | Repeated:
            if point == "after":
                append(change)
            stand_still()

        tables.log.__dict__["append"] = stuck
        return Tables(tables.log, tables._vault, now_ms, os.urandom)

    worker.__dict__["open_tables"] = open_stuck
    worker.run_worker(WorkerSettings.from_environ(os.environ), StopSignal())


if __name__ == "__main__":
    main(sys.argv[1])
