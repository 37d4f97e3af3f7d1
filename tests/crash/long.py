"""The long run of the crash tests: round after round on one installation, whose processes are killed.

Run as `python -m tests.long crash`. Each case prints what the players noticed.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom

from tests.crash.audit import audit
from tests.crash.play import MOVES, Campaign, Played, Strike
from tests.long.run import Case
from tests.support.crash import Installation, Victim, installed
from tests.support.games import seeded

ROUNDS = 84
"""How many rounds there are: 504 kills."""
TABLES = (2, 3, 4, 2)
STRIKES = 6
"""How many kills fall in a round."""
KINDS: tuple[Sequence[Victim], ...] = (*((victim,) for victim in Victim), tuple(Victim))
"""What is killed in a round: each victim alone in turn, then all of them mixed."""


@contextmanager
def crash() -> Iterator[Iterator[Case]]:
    """Give the rounds, and a last look at all games: what came later has done no harm to them."""
    with tempfile.TemporaryDirectory(prefix="crash-") as folder, installed(Path(folder)) as site:
        yield _cases(site)


def _cases(site: Installation) -> Iterator[Case]:
    played: list[Played] = []
    for number in range(ROUNDS):
        seed = SystemRandom().randrange(2**32)
        victims = KINDS[number % len(KINDS)]
        yield Case(f"round {number} of seed {seed}", partial(_round, site, victims, seed, played))
    yield Case("all games in the end", partial(audit, site, played))


def _round(site: Installation, victims: Sequence[Victim], seed: int, played: list[Played]) -> None:
    random = seeded(seed)
    strikes = [_strike(random, victims) for _ in range(STRIKES)]
    games = Campaign(site, TABLES, strikes, seed).run()
    audit(site, games, every_version=True)
    played += games
    print(_report(victims, games), flush=True)


def _strike(random: Random, victims: Sequence[Victim]) -> Strike:
    """A kill somewhere in a game, every third time around its last move."""
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
