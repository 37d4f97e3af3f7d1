"""`kingdomino relay` and `kingdomino worker`."""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from replays.runtime.settings.settings import Settings
    from replays.runtime.stop_signals import StopSignal
    from workers.outage import Reports

UNSAFE = click.option("--unsafe-store", is_flag=True, help="Start even if the store may lose moves.")


@click.command
@UNSAFE
def relay(*, unsafe_store: bool) -> None:
    """Read the log's feeds and enqueue jobs for the workers."""
    from replays.runtime.stop_signals import StopSignal
    from workers.relay.process import run_relay

    stop = StopSignal()
    stop.on_signals()
    settings = _settings()
    reports = _reports(settings, "relay")
    if _stores_are_fit(settings, stop, reports, unsafe=unsafe_store):
        run_relay(settings, stop)


@click.command
@UNSAFE
def worker(*, unsafe_store: bool) -> None:
    """Run jobs: bots, plans, time-outs, scores, dynasties; send e-mails and archive finished games."""
    from replays.runtime.stop_signals import StopSignal
    from workers.worker.worker import run_worker

    stop = StopSignal()
    stop.on_signals()
    settings = _settings()
    reports = _reports(settings, "worker")
    if _stores_are_fit(settings, stop, reports, unsafe=unsafe_store, with_key=True):
        run_worker(settings, stop)


def _settings() -> "Settings":
    from replays.runtime.settings.settings import Settings

    return Settings.from_environ(os.environ)


def _reports(settings: "Settings", name: str) -> "Reports":
    """Log the records of this process under this name, and return its reports."""
    from replays.runtime import logs
    from workers.outage import Reports

    logs.configure(name, settings.log_level)
    return Reports.of(settings, logs.say(__name__))


def _stores_are_fit(
    settings: "Settings", stop: "StopSignal", reports: "Reports", *, unsafe: bool, with_key: bool = False
) -> bool:
    """Wait for both servers and check them, and `with_key` the key; False if a stop was requested first."""
    from replays.bootstrap import check_key
    from replays.store import checks, clients

    log = clients.writer(settings.log_url())
    jobs = clients.queue(settings.jobs_url())

    def admission() -> None:
        checks.admit(log, unsafe=unsafe or settings.unsafe_store, say=reports.say)
        checks.admit_replicas(log, settings.replicas)
        if with_key:
            check_key(log, settings)

    try:
        return checks.admit_when_up(log, stop, reports.log, admission) and checks.admit_when_up(
            jobs, stop, reports.jobs, lambda: checks.admit_jobs(jobs)
        )
    finally:
        log.close()
        jobs.close()
