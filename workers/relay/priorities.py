"""The priorities of games: the account and group to which a game is charged, and who sits there; cached.

A game is charged to the account that opened it, and a series' game to the account that opened the series.
Only the order of jobs depends on this. So only new events are read, and an unreadable stream counts as an
account of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kingdomino.policies import is_slow
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, parse_game_id
from replays.events.stream_events import STREAMS
from replays.log.event_log import EventLog
from replays.log.feeds import FeedEntry
from replays.match.aggregate_cache import AT_ONCE
from replays.runtime.lru_cache import LruCache
from replays.store.outages import is_outage
from workers.jobs.registry import ACT, Work
from workers.relay.fair_queue import Priority
from workers.relay.groups import Groups, ReadGroups

REMEMBERED = 20_000
"""The number of cached games; about 500 bytes each."""
BELIEVED_SECONDS = 60.0
"""The time after which a cached game is read again, because another relay may have received its changes."""

TAKEN = frozenset({"PlayerSeated", "SeatReturned", "SeatTakenOver"})
"""The types of events after which a person sits on the seat."""
BOT = "BotSeated"
LEFT = frozenset({"SeatAway", "SeatLeft"})
"""The types of events after which no person sits on the seat."""


@dataclass(frozen=True, slots=True)
class _StreamFacts:
    """The data from a stream's events up to a version; it is valid until `until`."""

    account: str
    version: int = 0
    series: GameId | None = None
    persons: frozenset[int] = frozenset()
    is_slow: bool = False
    until: float = 0.0


class Priorities:
    """The priorities of a log's games.

    `groups` returns the group of each account, which never changes; `clock` returns seconds and is monotonic.
    """

    def __init__(
        self,
        log: EventLog,
        groups: ReadGroups,
        clock: Callable[[], float],
    ) -> None:
        self._log = log
        self._clock = clock
        self._games = LruCache[GameId, _StreamFacts](REMEMBERED)
        self._groups = Groups(groups)

    def heard(self, entries: Iterable[FeedEntry]) -> None:
        """Invalidate the cached games where players or bots sat down or left."""
        for entry in entries:
            known = self._games.get(entry.game)
            if known and not (TAKEN | LEFT | {BOT}).isdisjoint(entry.types):
                self._games.keep(entry.game, replace(known, until=0.0))

    def of(self, works: Iterable[Work]) -> dict[Work, Priority]:
        """The priority of each work; raises StoreAway. Scores and series count as people's games.

        A work whose game or account cannot be looked up counts as an account of its own.
        """
        wanted = list(works)
        try:
            return self._of(wanted)
        except Exception as error:
            if is_outage(error):
                raise
        return {work: priority for one in wanted for work, priority in self._alone(one).items()}

    def _alone(self, work: Work) -> dict[Work, Priority]:
        try:
            return self._of([work])
        except Exception as error:
            if is_outage(error):
                raise
            return {work: Priority(work.id, work.id, people=True)}

    def _of(self, wanted: Sequence[Work]) -> dict[Work, Priority]:
        games = self._look(work.id for work in wanted)
        founders = self._look(known.series for known in games.values() if known.series)
        accounts = {work: _account(games[work.id], founders) for work in wanted}
        groups = self._groups.of(accounts.values())
        return {
            work: Priority(
                groups[account], account, _concerns_people(work, games[work.id]), games[work.id].is_slow
            )
            for work, account in accounts.items()
        }

    def _look(self, streams: Iterable[GameId]) -> dict[GameId, _StreamFacts]:
        """The data of each stream; streams without valid data in the cache are read."""
        now = self._clock()
        known = {stream: self._games.get(stream) or _StreamFacts(stream) for stream in streams}
        old = [stream for stream, found in known.items() if found.until <= now]
        for first in range(0, len(old), AT_ONCE):
            some = old[first : first + AT_ONCE]
            for stream, events in zip(some, self._read(known, some), strict=True):
                known[stream] = replace(_folded(known[stream], events or []), until=now + BELIEVED_SECONDS)
        for stream, found in known.items():
            self._games.keep(stream, found)
        return known

    def _read(
        self, known: Mapping[GameId, _StreamFacts], streams: Sequence[GameId]
    ) -> list[list[StoredEvent] | None]:
        return self._log.read_each([(stream, known[stream].version) for stream in streams])


def _concerns_people(work: Work, game: _StreamFacts) -> bool:
    """True if people wait for the work: for results always, else with a person at the table."""
    return work.task is not ACT or bool(game.persons)


def _account(known: _StreamFacts, founders: Mapping[GameId, _StreamFacts]) -> str:
    return founders[known.series].account if known.series else known.account


def _folded(known: _StreamFacts, events: Iterable[StoredEvent]) -> _StreamFacts:
    """The data after these events, up to the first one that cannot be read."""
    try:
        for event in events:
            known = replace(_after(known, event.record), version=event.version)
    except (TypeError, ValueError, KeyError, AttributeError):
        return known
    return known


def _after(known: _StreamFacts, record: Mapping[str, Any]) -> _StreamFacts:
    kind = record["type"]
    if kind in TAKEN:
        return replace(known, persons=known.persons | {record["seat"]})
    if kind in LEFT:
        return replace(known, persons=known.persons - {record["seat"]})
    if kind == BOT:
        return replace(known, is_slow=known.is_slow or is_slow(record["data"]["policy"]))
    if kind in STREAMS.opens:
        options = record["data"]["options"]
        series = next(
            (parse_game_id(options[kind]["id"]) for kind in STREAMS.series if kind in options), None
        )
        return replace(known, account=record["actor"], series=series)
    return known
