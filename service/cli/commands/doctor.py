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
@click.argument("game", metavar="[GAME-ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(game: str | None, *, as_json: bool) -> None:
    """Check a running installation, or one game, dynasty or tournament, and explain how to fix faults.

    Run it with the settings of `kingdomino serve` or `kingdomino web`. It changes no game. The exit code is
    1 if a check fails.
    """
    from replays.runtime.settings.settings import Settings
    from service.ops.doctor.results import Level

    findings = []
    settings = Settings.from_environ(os.environ)
    for finding in _findings(settings) if game is None else _of_game(settings, game):
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


def _of_game(settings: "Settings", game: str) -> "Iterator[CheckResult]":
    """The findings about one game, and about the processes that it needs."""
    from functools import partial

    from replays.encoding.identity import parse_game_id
    from service.ops.doctor import work
    from service.ops.doctor.one_game import game_doctor
    from service.ops.doctor.opening import no_store, opened
    from service.ops.doctor.results import asked, fail

    try:
        stream = parse_game_id(game)
    except ValueError:
        yield fail("game", f"{game!r} is no id of a game: copy it from the page's address")
        return
    with opened(settings) as parts:
        if parts is None:
            yield no_store(settings)
            return
        examine = game_doctor(settings, parts.store, parts.backlog, parts.log).examine
        yield from asked("game", partial(examine, stream))
        for check in (work.relay, work.workers):
            yield from asked(check.__name__, partial(check, parts.backlog))


def _stores(settings: "Settings") -> "Iterator[CheckResult]":
    from functools import partial

    from replays.bootstrap import now_ms
    from service.application.people.moderation.conflicts import open_conflicts
    from service.application.people.moderation.docket import Docket
    from service.ops.doctor import moderation, stores, work
    from service.ops.doctor.opening import no_store, opened
    from service.ops.doctor.results import asked

    with opened(settings) as parts:
        if parts is None:
            yield no_store(settings)
            return
        yield from stores.log_store(parts.store, settings)
        yield from stores.jobs_store(parts.jobs)
        yield from asked("archive", partial(stores.archive, settings, parts.store))
        for check in work.BACKLOG:
            yield from asked(check.__name__, partial(check, parts.backlog))
        yield from asked("logs", partial(work.logs, parts.log))
        docket, conflicts = Docket(parts.store, now_ms), open_conflicts(parts.log, now_ms)
        yield from asked("moderation", partial(moderation.open_cases, docket, conflicts))


def _json(findings: "list[CheckResult]", *, well: bool) -> str:
    import json
    from dataclasses import asdict

    return json.dumps({"ok": well, "findings": [asdict(finding) for finding in findings]}, indent=2)
