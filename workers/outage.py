"""What relay and worker report to the operator, and the relay's wait for an unavailable store."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from replays.log.event_log import LogError
from replays.runtime.settings.settings import Settings
from replays.runtime.settings.store_url import read_store_url
from replays.runtime.stop_signals import StopSignal
from replays.store.heartbeat import reason_of
from replays.store.outages import OutageLog, is_store_outage

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class Reports:
    """The reports of one process: sentences, and the outages of the log's store and of the jobs' store.

    If one server has both, its outages are logged once.
    """

    say: Callable[[str], None]
    log: OutageLog
    jobs: OutageLog

    @classmethod
    def to(cls, say: Callable[[str], None]) -> Self:
        """The reports of a process whose two stores are on one server."""
        outages = OutageLog(say)
        return cls(say, outages, outages)

    @classmethod
    def of(cls, settings: Settings, say: Callable[[str], None]) -> Self:
        """The reports for the stores of these settings."""
        if _server(settings.log_url()) == _server(settings.jobs_url()):
            return cls.to(say)
        return cls(say, OutageLog(say), OutageLog(say, "the jobs' store"))

    def away(self, error: Exception) -> None:
        """Report an outage by its error: the log raises its own errors, the queues those of redis-py."""
        (self.log if isinstance(error, LogError) else self.jobs).away(error)

    def back(self) -> None:
        """Report that both stores were used without an error."""
        self.log.back()
        self.jobs.back()


class Outage:
    """The relay's wait after a round that failed; an outage and any other failure are each reported once."""

    def __init__(self, stop: StopSignal, reports: Reports) -> None:
        self._stop = stop
        self._reports = reports
        self._pause = 0.0
        self._fails = False

    def goes_on(self, error: Exception) -> None:
        """Report the failure, then wait before the next attempt: 0.1 s, doubled each time up to 2 s."""
        if is_store_outage(error):
            self._reports.away(error)
        elif not self._fails:
            self._reports.say(f"the relay waits: {reason_of(error)}")
            self._fails = True
        self._pause = min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE)
        self._stop.wait(self._pause)

    def is_over(self) -> None:
        """Report that the relay works."""
        self._reports.back()
        if self._fails:
            self._reports.say("the relay goes on")
        self._fails = False
        self._pause = 0.0


def _server(url: str) -> object:
    """The server of a URL without its database, or the text of a URL that cannot be read."""
    read = read_store_url(url)
    if read is None:
        return url
    return read.hosts, read.master, "" if read.hosts else read.plain.partition("?")[0]
