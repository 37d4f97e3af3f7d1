"""The CPU time of idle live streams: `python -m bench.parts idle`."""

import time

import click

from bench.measures.streaming import held
from bench.processes import cpu_seconds
from bench.site import Site
from bench.tables import new_table
from bench.wire import Wire, request

QUESTIONS = 2_000


@click.command()
@click.option(
    "--number", default=5_000, show_default=True, help="Open streams, as far as a process takes them."
)
@click.option("--lasting", default=30, show_default=True, help="Seconds for which they are held.")
def idle(number: int, lasting: int) -> None:
    """Measure the CPU time that idle streams take, and that of the smallest requests, to compare."""
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
