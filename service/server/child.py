"""One child process of the parent: starting, ending and restarting it with all of its descendants."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from replays.runtime.parent_death import ParentPipe
from service.server.restart_policy import RestartPolicy

Process = subprocess.Popen[bytes]
Launch = Callable[[], Process]


class Child:
    """A program that is meant to run for as long as the parent does.

    `launch` starts it in a session of its own. `due` is the time of its next start, by the clock; None while
    it runs. `last_words` returns why it ended, for a program that does not report that on the standard
    streams. `recover` is called after a failure: it returns a description of what it repaired, None if
    nothing, and raises `ConfigurationError` if another start would fail too.
    """

    def __init__(
        self,
        name: str,
        launch: Launch,
        last_words: Callable[[], str] = str,
        recover: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.last_words = last_words
        self.recover = recover
        self.due: float | None = clock()
        self._launch = launch
        self._clock = clock
        self._policy = RestartPolicy()
        self._started = self.due
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, also after its death; None before the first start."""
        return self._process.pid if self._process else None

    def start_when_due(self) -> None:
        """Start the program if its start is due. A failed launch counts as a death."""
        if self.due is None or self._clock() < self.due:
            return
        self._started = self._clock()
        try:
            self._process = self._launch()
        except Exception:
            self._plan_next_start()
            raise
        self.due = None

    def has_died(self) -> int | None:
        """The exit code if the program has ended, else None; reports it once and schedules the next start."""
        if self.due is not None or self._process is None or self._process.poll() is None:
            return None
        self.kill()
        self._plan_next_start()
        return self._process.returncode

    def ask_to_end(self) -> None:
        """Ask the program to end (SIGTERM)."""
        if self._process:
            self._process.terminate()

    def has_ended(self, seconds: float) -> bool:
        """Wait at most `seconds` for the program to end; True if it has ended."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
            return self._process.returncode is not None
        return True

    def kill(self) -> None:
        """Kill the program and all remaining processes of its session (SIGKILL)."""
        if self._process:
            with suppress(ProcessLookupError, PermissionError):  # macOS refuses if only zombies are left
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _plan_next_start(self) -> None:
        now = self._clock()
        self._policy = self._policy.after_life_of(now - self._started)
        self.due = now + self._policy.pause


def program(command: Sequence[str], environ: Mapping[str, str], pipe: ParentPipe) -> Launch:
    """The launch of one of our own commands, which ends with its parent and does not receive Ctrl-C."""

    def launch() -> Process:
        return subprocess.Popen(  # noqa: S603  (our own command, no shell)
            list(command),
            stdin=subprocess.DEVNULL,
            env=pipe.environ(environ),
            pass_fds=[pipe.read_end],
            start_new_session=True,
        )

    return launch
