"""`python -m bench [--json] [NAME…]`: see `main`."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import NamedTuple

import click
import orjson

from bench.measures.live.streaming import streams
from bench.measures.live.watching import watchers
from bench.measures.requests.admitting import admission
from bench.measures.requests.bursting import burst
from bench.measures.requests.moving import latency, move
from bench.measures.requests.reading import page, read, replay
from bench.measures.requests.searching import search
from bench.measures.requests.serving import server
from bench.measures.work.auditing import audit
from bench.measures.work.bots import alone, bots
from bench.measures.work.mailing import mail
from bench.measures.work.opening import directing
from bench.measures.work.queueing import jobs
from bench.measures.work.rebuilding import rebuild
from bench.measures.work.reviewing import reviews
from bench.measures.work.series import series
from bench.measures.work.settling import score
from bench.measures.work.simulating import games
from bench.measures.work.tournaments import tournaments
from bench.rows import Row, table
from bench.site import Site
from service.cli.simulating.parts import PART


class Measure(NamedTuple):
    """A measure that yields rows, and the number of repetitions in each of its rounds."""

    measured: Callable[[Site, int], Iterator[Row]]
    times: int


MEASURES = {
    "move": Measure(move, 100),
    "latency": Measure(latency, 300),
    "read": Measure(read, 200),
    "rebuild": Measure(rebuild, 20),
    "replay": Measure(replay, 20),
    "page": Measure(page, 100),
    "admission": Measure(admission, 100),
    "burst": Measure(burst, 20),
    "server": Measure(server, 200),
    "watchers": Measure(watchers, 1000),
    "streams": Measure(streams, 5000),
    "score": Measure(score, 4),
    "bots": Measure(bots, 8),
    "alone": Measure(alone, 8),
    "reviews": Measure(reviews, 8),
    "jobs": Measure(jobs, 1000),
    "mail": Measure(mail, 10_000),
    "search": Measure(search, 100_000),
    "audit": Measure(audit, 20),
    "series": Measure(series, 1000),
    "games": Measure(games, PART),
    "tournaments": Measure(tournaments, 3),
    "directing": Measure(directing, 20),
}
"""All rows by name; a name may stand for several rows that begin with it."""


@click.command(epilog=f"The rows: {', '.join(MEASURES)}.")
@click.argument("names", nargs=-1, metavar="[ROW]...", type=click.Choice(list(MEASURES)))
@click.option(
    "--count",
    type=click.IntRange(min=1),
    help="Number of measurements in each round, instead of the row's own.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def main(names: tuple[str, ...], count: int | None, *, as_json: bool) -> None:
    """Measure these rows, or all of them.

    Each figure stands beside its limit, measured in turn with it; `ratio` is 1 at the limit and less below.
    docs/operate/performance.md explains the limits. python -m bench.parts prints figures of single parts,
    which have no limit.
    """
    with Site() as site:
        measures = {name: MEASURES[name] for name in names or MEASURES}
        rows = [row for each in measures.values() for row in each.measured(site, count or each.times)]
    click.echo(orjson.dumps([asdict(row) for row in rows]).decode() if as_json else table(rows))


if __name__ == "__main__":
    main()
