"""`kingdomino doctor`: checks a running installation and explains how to fix faults."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from replays.runtime.settings.settings import Settings
    from service.ops.doctor.results import CheckResult


@click.command
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(*, as_json: bool) -> None:
    """Check a running installation and explain how to fix faults.

    Run it with the settings of `kingdomino serve` or `kingdomino web`. It changes no game. The exit code is
    1 if a check fails.
    """
    from replays.runtime.settings.settings import Settings
    from service.ops.doctor.results import Level

    findings = []
    for finding in _findings(Settings.from_environ(os.environ)):
        findings.append(finding)
        if not as_json:
            click.echo(f"{finding.level:4}  {finding.about:14}  {finding.text}")
    well = all(finding.level is not Level.FAIL for finding in findings)
    if as_json:
        click.echo(_json(findings, well=well))
    sys.exit(0 if well else 1)


def _findings(settings: "Settings") -> "Iterator[CheckResult]":
    from service.ops.doctor import machine, network

    yield from machine.python()
    yield from machine.packages()
    yield from machine.kernel()
    yield from machine.data_folder(settings)
    yield from machine.keys(settings)
    yield from _stores(settings)
    yield from network.web(settings)
    yield from network.mail(settings.smtp)


def _stores(settings: "Settings") -> "Iterator[CheckResult]":
    from functools import partial

    from replays.archive.opening import open_archive
    from replays.bootstrap import now_ms
    from replays.store import clients
    from replays.streams.event_log import StreamsEventLog
    from service.application.people.moderation.conflicts import open_conflicts
    from service.application.people.moderation.docket import Docket
    from service.ops.backlog import Backlog
    from service.ops.doctor import moderation, stores, work
    from service.ops.doctor.results import asked, fail
    from service.ops.embedded.found_store import with_embedded_store

    settings = with_embedded_store(settings)
    if not settings.redis_url or not settings.rq_redis_url:
        way_out = "start `kingdomino serve`, or set both REDIS_URL and RQ_REDIS_URL"
        yield fail("store", f"there is no store in {settings.data}: {way_out}")
        return
    with (
        clients.writer(settings.redis_url) as store,
        clients.reader(settings.redis_url) as reader,
        clients.queue(settings.rq_redis_url) as jobs,
    ):
        yield from stores.log_store(store, settings)
        yield from stores.jobs_store(jobs)
        yield from stores.archive(settings.archive)
        log = StreamsEventLog(store, reader, open_archive(settings.archive))
        backlog = Backlog(log, store, jobs, now_ms)
        for check in (work.relay, work.workers, work.due, work.scores, work.notices, work.emails):
            yield from asked(check.__name__, partial(check, backlog))
        yield from asked("logs", partial(work.logs, log))
        docket, conflicts = Docket(store, now_ms), open_conflicts(log, now_ms)
        yield from asked("moderation", partial(moderation.open_cases, docket, conflicts))


def _json(findings: "list[CheckResult]", *, well: bool) -> str:
    import json
    from dataclasses import asdict

    return json.dumps({"ok": well, "findings": [asdict(finding) for finding in findings]}, indent=2)
