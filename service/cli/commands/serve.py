"""`kingdomino serve`: runs all processes on one machine, under one parent."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from replays.runtime.parent_death import ParentPipe
    from replays.runtime.settings.settings import Settings
    from replays.runtime.stop_signals import StopSignal
    from service.server.child import Child

PORT_SECONDS = 3.0


@click.command
@click.option("--host", metavar="ADDRESS", help="Address to listen on [HOST, 127.0.0.1].")
@click.option("--port", metavar="NUMBER", help="Port to listen on [PORT, 8000].")
@click.option("--data", metavar="FOLDER", help="Folder of the games and the keys [KINGDOMINO_DATA, ./data].")
@click.option("--unsafe-store", is_flag=True, help="Start even if the store may lose moves.")
def serve(host: str | None, port: str | None, data: str | None, *, unsafe_store: bool) -> None:
    """Run the store, the web server, the relay and the worker.

    If REDIS_URL and RQ_REDIS_URL are set, it uses these servers and starts no store.
    """
    from replays.runtime import logs, open_files
    from replays.runtime.settings.settings import Settings
    from replays.runtime.stop_signals import StopSignal

    options = {"HOST": host, "PORT": port, "KINGDOMINO_DATA": data}
    environ = {**os.environ, **{name: value for name, value in options.items() if value is not None}}
    if unsafe_store:
        environ["KINGDOMINO_UNSAFE_STORE"] = "on"
    settings = Settings.from_environ(environ)
    logs.configure("parent", settings.log_level)
    open_files.raise_limit()
    stop = StopSignal()
    stop.on_signals()
    sys.exit(_run(settings, environ, stop))


def _run(settings: "Settings", environ: Mapping[str, str], stop: "StopSignal") -> int:
    from replays.runtime import logs
    from replays.runtime.parent_death import ParentPipe
    from service.ops.embedded import embedded_store
    from service.ops.probe import is_ready, wait_for_port
    from service.server.supervisor import Supervisor

    wait_for_port(settings.host, settings.port, PORT_SECONDS)
    embedded_store.make_folder(settings.data)
    children = _children(settings, {**environ, "KINGDOMINO_DATA": str(settings.data)}, ParentPipe(), stop)
    say = logs.say(__name__)
    return Supervisor(
        children,
        stop,
        is_ready=lambda: is_ready(settings.host, settings.port),
        announce=lambda: _announce(settings, say),
        say=say,
    ).run()


def _children(
    settings: "Settings", environ: Mapping[str, str], pipe: "ParentPipe", stop: "StopSignal"
) -> list["Child"]:
    """The children in the order in which they are ended, with the store last."""
    from service.server.child import Child, program

    store, urls = _store(settings, stop)
    programs = [
        Child(name, program(_command(name), {**environ, **urls}, pipe)) for name in ("web", "relay", "worker")
    ]
    return programs + store


def _store(settings: "Settings", stop: "StopSignal") -> tuple[list["Child"], dict[str, str]]:
    """The embedded store as a child, and its URLs; neither, after a check, if servers are configured."""
    from replays.runtime.settings.errors import ConfigurationError
    from service.ops.embedded import embedded_store
    from service.ops.embedded.machine_memory import memory_here
    from service.server.child import Child

    if settings.redis_url and settings.rq_redis_url:
        _check(settings, stop)
        return [], {}
    if settings.redis_url or settings.rq_redis_url:
        raise ConfigurationError("set both REDIS_URL and RQ_REDIS_URL, or neither for the embedded store")
    where = embedded_store.place(settings.data)
    urls = {"REDIS_URL": where.url(), "RQ_REDIS_URL": where.url(embedded_store.QUEUE_DATABASE)}
    memory = settings.store_memory.of(memory_here())
    store = Child(
        "store",
        lambda: embedded_store.start(where, memory=memory),
        last_words=lambda: embedded_store.last_words(where, 1),
        recover=lambda: embedded_store.recover(where),
    )
    return [store], urls


def _check(settings: "Settings", stop: "StopSignal") -> None:
    from replays.runtime import logs
    from replays.store import checks, clients
    from replays.store.outages import OutageLog

    say = logs.say(__name__)
    client = clients.writer(settings.log_url())
    checks.admit_when_up(
        client, stop, OutageLog(say), lambda: checks.admit(client, unsafe=settings.unsafe_store, say=say)
    )
    client.close()


def _command(name: str) -> list[str]:
    """The command line of one of our commands, in the form that a user would type, as `ps` shows it."""
    from pathlib import Path

    script = Path(sys.executable).with_name("kingdomino")
    return [sys.executable, *([str(script)] if script.exists() else ["-m", "service.cli.main"]), name]


def _announce(settings: "Settings", say: Callable[[str], None]) -> None:
    """Print the address, and a warning for each command in its log that the embedded store skipped."""
    from service.ops.embedded import embedded_store, store_damage

    click.echo(_announcement(settings))
    if settings.redis_url is None:
        for words in store_damage.passed_over(embedded_store.place(settings.data).log_file):
            say(
                f"warning: the store could not carry out a command of its own log ({words}), so that a move "
                f"may be missing: {store_damage.PAGE}"
            )


def _announcement(settings: "Settings") -> str:
    from service.ops.probe import url

    where = f"games are kept in {settings.data}" if settings.redis_url is None else "the store is REDIS_URL's"
    return f"Kingdomino is at {url(settings.host, settings.port)} ({where}; Ctrl-C stops it)"
