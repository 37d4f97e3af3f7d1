"""Games during fail-overs by Sentinels, which replace a killed master: `python -m tests.long sentinel`."""

from collections.abc import Iterator
from contextlib import contextmanager

from harness.store.clusters import running_watched
from tests.crash.support.fail_overs import rounds_on
from tests.long.run import Case

REPLICAS = 2


@contextmanager
def sentinel() -> Iterator[Iterator[Case]]:
    """Yield the rounds on a master with two replicas and three Sentinels; the master has the jobs too."""
    with running_watched(REPLICAS) as store, rounds_on(store, store.url_of(1)) as cases:
        yield cases
