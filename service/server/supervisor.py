"""The parent of all processes: starts them together, restarts those that die, and ends them in order."""

import signal
import time
from collections.abc import Callable, Sequence
from types import FrameType

from replays.runtime.settings.errors import EXIT_CONFIGURATION, ConfigurationError
from replays.runtime.stop_signals import StopSignal
from service.server.child import Child

READY_PAUSE = 0.05
IDLE_PAUSE = 60.0
GRACE_SECONDS = 10.0
STEP_SECONDS = 0.1


class Supervisor:
    """Runs its children until it is told to stop.

    `children` are in the order in which they are ended: a child comes before those that it uses. `is_ready`
    returns True once the service responds; `announce` is called then, once. `say` prints a line for the user.
    """

    def __init__(
        self,
        children: Sequence[Child],
        stop: StopSignal,
        *,
        is_ready: Callable[[], bool],
        announce: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self._children = children
        self._stop = stop
        self._is_ready = is_ready
        self._announce = announce
        self._say = say
        self._ready = False
        self._exit_code = 0

    def run(self) -> int:
        """Start the children, keep them running until stopped, and return the exit code. Main thread only."""
        signal.signal(signal.SIGCHLD, self._wake)
        try:
            while not self._stop.is_set():
                self._bury()
                self._start()
                self._look_whether_ready()
                self._stop.wait(self._pause())
        finally:
            self._end()
        return self._exit_code

    def _wake(self, _number: int, _frame: FrameType | None) -> None:
        self._stop.wake()

    def _bury(self) -> None:
        for child in self._children:
            code = child.has_died()
            if code is None:
                continue
            if code == EXIT_CONFIGURATION:  # it has reported why; another start would fail too
                self._give_up()
            elif not self._stop.is_set():
                self._recover(child, code)

    def _recover(self, child: Child, code: int) -> None:
        """Report why a child ended and what was repaired, or give up if it cannot be restarted."""
        try:
            repaired = child.recover() if code > 0 else None
        except ConfigurationError as error:
            self._say(f"{child.name}: {error}")
            self._give_up()
            return
        why = repaired or (child.last_words() if code > 0 else "")
        manner = _manner(code) + (f" ({why})" if why else "")
        self._say(f"{child.name} (process {child.pid}) ended {manner}; starting it again")

    def _start(self) -> None:
        for child in reversed(self._children):
            if self._stop.is_set():
                return
            try:
                child.start_when_due()
            except ConfigurationError as error:
                self._say(f"{child.name}: {error}")
                self._give_up()
            except OSError as error:
                self._say(f"{child.name} could not be started ({error}); trying again")

    def _give_up(self) -> None:
        self._exit_code = EXIT_CONFIGURATION
        self._stop.set()

    def _look_whether_ready(self) -> None:
        if not self._ready and not self._stop.is_set() and self._is_ready():
            self._ready = True
            self._announce()

    def _pause(self) -> float:
        """The seconds until the next start or readiness check; a child's death wakes the parent earlier."""
        times = [child.due - time.monotonic() for child in self._children if child.due is not None]
        return max(0.0, min([*times, IDLE_PAUSE if self._ready else READY_PAUSE]))

    def _end(self) -> None:
        """End the children one by one; kill a child after 10 s, or at once after a second request to stop."""
        for child in self._children:
            child.ask_to_end()
            deadline = time.monotonic() + GRACE_SECONDS
            while not child.has_ended(STEP_SECONDS):
                if self._stop.count > 1 or time.monotonic() > deadline:
                    break
            child.kill()


def _manner(code: int) -> str:
    """Describe how a process ended.

    >>> _manner(-9), _manner(1)
    ('by SIGKILL', 'with exit code 1')
    """
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
