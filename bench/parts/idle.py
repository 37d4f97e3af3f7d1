"""The CPU time of what only waits, an installation and live streams: `python -m bench.parts idle`."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import click
from redis import Redis

from bench import options
from bench.measures.live.streaming import held
from bench.processes import OURS, Build, cpu_seconds, serving
from bench.site import Site
from bench.tables import new_table
from bench.wire import Wire, request
from harness.processes import descendants
from replays.store import clients
from service.ops.embedded import embedded_store

QUESTIONS = 2_000
COMMANDS = ("worker", "relay", "web")
SETTLE_SECONDS = 10.0
"""The time after which an installation that has just started is idle."""


class Installation(NamedTuple):
    """The processes of an idle `kingdomino serve` by name, and its store."""

    pids: Mapping[str, int]
    store: Redis

    @property
    def calls(self) -> int:
        """The number of commands that the store has executed, except our questions."""
        return int(self.store.info("stats")["total_commands_processed"])


@click.command()
@click.option(
    "--number",
    default=5_000,
    show_default=True,
    help="Number of streams to open, up to the limit of the process; 0 for the installation alone.",
)
@click.option(
    "--lasting", default=30, show_default=True, help="Time in seconds for which everything stays idle."
)
@options.beside("Measure another build at the same time")
def idle(number: int, lasting: int, beside: Path | None) -> None:
    """Measure the CPU time of an idle installation and of idle streams, and of the smallest requests."""
    builds = {"": OURS} if beside is None else {"": OURS, "other ": Build.at(beside)}
    _installations(builds, lasting)
    if number:
        _streams(number, lasting)


def _installations(builds: Mapping[str, Build], lasting: int) -> None:
    """Print the share of a core that each process of each build takes in the same time."""
    with ExitStack() as stack:
        sites = {name: stack.enter_context(_installed(build)) for name, build in builds.items()}
        time.sleep(SETTLE_SECONDS)  # nothing tells that a start is over: what is left of it is only CPU time
        before = {name: (_seconds(site), site.calls) for name, site in sites.items()}
        time.sleep(lasting)  # what idle processes cost meanwhile is the measurement
        for name, site in sites.items():
            seconds, calls = before[name]
            shares = {each: 100 * (now - seconds[each]) / lasting for each, now in _seconds(site).items()}
            told = ", ".join(f"{each} {share:.2f} %" for each, share in shares.items())
            both = shares["worker"] + shares["store"]
            rate = (site.calls - calls) / lasting
            text = f"{told}; worker and store {both:.2f} %, {rate:.1f} commands/s"
            click.echo(f"{name}idle installation: {text}")


@contextmanager
def _installed(build: Build) -> Iterator[Installation]:
    """A new installation with an embedded store."""
    with ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="idle-", ignore_cleanup_errors=True)
        data = Path(stack.enter_context(folder))
        environ = {**build.environ, "KINGDOMINO_DATA": str(data), "REDIS_URL": "", "RQ_REDIS_URL": ""}
        parent = stack.enter_context(serving(build.command("serve"), environ)).pid
        store = stack.enter_context(clients.writer(embedded_store.place(data).url()))
        pids = {_name(process.command): pid for pid, process in descendants(parent).items()}
        yield Installation({**pids, "parent": parent}, store)


def _name(command: list[str]) -> str:
    return next((each for each in COMMANDS if each in command), "store")


def _seconds(site: Installation) -> dict[str, float]:
    parent = site.pids["parent"]
    every = {name: cpu_seconds(pid) for name, pid in site.pids.items()}
    others = sum(cpu_seconds(pid) for name, pid in site.pids.items() if pid != parent)
    return {**every, "parent": every["parent"] - others}


def _streams(number: int, lasting: int) -> None:
    with Site() as site, site.web() as web:
        path = f"{new_table(site.service.port).path}/events"
        with held(web.port, path, number) as streams:
            begun = cpu_seconds(web.pid)
            time.sleep(lasting)  # what idle streams cost meanwhile is the measurement
            share = (cpu_seconds(web.pid) - begun) / lasting
            signs = sum(stream.drain() for stream in streams) / len(b": still here\n\n") / len(streams)
            click.echo(f"{len(streams)} idle streams: {100 * share:.1f} % of a core, {signs:.1f} signs each")
        with Wire(web.port) as wire:
            begun = cpu_seconds(web.pid)
            for _ in range(QUESTIONS):
                wire.expect(200, request("GET", "/healthz"))
            each = (cpu_seconds(web.pid) - begun) / QUESTIONS
            click.echo(f"GET /healthz: {each * 1e6:.0f} microseconds of CPU time each")
