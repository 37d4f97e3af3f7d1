"""A real worker that stops in the middle of its first move into the archive, to be killed there.

`python -m harness.jobs.stuck_archivist put|get|entomb` stops just after that step, and reports it in a line
on standard output.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from harness.jobs.stuck_worker import stand_still
from replays.archive.folder import Folder
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import StopSignal
from replays.streams.event_log import StreamsEventLog
from workers.worker.worker import run_worker


def main(step: str) -> None:
    """Run the worker with an archivist that gets stuck after this step."""
    owner = StreamsEventLog if step == "entomb" else Folder
    done: Callable[..., Any] = getattr(owner, step)

    def stuck(*args: Any) -> None:
        done(*args)
        stand_still()

    setattr(owner, step, stuck)
    run_worker(Settings.from_environ(os.environ), StopSignal())


if __name__ == "__main__":
    main(sys.argv[1])
