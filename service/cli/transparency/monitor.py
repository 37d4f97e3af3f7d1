"""`kingdomino monitor`: reads all of a service's public log, again and again, and believes nothing."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.commands.audit import NOT_AUDITED, AuditCommand, Misused
from service.cli.transparency.keys import LogKeysParameter, PolicyParameter

if TYPE_CHECKING:
    from replays.transparency.notes import NoteKey
    from replays.transparency.policies import TrustPolicy
    from service.cli.monitoring.memory import MonitorMemory

WRONG = 1
"""The bit of the exit code for a log or a service that shows what must not be."""


@click.command(cls=AuditCommand)
@click.argument("url", metavar="URL")
@click.option(
    "--key",
    "keys",
    type=LogKeysParameter(),
    multiple=True,
    help="The log's key, or a file of keys or a policy; repeatable. Else that of the first visit.",
)
@click.option(
    "--policy", type=PolicyParameter(), help="A policy, whose witnesses must have cosigned the checkpoint."
)
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    default=Path("monitor"),
    show_default=True,
    help="Folder of what the monitor has seen, and of evidence.",
)
@click.option(
    "--every", "seconds", type=click.IntRange(min=10), metavar="SECONDS", help="Go on, with this pause."
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each visit.")
def monitor(  # noqa: PLR0913 - one for each option
    url: str,
    keys: tuple[list["NoteKey"], ...],
    policy: "TrustPolicy | None",
    folder: Path,
    seconds: int | None,
    *,
    as_json: bool,
) -> None:
    """Watch the public log of the service at URL, and say in words what is wrong.

    Each visit reads the log's new leaves, proves that the log only grew since the last visit, checks the
    leaves against each other, and compares them with the games and keys that the service shows to everybody.
    It counts tables that were called off, and changes of keys. What was wrong once stays so.

    Give the key if you have it from elsewhere: by default the monitor keeps the key that it is given at its
    first visit. Use one folder for each service.

    The exit code is the sum of 1 if something is wrong, and 128 if something could not be read this time, or
    the options are wrong.
    """
    from service.application.i18n.commands.errors import UNREADABLE_FILE, in_words
    from service.cli.monitoring.memory import MonitorFileError, MonitorMemory

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        memory = MonitorMemory(folder / "monitor.db")
    except MonitorFileError as error:
        raise Misused(in_words(error, UNREADABLE_FILE.said(path=folder / "monitor.db"))) from error
    try:
        given = _trusted(policy, [key for each in keys for key in each])
        sys.exit(_watch(url.rstrip("/"), given, memory, folder / "evidence", seconds, as_json=as_json))
    finally:
        memory.close()


def _trusted(policy: "TrustPolicy | None", keys: list["NoteKey"]) -> "TrustPolicy":
    """The policy that is given, if any, whose logs have these keys too."""
    from replays.transparency.policies import KnownLog, TrustPolicy

    found = policy or TrustPolicy()
    return replace(found, logs=(*found.logs, *(KnownLog(key) for key in keys)))


def _watch(  # noqa: PLR0913 - one for each option
    url: str,
    given: "TrustPolicy",
    memory: "MonitorMemory",
    evidence: Path,
    seconds: int | None,
    *,
    as_json: bool,
) -> int:
    """Visit the log once, or until told to stop; returns the exit code of the last visit."""
    from replays.runtime.stop_signals import StopSignal

    stop = StopSignal()
    if seconds is not None:
        stop.on_signals()
    while True:
        unread = _visit(url, given, memory, evidence)
        _tell(url, memory, unread, as_json=as_json)
        if seconds is None or stop.wait(seconds):
            return (WRONG if memory.wrongs() else 0) | (NOT_AUDITED if unread else 0)


def _visit(url: str, given: "TrustPolicy", memory: "MonitorMemory", evidence: Path) -> str | None:
    """Follow the log and compare it with the service; returns why something could not be read, or None."""
    from replays.bootstrap import now_ms
    from service.cli.client import ApiClient, ClientError
    from service.cli.monitoring.comparing import Comparison
    from service.cli.monitoring.following import LogFollower
    from service.cli.transparency.keys import log_place
    from service.cli.transparency.reading import LogReader

    try:
        with LogReader(log_place(url)) as reader:
            policy = _known(given, memory, reader.policy)
            if memory.fact("began") is None:
                memory.keep_fact("began", str(now_ms()).encode())
            followed = LogFollower(reader, memory, policy, evidence).follow()
        if followed is None:  # what it shows must not be compared with leaves that are not known
            return None
        with ApiClient(url) as client:
            Comparison(client, memory).compare()
    except (ClientError, ValueError, LookupError, TypeError, AttributeError) as error:
        return f"Something could not be read this time, which is no verdict: {error}"
    return None


def _known(given: "TrustPolicy", memory: "MonitorMemory", offered: Callable[[], bytes]) -> "TrustPolicy":
    """The policy with its logs; without any, the logs are those that the service offered first."""
    from replays.transparency.policies import parse_policy

    content = memory.fact("policy")
    if given.logs:
        return given
    if content is None:
        content = offered()
        parse_policy(content)
        memory.keep_fact("policy", content)
    return replace(given, logs=parse_policy(content).logs)


def _tell(url: str, memory: "MonitorMemory", unread: str | None, *, as_json: bool) -> None:
    import json

    from service.cli.monitoring.telling import document, told

    if as_json:
        click.echo(json.dumps(document(url, memory, unread), ensure_ascii=False))
    else:
        click.echo("\n".join(told(url, memory, unread)))
