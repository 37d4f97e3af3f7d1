"""The interface of metrics for reads and changes of games; the caller provides an implementation."""

from typing import Protocol


class Metrics(Protocol):
    """Records metrics. Methods are fast and may be called from any thread; times are in seconds."""

    def appended(self, seconds: float) -> None:
        """Record an append that was durably in the log after this time."""

    def conflicted(self) -> None:
        """Record a conflict: another append was first."""

    def folded(self, seconds: float) -> None:
        """Record the time of folding events to a state; not called for a cached state without new events."""


class NoMetrics:
    """An implementation that records nothing."""

    def appended(self, seconds: float) -> None:
        """Does nothing."""

    def conflicted(self) -> None:
        """Does nothing."""

    def folded(self, seconds: float) -> None:
        """Does nothing."""


NO_METRICS = NoMetrics()
