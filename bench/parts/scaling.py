"""A model of a large installation: which component fills first: `python -m bench.parts scaling`.

Requests arrive at random (Poisson) and wait in one line for the web processes, each with a core of its own.
Then they wait for the store, which does one thing at a time. Service times are exponential with the measured
CPU times as means, which is pessimistic: measured ones vary less. Relay and workers follow the moves and
delay no request, so for them only the share of their cores counts.
"""

import heapq
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import click

from bench.rows import p99

REQUESTS = 100_000
"""The number of simulated requests; the first tenth does not count."""


class Costs(NamedTuple):
    """The CPU ms of each component: `web` and `store` of a request, `worker` and `relay` of a move."""

    web: float
    store: float
    worker: float
    relay: float


class Outcome(NamedTuple):
    """The 99th percentile of the time to a response in ms, and the share of each component's cores in use."""

    late: float
    web: float
    store: float


@click.command()
@click.option("--rate", default=1000.0, show_default=True, help="Requests a second.")
@click.option("--moves", default=50.0, show_default=True, help="Moves a second among these.")
@click.option("--web", default=2.2, show_default=True, help="CPU ms of a request in a web process.")
@click.option("--store", default=0.4, show_default=True, help="CPU ms of a request in the store.")
@click.option("--worker", default=0.8, show_default=True, help="CPU ms of a move in the workers.")
@click.option("--relay", default=0.5, show_default=True, help="CPU ms of a move in the relay.")
@click.option("--masters", default=1, show_default=True, help="Number of servers of the log.")
def scaling(  # noqa: PLR0913, PLR0917 - the options
    rate: float, moves: float, web: float, store: float, worker: float, relay: float, masters: int
) -> None:
    """Simulate an installation with a growing number of web processes; the costs are those of `bench cpu`."""
    costs = Costs(web, store, worker, relay)
    for name, share in ("workers", costs.worker), ("relay", costs.relay):
        click.echo(f"{name}: {moves * share / 1000:.2f} cores")
    for processes, outcome in outcomes(rate, costs, masters):
        shares = f"{100 * outcome.web:.0f} % of their cores, store {100 * outcome.store:.0f} %"
        click.echo(f"{processes} web processes: {shares}, p99 {outcome.late:.1f} ms")


def outcomes(rate: float, costs: Costs, masters: int) -> Iterator[tuple[int, Outcome]]:
    """The outcomes from the least number of web processes that can bear the rate up to twice as many."""
    least = int(rate * costs.web / 1000) + 1
    for processes in range(least, 2 * least + 1):
        yield processes, simulated(rate, costs, processes, masters)


def simulated(rate: float, costs: Costs, processes: int, masters: int, seed: int = 1) -> Outcome:
    """The outcome of one run; requests go to the master of their game, which is random."""
    random = Random(seed)  # noqa: S311 - a simulation
    webs, stores, now = [0.0] * processes, [0.0] * masters, 0.0
    asked, late = list[tuple[float, float]](), list[float]()
    for _ in range(REQUESTS):
        now += random.expovariate(rate / 1000)
        done = max(now, heapq.heappop(webs)) + random.expovariate(1 / costs.web)
        heapq.heappush(webs, done)
        asked.append((done, now))
    for done, arrived in sorted(asked):
        master = random.randrange(masters)
        stores[master] = max(done, stores[master]) + random.expovariate(1 / costs.store)
        late.append(stores[master] - arrived)
    per_ms = rate / 1000
    return Outcome(
        p99(late[REQUESTS // 10 :]), per_ms * costs.web / processes, per_ms * costs.store / masters
    )
