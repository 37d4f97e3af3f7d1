"""Random games and forged moves, judged by the rules of the server and by those of the audit page."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from tests.conformance.audit.test_second_rules import cases, compared
from tests.long.run import Case

GAMES = 3_000
BLOCK = 100
"""The number of games in a case, which one process of Node.js judges."""


@contextmanager
def second_rules() -> Iterator[Iterator[Case]]:
    """Cases of games of every kind, each with three forgeries."""
    yield (
        Case(f"games from {start} on", partial(block, start)) for start in range(1000, 1000 + GAMES, BLOCK)
    )


def block(start: int) -> None:
    """Compare what both say of these games."""
    assert len(compared(cases(range(start, start + BLOCK), forged=3))) > 5
