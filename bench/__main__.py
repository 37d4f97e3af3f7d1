"""`python -m bench [--json] [NAME…]`: see `main`."""

from collections.abc import Callable
from dataclasses import asdict
from typing import NamedTuple

import click
import orjson

from bench.auditing import audit
from bench.bots import alone, bots
from bench.moving import latency, move
from bench.reading import read, replay
from bench.rebuilding import rebuild
from bench.rows import Row, table
from bench.settling import score
from bench.simulating import games
from bench.site import Site
from bench.watching import watchers
from service.cli.commands.simulate import PART


class Measure(NamedTuple):
    """How a row is measured, and what is done so many times in each of its rounds."""

    measured: Callable[[Site, int], Row]
    times: int


MEASURES = {
    "move": Measure(move, 100),
    "latency": Measure(latency, 300),
    "read": Measure(read, 200),
    "rebuild": Measure(rebuild, 20),
    "replay": Measure(replay, 20),
    "watchers": Measure(watchers, 1000),
    "score": Measure(score, 4),
    "bots": Measure(bots, 8),
    "alone": Measure(alone, 8),
    "audit": Measure(audit, 20),
    "games": Measure(games, PART),
}
"""Every row by its name."""


@click.command(epilog=f"The rows: {', '.join(MEASURES)}.")
@click.argument("names", nargs=-1, metavar="[ROW]...", type=click.Choice(list(MEASURES)))
@click.option("--count", type=click.IntRange(min=1), help="Measure so much in each round instead.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array on standard output.")
def main(names: tuple[str, ...], count: int | None, *, as_json: bool) -> None:
    """Measure these rows, or all of them.

    Each figure stands beside its limit, measured in turn with it; `ratio` is 1 at the limit and less below.
    docs/operate/performance.md says what each limit is. Figures of single parts, without a limit, prints
    python -m bench.parts.
    """
    with Site() as site:
        rows = [MEASURES[name].measured(site, count or MEASURES[name].times) for name in names or MEASURES]
    click.echo(orjson.dumps([asdict(row) for row in rows]).decode() if as_json else table(rows))


if __name__ == "__main__":
    main()
