"""`python -m bench [--json] [--beside FOLDER] [NAME…]`: see `main`."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import orjson

from bench import options
from bench.measures.live.streaming import streams
from bench.measures.live.watching import watchers
from bench.measures.requests.admitting import admission
from bench.measures.requests.bursting import burst
from bench.measures.requests.costing import cpu, memory, page_cpu
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
from bench.processes import OURS, Build
from bench.rows import Row, table
from bench.site import Site
from bench.turns import ROUNDS, Turns
from service.cli.simulating.parts import PART


class Measure(NamedTuple):
    """A measure that yields rows, and the number of repetitions in each of its rounds.

    `is_of_a_site` is false if it runs our own code in this process, and so measures no other build.
    """

    measured: Callable[[Site, int], Iterator[Row]]
    times: int
    is_of_a_site: bool = True


MEASURES = {
    "move": Measure(move, 100),
    "cpu": Measure(cpu, 200),
    "memory": Measure(memory, 200),
    "latency": Measure(latency, 300),
    "read": Measure(read, 200),
    "rebuild": Measure(rebuild, 20, is_of_a_site=False),
    "replay": Measure(replay, 20),
    "page": Measure(page, 100),
    "pages": Measure(page_cpu, 50),
    "admission": Measure(admission, 100),
    "burst": Measure(burst, 20),
    "server": Measure(server, 200),
    "watchers": Measure(watchers, 1000),
    "streams": Measure(streams, 5000),
    "score": Measure(score, 4),
    "bots": Measure(bots, 8),
    "alone": Measure(alone, 8),
    "reviews": Measure(reviews, 8),
    "jobs": Measure(jobs, 1000, is_of_a_site=False),
    "mail": Measure(mail, 10_000, is_of_a_site=False),
    "search": Measure(search, 100_000, is_of_a_site=False),
    "audit": Measure(audit, 20, is_of_a_site=False),
    "series": Measure(series, 1000, is_of_a_site=False),
    "games": Measure(games, PART, is_of_a_site=False),
    "tournaments": Measure(tournaments, 3, is_of_a_site=False),
    "directing": Measure(directing, 20),
}
"""All rows by name; a name may stand for several rows."""


@click.command(epilog=f"The rows: {', '.join(MEASURES)}.")
@click.argument("names", nargs=-1, metavar="[ROW]...", type=click.Choice(list(MEASURES)))
@click.option(
    "--count",
    type=click.IntRange(min=1),
    help="Number of measurements in each round, instead of the row's own.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=ROUNDS,
    show_default=True,
    help="Number of rounds in which a figure and its limit are measured in turn.",
)
@options.beside("Measure another build in the same rounds")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def main(
    names: tuple[str, ...], count: int | None, rounds: int, beside: Path | None, *, as_json: bool
) -> None:
    """Measure these rows, or all of them.

    Each figure stands beside its limit, measured in turn with it; `ratio` is 1 at the limit and less below.
    Beside another build, `ratio` is that of both builds, and above 1 if ours is better.
    docs/operate/performance.md explains the limits. python -m bench.parts prints figures of single parts,
    which have no limit.
    """
    known = [name for name, each in MEASURES.items() if beside is None or each.is_of_a_site]
    if unknown := set(names).difference(known):
        rows = ", ".join(sorted(unknown))
        raise click.UsageError(f"these rows measure our own code, not another build: {rows}")
    builds = [OURS] if beside is None else [OURS, Build.at(beside)]
    works = [partial(_measured, build, names or known, count) for build in builds]
    ours, *others = Turns().all(rounds, *works)
    cells = [row.beside(*same) if same else row.cells for row, *same in zip(ours, *others, strict=True)]
    click.echo(orjson.dumps(cells).decode() if as_json else table(cells))


def _measured(build: Build, names: Sequence[str], count: int | None) -> list[Row]:
    """The rows of these measures on one build."""
    with Site(build) as site:
        measures = [MEASURES[name] for name in names]
        return [row for each in measures for row in each.measured(site, count or each.times)]


if __name__ == "__main__":
    main()
