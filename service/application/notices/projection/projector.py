"""The projector: follows the feeds and writes the notices that they imply into inboxes, each once.

It reads each partition in order. First it writes into the players' inboxes, which apply each entry once. Then
it advances its place in each partition, and sets alarms in the same step. If it dies in between, the next
projector begins at the last step and repeats nothing that was done. Several projectors may run: they do the
same, and the first one counts. An entry or an inbox that fails is passed over, and named as stuck until it
can be read again.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from replays.encoding.identity import GameId, rematch_id
from replays.events.causes import PLAYER
from replays.events.codec import decode
from replays.events.stream_events import STREAMS
from replays.log.event_log import EventLog
from replays.log.feeds import FeedEntry
from replays.log.occasions import Told
from replays.log.works import NOTICES
from replays.match.aggregate import Match, Status
from replays.match.aggregate_cache import AggregateCache
from replays.match.kinds import Table
from replays.match.recording import MATCHES
from replays.projections.follower import Effects, FeedFollower, Round
from replays.store.attempts import Attempts
from service.application.notices.alarms import alarm_of
from service.application.notices.inboxes.inboxes import InboxChange, Inboxes
from service.application.notices.kinds.registry import of_occasion
from service.application.notices.notice import Happened, Occasion
from service.application.notices.projection.folding import Folded, VersionedTables
from service.application.notices.projection.implied import implied, implied_by_occasion

ALARMS_AT_ONCE = 1000
LOOKED_AT = 1000
"""The number of the opener's newest finished tables that are searched for the one that a rematch follows."""


class Projector:
    """Projects the feeds of a log into inboxes. `clock` returns ms UTC. Not thread-safe.

    `announce` is called with the players who got notices, before the place in the feeds is advanced. If it
    raises `StoreAway`, it is called again.
    """

    def __init__(
        self,
        log: EventLog,
        inboxes: Inboxes,
        clock: Callable[[], int],
        announce: Callable[[Collection[str]], object] = lambda _players: True,
    ) -> None:
        self._announce = announce
        self._attempts = Attempts(log, NOTICES, clock)
        self._log = log
        self._inboxes = inboxes
        self._clock = clock
        self._tables = VersionedTables(log, self._attempts)
        self._now = AggregateCache(log, MATCHES)
        self._follower = FeedFollower(log, NOTICES, self._project)

    def go_on(self, block_ms: int) -> Round:
        """Project new entries, waiting for them for at most `block_ms`, or until the next alarm.

        Raises what the log and inboxes raise, and may be called again.
        """
        self._attempts.again(self._check)
        now = self._clock()
        for game, at in self._log.alarms(now + block_ms, ALARMS_AT_ONCE):
            if at <= now:
                self._log.ring(game, at)
            block_ms = min(block_ms, max(0, at - now))
        return self._follower.go_on(block_ms)

    def _project(self, entries: Sequence[FeedEntry]) -> Mapping[int, Effects]:
        """Write the entries into the inboxes; the alarms and the players told, by partition."""
        alarms: dict[int, dict[GameId, int | None]] = defaultdict(dict)
        changes: dict[str, list[InboxChange]] = defaultdict(list)
        for player, change in self._changes(entries, alarms):
            changes[player].append(change)
        told: dict[int, list[Told]] = defaultdict(list)
        for unread in self._attempts.together(list(changes), partial(self._write, changes), "player"):
            for player, number in unread.items():
                last = changes[player][-1]
                told[last.partition].append(Told(player, number, last.table))
        noticed = [player for player, each in changes.items() if any(one.make for one in each)]
        self._attempts.together(noticed, self._announce, "player")
        return {number: Effects(alarms[number], tuple(told[number])) for number in alarms.keys() | told}

    def _changes(
        self, entries: Iterable[FeedEntry], alarms: dict[int, dict[GameId, int | None]]
    ) -> Iterator[tuple[str, InboxChange]]:
        """The changes that the entries imply, in order, each with its player; adds the alarms to `alarms`."""
        for is_occasion, some in groupby(entries, key=lambda entry: entry.occasion is not None):
            if is_occasion:
                for entry in some:
                    yield from self._readable(entry, self._of_occasion(entry))
                continue
            for folded in self._tables.fold([entry for entry in some if entry.types]):
                if folded.before is None or _reminder(folded.before) != _reminder(folded.after):
                    alarms[folded.entry.partition][folded.after.id] = alarm_of(folded.after)
                yield from self._readable(folded.entry, self._of_append(folded))

    def _readable(
        self, entry: FeedEntry, changes: Iterable[tuple[str, InboxChange]]
    ) -> Iterable[tuple[str, InboxChange]]:
        """The changes by an entry; none if it cannot be read, so that it does not block later entries."""
        return self._attempts.alone(entry.game, lambda _: list(changes), STREAMS.kind_of(entry.types)) or ()

    def _write(self, changes: Mapping[str, list[InboxChange]], players: Sequence[str]) -> dict[str, int]:
        """Write the changes of these players; the numbers of unread notices that have changed."""
        return self._inboxes.write_each({player: changes[player] for player in players})

    def _check(self, items: Sequence[str]) -> bool:
        """Check games that could not be read, and inboxes that could not be written; raises what is wrong.

        What was missed stays missed, because an inbox takes the entries of a feed in order.
        """
        for item in items:
            self._now.current(GameId(item))
            self._inboxes.unread(item)
        return True

    def _of_append(self, folded: Folded) -> Iterator[tuple[str, InboxChange]]:
        yield from implied(folded.entry, self._happened(folded))

    def _happened(self, folded: Folded) -> Happened:
        events = tuple(map(decode, folded.events))
        record = folded.events[0].record
        return Happened(
            folded.before,
            folded.after,
            events,
            record["actor"],
            record["cause"] == PLAYER,
            lambda: self._is_rematch(folded.after),
        )

    def _of_occasion(self, entry: FeedEntry) -> Iterator[tuple[str, InboxChange]]:
        if not of_occasion(entry.occasion):
            return
        for match in self._now.readable([entry.game]):
            yield from implied_by_occasion(entry, Occasion(match, entry.version, entry.detail, self._clock()))

    def _is_rematch(self, table: Table) -> bool:
        """True if the id of the table follows from a finished game in which its opener played."""
        for status in (Status.SCORED, Status.ABORTED):
            over, _ = self._log.list_games(limit=LOOKED_AT, status=status.value, player=table.opener)
            if any(rematch_id(game, table.kind) == table.id for game in over):
                return True
        return False


def _reminder(table: Table) -> tuple[int | None, int | None]:
    """The alarm and the deadline that it is for: after an outage the same alarm can be for a later one."""
    return alarm_of(table), table.deadline if isinstance(table, Match) else None
