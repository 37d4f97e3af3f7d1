"""The long run of the crash tests: rounds on one installation, whose processes are killed.

Run as `python -m tests.long crash`. Each case prints its kills, or the errors that the players saw.
"""

import logging
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom

from structlog.testing import capture_logs

from harness.games import seeded
from harness.play.company import Company
from harness.programs.crash import Installation, Victim, installed
from harness.store.server import Server, running_server
from harness.wire.proxy import Fault, Way, proxy_to
from replays.runtime.stop_signals import STOP_SIGNALS
from replays.store import clients
from tests.crash.support.audit import audit
from tests.crash.support.cuts import Course
from tests.crash.support.killing import ALL, relays_and_workers, stores
from tests.crash.support.play import MOVES, Campaign, Played, Strike
from tests.crash.support.scene import Scene
from tests.crash.support.steps import STEPS
from tests.crash.support.strikes import strike_all
from tests.long.run import Case

CYCLES = 7
"""The number of cycles: 72 kills in each, 504 in all, in addition to those in correspondence games."""
TABLES = (2, 3, 4, 2)
STRIKES = 6
"""The number of kills in a round."""
KINDS: tuple[Sequence[Victim], ...] = (*((victim,) for victim in Victim), tuple(Victim))
"""The victims of each round: each victim alone in turn, then all of them mixed."""
CUTS = 20
"""The number of random places at which each step is cut in each cycle."""


@contextmanager
def crash() -> Iterator[Iterator[Case]]:
    """Yield the cases; the last one audits all games again, which later crashes must not have damaged."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crash-")))
        site = stack.enter_context(installed(folder))
        server = stack.enter_context(running_server())
        yield _cases(site, server, folder)


def _cases(site: Installation, server: Server, folder: Path) -> Iterator[Case]:
    played: list[Played] = []
    for cycle in range(CYCLES):
        seed = SystemRandom().randrange(2**32)
        yield Case(f"every step, seed {seed}", partial(_steps, site, seed))
        for number, victims in enumerate(KINDS):
            yield Case(
                f"round {number} of seed {seed}", partial(_round, site, victims, seed + number, played)
            )
        yield Case(f"cuts of seed {seed}", partial(_cuts, server, folder, seed))
        yield Case(f"correspondence game {cycle}", partial(_correspondence, server))
    yield Case("all games in the end", partial(audit, site, played))


def _steps(site: Installation, seed: int) -> None:
    print(f"steps    {strike_all(site, seeded(seed))} kills", flush=True)


def _correspondence(server: Server) -> None:
    """Kill the processes before and after every step of two games: relays and workers, then the store."""
    for kill in (partial(relays_and_workers, url=server.url), partial(stores, server=server)):
        with clients.writer(server.url) as store, _as_before(), ExitStack() as stack:
            store.flushall()
            company = Company(server.url, stack)
            company.begin()
            print(f"company  {kill(company, most=ALL).total()} kills", flush=True)


@contextmanager
def _as_before() -> Iterator[None]:
    """Silence the logs of RQ's workers, and restore the signal handlers that they replace."""
    handlers = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _cuts(server: Server, folder: Path, seed: int) -> None:
    """Cut the connection at random places of every step."""
    random = seeded(seed)
    with clients.writer(server.url) as store, proxy_to(server.socket) as proxy, capture_logs():
        places = Scene(server.url, folder), Scene(f"redis://{proxy.host}:{proxy.port}", folder), proxy
        for step in STEPS.values():
            course = Course(step, store, *places)
            for _ in range(CUTS):
                way = random.choice(list(Way))
                course.check_cut(Fault(step.mark, way, random.randrange(course.length[way])))
    print(f"cuts     {CUTS} of each of {len(STEPS)} steps", flush=True)


def _round(site: Installation, victims: Sequence[Victim], seed: int, played: list[Played]) -> None:
    random = seeded(seed)
    strikes = [_strike(random, victims) for _ in range(STRIKES)]
    games = Campaign(site, TABLES, strikes, seed).run()
    audit(site, games, every_version=True)
    played += games
    print(_report(victims, games), flush=True)


def _strike(random: Random, victims: Sequence[Victim]) -> Strike:
    """A kill at a random move of a game; on average every third one is just before or after the last move."""
    game = random.randrange(len(TABLES))
    end = MOVES[TABLES[game]]
    move = random.choice([end - 1, end]) if random.random() < 1 / 3 else random.randrange(end)
    return Strike(random.choice(victims), game, move)


def _report(victims: Sequence[Victim], played: Sequence[Played]) -> str:
    name = victims[0].name.lower() if len(victims) == 1 else "mixed"
    troubles = sum((game.troubles for game in played), Counter[str]())
    noticed = ", ".join(f"{count} {trouble}" for trouble, count in sorted(troubles.items()))
    longest = max(game.longest for game in played)
    scored = max(game.scored_after for game in played)
    return (
        f"{name:8} {STRIKES} kills, {len(played)} games: longest wait for an answer {longest:.2f} s, "
        f"for a score {scored:.2f} s; {noticed or 'nobody noticed'}"
    )
