"""The interface of metrics for reads and changes of games; the caller provides an implementation."""

from typing import Protocol


class Metrics(Protocol):
    """Records metrics, fast and from any thread; times are in seconds."""

    def appended(self, seconds: float) -> None:
        """An append was in the log, for good, after this time."""

    def conflicted(self) -> None:
        """Somebody else had appended first."""

    def folded(self, seconds: float) -> None:
        """Events were folded to a state in this time; what is cached and unchanged is not."""


class NoMetrics:
    """A meter that nobody reads."""

    def appended(self, seconds: float) -> None:
        """Nothing."""

    def conflicted(self) -> None:
        """Nothing."""

    def folded(self, seconds: float) -> None:
        """Nothing."""


NO_METRICS = NoMetrics()
