"""The long run of the crash tests: round after round on one installation, whose processes are killed.

Registered as `python -m tests.long crash`. It prints for each kind of round what the players noticed.
"""

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

from tests.crash.audit import audit
from tests.crash.play import MOVES, Campaign, Played, Strike
from tests.support.crash import Installation, Victim, installed
from tests.support.games import seeded

ROUNDS = 35
"""How many rounds there are where no time is given."""
TABLES = (2, 3, 4, 2)
STRIKES = 6
"""How many kills fall in a round."""
KINDS: tuple[Sequence[Victim], ...] = (*((victim,) for victim in Victim), tuple(Victim))
"""What is killed in a round: each victim alone in turn, then all of them mixed."""


def run(minutes: float | None = None) -> tuple[int, int]:
    """Play and kill for so many minutes; returns how many games passed the audit and how many did not."""
    end = monotonic() + (minutes or 0) * 60
    passed: list[Played] = []
    failed = number = 0
    with tempfile.TemporaryDirectory(prefix="crash-") as folder, installed(Path(folder)) as site:
        while monotonic() < end if minutes else number < ROUNDS:
            seed = SystemRandom().randrange(2**32)
            victims = KINDS[number % len(KINDS)]
            try:
                passed += _round(site, victims, seed)
            except AssertionError as error:
                failed += len(TABLES)
                print(f"round of seed {seed}: {error}", flush=True)
            number += 1
        audit(site, passed)  # what came later has done no harm to earlier games
    return len(passed), failed


def _round(site: Installation, victims: Sequence[Victim], seed: int) -> list[Played]:
    random = seeded(seed)
    strikes = [_strike(random, victims) for _ in range(STRIKES)]
    played = Campaign(site, TABLES, strikes, seed).run()
    audit(site, played, every_version=True)
    print(_report(victims, played), flush=True)
    return played


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
