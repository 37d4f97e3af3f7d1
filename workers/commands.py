"""`kingdomino relay` and `kingdomino worker`."""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from replays.runtime.settings.settings import Settings
    from replays.runtime.stop_signals import StopSignal

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
    if _store_is_fit(settings, stop, "relay", unsafe=unsafe_store):
        run_relay(settings, stop)


@click.command
@UNSAFE
def worker(*, unsafe_store: bool) -> None:
    """Run jobs: bots, plans, time-outs, scores, dynasties; send e-mails and archive finished games."""
    from replays.bootstrap import check_key
    from replays.runtime.stop_signals import StopSignal
    from replays.store import clients
    from workers.worker.worker import run_worker

    stop = StopSignal()
    stop.on_signals()
    settings = _settings()
    if _store_is_fit(settings, stop, "worker", unsafe=unsafe_store):
        with clients.writer(settings.log_url()) as log:
            check_key(log, settings)
        run_worker(settings, stop)


def _settings() -> "Settings":
    from replays.runtime.settings.settings import Settings

    return Settings.from_environ(os.environ)


def _store_is_fit(settings: "Settings", stop: "StopSignal", name: str, *, unsafe: bool) -> bool:
    """Wait for both servers and check them; False if a stop was requested first."""
    from replays.runtime import logs
    from replays.store import checks, clients

    logs.configure(name, settings.log_level)
    say = logs.say(__name__)
    log = clients.writer(settings.log_url())
    jobs = clients.queue(settings.jobs_url())
    if not all(checks.wait_until_up(client, stop, say) for client in (log, jobs)):
        return False
    checks.admit(log, unsafe=unsafe or settings.unsafe_store, say=say)
    checks.admit_replicas(log, settings.replicas)
    checks.admit_jobs(jobs)
    log.close()
    jobs.close()
    return True
