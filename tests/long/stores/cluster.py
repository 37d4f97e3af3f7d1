"""Games during fail-overs of a cluster, whose masters are killed: `python -m tests.long cluster`."""

from collections.abc import Iterator
from contextlib import contextmanager

from harness.store.clusters import running_cluster
from harness.store.server import running_server
from tests.crash.support.fail_overs import rounds_on
from tests.long.run import Case


@contextmanager
def cluster() -> Iterator[Iterator[Case]]:
    """Yield the rounds on a cluster of three masters, each with a replica."""
    with (
        running_cluster(masters=3, replicas=1) as store,
        running_server() as jobs,
        rounds_on(store, jobs.url) as cases,
    ):
        yield cases
