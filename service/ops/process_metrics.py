"""The counters and histograms of one web process, in memory; `metrics.py` serves them."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Bucket bounds in seconds: a fold takes one millisecond, an append a few, and none more than 5 seconds."""


class ProcessMetrics:
    """The counters and histograms of one web process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        requests = Histogram(
            "http_request_duration_seconds",
            "Time to the answer, of a live stream to its beginning.",
            ["method", "route", "status"],
            buckets=FAST,
            registry=self.registry,
        )
        self._request = cache(requests.labels)
        self._appends = Histogram(
            "kingdomino_append_seconds",
            "Time of a durable append, in which its answer is made.",
            buckets=FAST,
            registry=self.registry,
        )
        self._conflicts = Counter(
            "kingdomino_conflicts",
            "Appends that found the game changed by somebody else.",
            registry=self.registry,
        )
        self._folds = Histogram(
            "kingdomino_fold_seconds", "Time to fold events to a state.", buckets=FAST, registry=self.registry
        )
        self._watchers = Gauge("kingdomino_watchers", "Live streams that are open.", registry=self.registry)

    def served(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request and its time to the response; `route` is a URL rule, of which there are few."""
        self._request(method, route, f"{status // 100}xx").observe(seconds)

    def appended(self, seconds: float) -> None:
        """Count an append that took `seconds` until it was durable."""
        self._appends.observe(seconds)

    def conflicted(self) -> None:
        """Count an append that lost against a concurrent one."""
        self._conflicts.inc()

    def folded(self, seconds: float) -> None:
        """Count a fold of events that took `seconds`."""
        self._folds.observe(seconds)

    def watching(self, change: int) -> None:
        """Add `change` to the number of open live streams."""
        self._watchers.inc(change)
