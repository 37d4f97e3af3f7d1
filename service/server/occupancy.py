"""Counts and limits the connections of a process, in total and for each address."""

from collections import Counter


class Occupancy:
    """The connections of a process: at most `most` in total and `of_address` for each address."""

    def __init__(self, most: int, of_address: int) -> None:
        self._most = most
        self._of_address = of_address
        self._all = 0
        self._there: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection of this address; False, and not counted, if there are too many."""
        if self._all >= self._most or self._there[address] >= self._of_address:
            return False
        self._all += 1
        self._there[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection of this address less."""
        self._all -= 1
        self._there[address] -= 1
        if not self._there[address]:
            del self._there[address]
