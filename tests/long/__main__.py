"""`python -m tests.long [NAME…] [--minutes N]`: long runs by name; see `main`."""

import sys
from time import monotonic

import click

from tests.crash.long import crash
from tests.long.abuse import abuse
from tests.long.api.client import client
from tests.long.api.openapi import openapi
from tests.long.audit import audit
from tests.long.builds.kernel import kernel
from tests.long.builds.release import release
from tests.long.builds.wheel import wheel
from tests.long.games import games
from tests.long.modes import modes
from tests.long.players import players
from tests.long.properties import properties
from tests.long.run import Run, carry_out
from tests.long.second_clocks import second_clocks
from tests.long.second_rules import second_rules
from tests.long.stores.cluster import cluster
from tests.long.stores.sentinel import sentinel
from tests.long.stores.servers import servers

RUNS: dict[str, Run] = {
    "games": games,
    "modes": modes,
    "crash": crash,
    "sentinel": sentinel,
    "cluster": cluster,
    "servers": servers,
    "audit": audit,
    "second-rules": second_rules,
    "second-clocks": second_clocks,
    "openapi": openapi,
    "client": client,
    "players": players,
    "properties": properties,
    "wheel": wheel,
    "release": release,
    "kernel": kernel,
    "abuse": abuse,
}
"""Every long run by its name."""


@click.command
@click.argument("names", nargs=-1, metavar="[NAME]...", type=click.Choice(list(RUNS)))
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    help="Time in minutes after which a run starts no further case.",
)
def main(names: tuple[str, ...], minutes: float | None) -> None:
    """Run these long tests, or all of them.

    Prints one line for each. The exit code is 1 if a case fails or a run has no cases.
    """
    good = True
    for name in names or RUNS:
        deadline = None if minutes is None else monotonic() + 60 * minutes
        count = carry_out(RUNS[name], deadline)
        print(f"{name}: {count}", flush=True)
        good = good and count.passed > 0 and count.failed == 0
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
