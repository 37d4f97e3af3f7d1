"""How many connections a process has, in all and of each address."""

from collections import Counter


class Occupancy:
    """How many connections there are of each address and in all, of those that may be."""

    def __init__(self, most: int, of_address: int) -> None:
        self._most = most
        self._of_address = of_address
        self._all = 0
        self._there: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more of this address, unless there are too many."""
        if self._all >= self._most or self._there[address] >= self._of_address:
            return False
        self._all += 1
        self._there[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self._all -= 1
        self._there[address] -= 1
        if not self._there[address]:
            del self._there[address]
