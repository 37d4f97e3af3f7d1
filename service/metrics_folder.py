"""Where the processes below one address count together, so that whichever is asked for figures gives the sum.

prometheus_client decides when it is loaded whether it counts in memory or in files: this comes before.
"""

import os
import shutil
import socket

from replays.settings import ConfigurationError
from service.settings import Settings

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that prometheus_client goes by."""


def begin(settings: Settings) -> None:
    """Let this process and those that it starts count together, from nothing."""
    folder = settings.data / "metrics" / f"{socket.gethostname()}-{settings.port}"
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        way_out = "make KINGDOMINO_DATA writable, or set KINGDOMINO_METRICS=off"
        raise ConfigurationError(f"cannot count in {folder} ({error}): {way_out}") from error
    os.environ[FOLDER] = str(folder)


def forget(pid: int) -> None:
    """Let a process that has ended have no open streams any more; what it counted stays."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415  (see above)

    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
