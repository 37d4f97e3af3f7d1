"""Random timed games and forgeries of their clocks, judged by the server and by the audit page."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from tests.conformance.audit.test_second_clocks import timed_cases
from tests.conformance.audit.test_second_rules import compared
from tests.long.run import Case

GAMES = 3_000
BLOCK = 50
"""The number of games in a case, which one process of Node.js judges."""


@contextmanager
def second_clocks() -> Iterator[Iterator[Case]]:
    """Cases of games with every kind of clock, each with ten forgeries."""
    yield (
        Case(f"games from {start} on", partial(block, start)) for start in range(1000, 1000 + GAMES, BLOCK)
    )


def block(start: int) -> None:
    """Compare what both say of these games."""
    assert len(compared(timed_cases(range(start, start + BLOCK), forged=10))) > 10
