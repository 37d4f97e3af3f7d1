"""Long runs in which the store's masters are killed while games are played, and replicas take over.

Every move is acknowledged only when a replica has it too, so no acknowledged move may be missing afterwards.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom

from harness.games import seeded
from harness.programs.crash import Installation, Victim
from harness.store.clusters import ClusterOfNodes, Watched
from tests.crash.support.audit import audit
from tests.crash.support.play import MOVES, Campaign, Strike
from tests.long.run import Case

ROUNDS = 20
TABLES = (2, 3, 4, 2)
STRIKES = 2
"""The number of masters that are killed in a round."""


class OnReplicas(Installation):
    """An installation whose store survives the deaths of its masters, one after the other."""

    def __init__(self, folder: Path, store: Watched | ClusterOfNodes, jobs: str) -> None:
        self._store = store
        urls = {"REDIS_URL": store.url, "RQ_REDIS_URL": jobs}
        super().__init__(folder, {**urls, "KINGDOMINO_REPLICAS": "1"})

    def strike(self, victim: Victim) -> None:
        """Kill a master; the next strike waits until it is back as a replica."""
        assert victim is Victim.STORE
        with self._striking:
            self._store.fail_over()


@contextmanager
def rounds_on(store: Watched | ClusterOfNodes, jobs: str) -> Iterator[Iterator[Case]]:
    """Yield the rounds on this store, with the jobs' server at this URL."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fail-over-")))
        site = OnReplicas(folder, store, jobs)
        stack.callback(site.stop)
        site.await_ready()
        yield _cases(site)


def _cases(site: Installation) -> Iterator[Case]:
    for number in range(ROUNDS):
        seed = SystemRandom().randrange(2**32)
        yield Case(f"round {number} of seed {seed}", partial(_round, site, seed))


def _round(site: Installation, seed: int) -> None:
    random = seeded(seed)
    games = random.sample(range(len(TABLES)), STRIKES)
    strikes = [Strike(Victim.STORE, game, random.randrange(MOVES[TABLES[game]])) for game in games]
    played = Campaign(site, TABLES, strikes, seed).run()
    audit(site, played)
    longest = max(game.longest for game in played)
    print(
        f"{STRIKES} fail-overs, {len(played)} games: longest wait for an answer {longest:.2f} s", flush=True
    )
