"""The metrics at `/metrics`, in Prometheus's text format.

The work of a web process is counted in its own memory, where no full disk can affect it. So each web process
is a separate target, and a restarted one counts from zero, as Prometheus expects. The backlog of relay and
workers is read from the stores on demand, so that every web process reports the same.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from flask import Flask, Response, request
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from replays.log.event_log import StoreAway
from replays.store.heartbeat import ActivityState
from service.application.channels.delivering.due import Overdue
from service.application.problem import Problem
from service.ops.backlog import Backlog, Feed
from service.ops.failures import counts
from service.ops.fresh import Fresh
from service.ops.process_metrics import ProcessMetrics


class BacklogCollector:
    """Collects the backlog, the memory and the availability of the stores."""

    def __init__(self, backlog: Backlog) -> None:
        self._backlog = backlog

    def describe(self) -> Iterable[Metric]:
        """Return nothing: otherwise the registry would call `collect` already when this is registered."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """The gauges; a store that is away is reported as such, and its other gauges are left out."""
        up = GaugeMetricFamily("kingdomino_store_up", "Whether this store answers.", labels=["store"])
        used = GaugeMetricFamily("kingdomino_store_used_bytes", "Memory in use.", labels=["store"])
        limit = GaugeMetricFamily(
            "kingdomino_store_limit_bytes", "The store's maxmemory, where it has one.", labels=["store"]
        )
        for store, ask, memory in (
            ("log", self._feed, self._backlog.memory),
            ("jobs", self._jobs, self._backlog.memory_of_jobs),
        ):
            try:
                yield from ask()
                found = memory()
            except StoreAway:
                up.add_metric([store], 0.0)
                continue
            up.add_metric([store], 1.0)
            used.add_metric([store], found.used)
            if found.limit:
                limit.add_metric([store], found.limit)
        yield from (up, used, limit)

    def _feed(self) -> Iterable[Metric]:
        feed, due, scores = self._backlog.feed(), self._backlog.due(), self._backlog.to_score()
        public_log = self._backlog.public_log()
        return (
            _gauge("kingdomino_unscored_games", "Games that are over and not scored.", scores.games),
            _gauge("kingdomino_unscored_seconds", "Time since the end of the first of them.", scores.seconds),
            _gauge("kingdomino_due_games", "Games in which a bot, a plan or a clock is due.", due.games),
            _gauge("kingdomino_due_seconds", "For how long it is due in the first of them.", due.seconds),
            _gauge("kingdomino_feed_lag_entries", "Appends that the relay is not done with.", feed.entries),
            _gauge("kingdomino_feed_lag_seconds", "Age of the oldest of them.", feed.seconds),
            _gauge("kingdomino_public_log_leaves", "Leaves of the public log.", public_log.leaves),
            _gauge(
                "kingdomino_public_log_waiting",
                "Appends whose heads are not in the public log.",
                public_log.waiting.entries,
            ),
            _gauge(
                "kingdomino_public_log_age_seconds",
                "Age of the published checkpoint, if leaves came since.",
                public_log.seconds,
            ),
            *_by_projection(self._backlog.projections()),
            _gauge(
                "kingdomino_archive_age_seconds",
                "Age at which games are archived.",
                self._backlog.archive_age(),
            ),
            *_by_rebuild(self._backlog.rebuilds()),
            _by_work(self._backlog.stuck()),
            *_by_activity(self._backlog.pulses()),
            *_by_channel(
                self._backlog.deliveries(), "delivery_due", "Targets that the relay has not passed on"
            ),
        )

    def _jobs(self) -> Iterable[Metric]:
        jobs = self._backlog.jobs()
        return (
            _gauge("kingdomino_jobs_waiting", "Jobs that no worker has taken.", jobs.waiting),
            _gauge("kingdomino_job_age_seconds", "Age of the oldest of them.", jobs.seconds),
            _by_job(counts(self._backlog.failed())),
            *_by_channel(
                self._backlog.delivery_jobs(), "delivery_jobs", "Deliveries that no worker has taken"
            ),
        )


def register(
    app: Flask, collected: ProcessMetrics, backlog: Backlog, clock: Callable[[], float] = time.monotonic
) -> None:
    """Serve `/metrics` to direct requests; requests through a proxy get 404. Both stores are asked for it."""
    collected.registry.register(BacklogCollector(backlog))
    text = Fresh(lambda: generate_latest(collected.registry), clock)

    def metrics() -> Response:
        if "X-Forwarded-For" in request.headers:
            raise Problem(404, "request/unknown-path", "metrics are not served through a proxy")
        return Response(text.value(), content_type=CONTENT_TYPE_PLAIN_0_0_4)

    app.add_url_rule("/metrics", view_func=metrics, weight=1, any_host=True, quiet=True)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _by_projection(found: Mapping[str, Feed]) -> Iterable[Metric]:
    """Two gauges for each projection: the appends that it has not read, and the age of the oldest."""
    for name, feed in found.items():
        yield _gauge(f"kingdomino_{name}_lag_entries", f"Appends that are not in {name} yet.", feed.entries)
        yield _gauge(f"kingdomino_{name}_lag_seconds", "Age of the oldest of them.", feed.seconds)


def _by_rebuild(found: Mapping[str, tuple[int, int]]) -> Iterable[Metric]:
    """Two gauges by projection: the games or entries that a rebuild has read, and all of them."""
    done = GaugeMetricFamily("kingdomino_rebuild_done", "What a rebuild has read.", labels=["projection"])
    total = GaugeMetricFamily("kingdomino_rebuild_total", "What there is to read.", labels=["projection"])
    for name, numbers in found.items():
        done.add_metric([name], numbers[0])
        total.add_metric([name], numbers[1])
    return done, total


def _by_job(failed: Mapping[str, int]) -> Metric:
    """The number of failed jobs by name."""
    family = GaugeMetricFamily(
        "kingdomino_failed_jobs", "Jobs whose last attempt failed, within a day.", labels=["job"]
    )
    for job, count in failed.items():
        family.add_metric([job], count)
    return family


def _by_work(stuck: Mapping[str, int]) -> Metric:
    """The number of stuck items by work."""
    family = GaugeMetricFamily("kingdomino_stuck", "Items whose work fails again and again.", labels=["work"])
    for work, count in stuck.items():
        family.add_metric([work], count)
    return family


def _by_activity(found: Mapping[str, ActivityState]) -> Iterable[Metric]:
    """The time since the last success of each activity, if it had one, and whether its last round failed."""
    silence = GaugeMetricFamily(
        "kingdomino_silence_seconds", "Time since this activity last succeeded.", labels=["activity"]
    )
    fails = GaugeMetricFamily("kingdomino_failing", "Whether its last round failed.", labels=["activity"])
    for name, pulse in found.items():
        fails.add_metric([name], pulse.reason is not None)
        if pulse.silence is not None:
            silence.add_metric([name], pulse.silence / 1000)
    return silence, fails


def _by_channel(found: Mapping[str, Overdue], name: str, text: str) -> Iterable[Metric]:
    """Two gauges by channel: the number that waits, and the age of the oldest."""
    waiting = GaugeMetricFamily(f"kingdomino_{name}_waiting", f"{text}.", labels=["channel"])
    age = GaugeMetricFamily(
        f"kingdomino_{name}_age_seconds", "Age of the oldest of them.", labels=["channel"]
    )
    for channel, overdue in found.items():
        waiting.add_metric([channel], overdue.waiting)
        age.add_metric([channel], overdue.ms / 1000)
    return waiting, age
