"""The setbacks in memory, with the behaviour of the server's."""

from collections.abc import Iterable, Sequence

from replays.log.setbacks import Setback, delay_ms
from replays.log.works import WORKS


class MemorySetbacks:
    """The `Setbacks` in memory."""

    def __init__(self) -> None:
        self._setbacks: dict[tuple[str, str], Setback] = {}

    def step_back(self, work: str, item: str, code: str, now: int) -> Setback:
        """Record a failure."""
        known = self._setbacks.get((work, item))
        since, tries = (known.since, known.tries + 1) if known else (now, 1)
        setback = Setback(work, item, since, tries, now + delay_ms(tries), code)
        self._setbacks[work, item] = setback
        return setback

    def recover(self, work: str, items: Iterable[str]) -> None:
        """Remove the records."""
        for item in items:
            self._setbacks.pop((work, item), None)

    def setbacks_of(self, work: str, items: Sequence[str]) -> dict[str, Setback]:
        """Return the records of these items."""
        return {item: self._setbacks[work, item] for item in items if (work, item) in self._setbacks}

    def due_again(self, work: str, now: int, limit: int) -> list[str]:
        """Return the items whose next attempt is due."""
        found = sorted((each.again, each.item) for each in self._of(work) if each.again <= now)
        return [item for _, item in found[:limit]]

    def longest_stuck(self, work: str, limit: int) -> list[Setback]:
        """Return the first records."""
        return sorted(self._of(work), key=lambda each: (each.since, each.item))[:limit]

    def stuck(self, until: int) -> dict[str, int]:
        """Return the numbers by work."""
        return {work: sum(each.since <= until for each in self._of(work)) for work in WORKS}

    def _of(self, work: str) -> list[Setback]:
        return [each for each in self._setbacks.values() if each.work == work]
