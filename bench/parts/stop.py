"""The time that a web process with open live streams takes to end: `python -m bench.parts stop`."""

import os
import signal
import time

import click

from bench.measures.live.streaming import held
from bench.site import Site
from bench.tables import new_table
from bench.wire import Wire
from harness.processes import living
from harness.waiting import eventually

LAST_CHUNK = [b"0\r\n", b"\r\n"]


@click.command()
@click.option("--number", default=1_000, show_default=True, help="Number of open streams.")
def stop(number: int) -> None:
    """Time how long a web process takes from SIGTERM to its end while streams are open."""
    with Site() as site, site.web() as web:
        path = f"{new_table(site.service.port).path}/events"
        with held(web.port, path, number) as streams:
            begun = time.monotonic()
            os.kill(web.pid, signal.SIGTERM)
            eventually(lambda: web.pid not in living())
            seconds = time.monotonic() - begun
            whole = sum(map(_ends_whole, streams))
            click.echo(f"{seconds:.1f} seconds with {len(streams)} streams, of which {whole} ended whole")


def _ends_whole(stream: Wire) -> bool:
    try:
        return list(stream.lines())[-len(LAST_CHUNK) :] == LAST_CHUNK
    except OSError:
        return False
