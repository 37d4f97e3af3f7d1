"""Dispatches due deliveries in turns: new notices immediately, digests and retries at their times.

The index of due targets has all that is due, and nothing is removed from it here before it is dispatched. So
the order may be in memory. A player counts for the address from which the account was registered, as games
do (`priorities.py`), and has one turn for all targets of a channel.
"""

from collections.abc import Callable, Mapping

from replays.encoding.identity import GameId
from service.application.channels.delivering.due import DISPATCHED_MS, DueTargets
from service.application.channels.target import Target, owned
from workers.jobs.registry import DELIVERIES, Work
from workers.queue.job_queue import JobQueue
from workers.relay.fair_queue import FairQueue, Priority
from workers.relay.groups import Groups, ReadGroups

MOST_WAITING = 50
"""The maximum number of waiting deliveries per channel; the others take turns for their places."""
LOOKED_AT = 5_000
"""The number of due targets of a channel that take turns; one script reads them."""
LOOK_SECONDS = 1.0
"""The time after which due targets are read again while earlier ones wait for their turn."""


class _ChannelTurns:
    """The due targets of a channel in turns, as of the last look at the index."""

    def __init__(self, channel: str, groups: Groups) -> None:
        self._channel = channel
        self._groups = groups
        self._queue = FairQueue()
        self._known: set[GameId] = set()
        self._look_at = 0.0

    def next(self, most: int, now: float, look: Callable[[], list[Target]]) -> list[Target]:
        """The next targets in turn; `now` is in monotonic seconds, and `look` reads the index."""
        if len(self._queue) < most or now >= self._look_at:
            self._refresh(look())
            self._look_at = now + LOOK_SECONDS
        taken = [found[0] for _ in range(most) if (found := self._queue.take())]
        return [owned(self._channel, work.id) for work in taken]

    def _refresh(self, due: list[Target]) -> None:
        task = DELIVERIES[self._channel]
        groups = self._groups.of(target.player for target in due)
        owners = {GameId(target.owner): target.player for target in due}
        for gone in self._known - owners.keys():
            self._queue.remove(Work(task, gone))
        for owner, player in owners.items():
            self._queue.add(Work(task, owner), Priority(groups[player], player, people=True))
        self._known = set(owners)


class DeliverySweeper:
    """Passes due targets to the queues of their channels; a delivery that is lost there becomes due again.

    `clock` returns ms UTC, and `timer` monotonic seconds.
    """

    def __init__(
        self,
        due: DueTargets,
        queues: Mapping[str, JobQueue],
        groups: ReadGroups,
        clock: Callable[[], int],
        timer: Callable[[], float],
    ) -> None:
        self._due = due
        self._queues = queues
        self._clock = clock
        self._timer = timer
        known = Groups(groups)
        self._turns = {channel: _ChannelTurns(channel, known) for channel in queues}

    def sweep(self) -> None:
        """Dispatch due deliveries as far as there is room in the queues."""
        now = self._clock()
        for channel in self._due.channels(now):
            queue, task = self._queues[channel], DELIVERIES[channel]
            room = MOST_WAITING - queue.size()
            if room > 0:
                chosen = self._next(channel, room, now)
                targets = self._due.claim(channel, now, room, among=chosen)
                queue.enqueue([Work(task, task.read(target.owner)) for target in targets])

    def can_rest(self) -> bool:
        """True if no target is due soon, and no delivery runs, whose retry could be."""
        return not self._due.channels(self._clock() + DISPATCHED_MS)

    def _next(self, channel: str, room: int, now: int) -> list[Target]:
        def look() -> list[Target]:
            return self._due.waiting(channel, now, LOOKED_AT)

        return self._turns[channel].next(room, self._timer(), look)
