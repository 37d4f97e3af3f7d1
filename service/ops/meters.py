"""What one web process measures, in its memory; `metrics.py` serves it."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds in seconds: a fold takes a millisecond, an append a few, and none more than five seconds."""


class Meters:
    """What one web process measures."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "http_request_duration_seconds",
            "Time to the answer, of a live stream to its beginning.",
            ["method", "route", "status"],
            buckets=FAST,
            registry=self.registry,
        )
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
        """A request was answered; `route` is a rule, of which there are few."""
        self._requests.labels(method, route, f"{status // 100}xx").observe(seconds)

    def appended(self, seconds: float) -> None:
        """An append was in the log, for good, after this time."""
        self._appends.observe(seconds)

    def conflicted(self) -> None:
        """Somebody else had appended first."""
        self._conflicts.inc()

    def folded(self, seconds: float) -> None:
        """Events were folded to a state in this time."""
        self._folds.observe(seconds)

    def watching(self, change: int) -> None:
        """So many live streams more are open."""
        self._watchers.inc(change)
