"""Runs the stored projections of the feeds, each at its own place, which advances after its output is stored.

A projection dies anywhere and its next run continues at the last step, so its output must take an entry
twice. Several may run at once: they do the same, and the first one counts.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.events.codec import EVENT_TYPES
from replays.events.game_events import GameScored
from replays.log.event_log import EventLog
from replays.log.feeds import FeedEntry
from replays.log.occasions import Advance, Told
from replays.store.attempts import Attempts

AT_ONCE = 100
"""The maximum number of entries of a partition that are projected in one step."""
SCORED = EVENT_TYPES.of_class[GameScored].name
"""The type of the event with a game's result."""


class Round(NamedTuple):
    """A round of a projection: the number of new entries, and whether more wait; false without new ones."""

    entries: int = 0
    is_behind: bool = False

    def __bool__(self) -> bool:
        return self.entries > 0


MORE = Round(1, is_behind=True)
"""A round of work beside the feeds, of which more waits."""


class Effects(NamedTuple):
    """The effects of a step in one partition, as in `Advance`: alarms to set, and players told."""

    alarms: Mapping[GameId, int | None] = MappingProxyType({})
    told: tuple[Told, ...] = ()


class FeedFollower:
    """Follows the feeds as the group `name`. For one thread.

    `project` stores the output of entries, which come in the order of their times, and returns the effects by
    partition; it may get the same entries again.
    """

    def __init__(
        self, log: EventLog, name: str, project: Callable[[Sequence[FeedEntry]], Mapping[int, Effects]]
    ) -> None:
        self._log = log
        self._name = name
        self._project = project
        self._places: Mapping[int, str] | None = None

    def join(self) -> Mapping[int, str]:
        """Read the places in the feeds; from the first call on, no later entry is missed."""
        self._places = self._log.places(self._name)
        return self._places

    def go_on(self, block_ms: int) -> Round:
        """Project new entries, waiting for them for at most `block_ms`.

        Raises what the log and `project` raise, and may be called again.
        """
        places, self._places = self._places or self.join(), None
        entries = sorted(self._log.tail(places, block_ms, AT_ONCE), key=_time)
        effects = self._project(entries)
        ends = {entry.partition: entry.entry_id for entry in entries}
        steps = [Advance(each, places[each], end, *effects.get(each, ())) for each, end in ends.items()]
        if not steps or self._log.advance(self._name, *steps):
            self._places = {**places, **ends}  # otherwise another follower is ahead, and its places are read
        most = max(Counter(entry.partition for entry in entries).values(), default=0)
        return Round(len(entries), most >= AT_ONCE)


class ScoredGames:
    """Follows the feeds for a projection of scored games; `name` is its group and its kind of work.

    `add` stores the output of games; it may get a game again. A game for which it fails steps back, holds up
    no other, and is tried again. Errors of the types `others` are raised, as outages are. `clock` returns ms
    UTC. For one thread.
    """

    def __init__(
        self,
        log: EventLog,
        name: str,
        add: Callable[[Sequence[GameId]], object],
        clock: Callable[[], int],
        others: tuple[type[Exception], ...] = (),
    ) -> None:
        self.attempts = Attempts(log, name, clock, others)
        self._add = add
        self._follower = FeedFollower(log, name, self._project)
        self.join = self._follower.join

    def go_on(self, block_ms: int) -> Round:
        """Add the games that are tried again, then new ones as `FeedFollower.go_on` does."""
        self.attempts.again(self._added)
        return self._follower.go_on(block_ms)

    def _project(self, entries: Sequence[FeedEntry]) -> Mapping[int, Effects]:
        games = list(dict.fromkeys(entry.game for entry in entries if SCORED in entry.types))
        self.attempts.together(games, self._added)
        return {}

    def _added(self, games: Sequence[str]) -> bool:
        self._add([GameId(game) for game in games])
        return True


def _time(entry: FeedEntry) -> tuple[int, ...]:
    """The time at which the store wrote the entry: ms, then a number."""
    return tuple(map(int, entry.entry_id.split("-")))
