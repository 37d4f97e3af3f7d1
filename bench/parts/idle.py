"""The CPU time of idle live streams: `python -m bench.parts idle`."""

import time

import click

from bench.measures.live.streaming import held
from bench.processes import cpu_seconds
from bench.site import Site
from bench.tables import new_table
from bench.wire import Wire, request

QUESTIONS = 2_000


@click.command()
@click.option(
    "--number",
    default=5_000,
    show_default=True,
    help="Number of streams to open, up to the limit of the process.",
)
@click.option(
    "--lasting", default=30, show_default=True, help="Time in seconds for which the streams stay open."
)
def idle(number: int, lasting: int) -> None:
    """Measure the CPU time of idle streams and, for comparison, of the smallest requests."""
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
