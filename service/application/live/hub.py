"""Live updates: one reader of the feeds per process distributes new events to all followers.

A follower gets the events of some games, and hints about changes in the games of a player. It has a bounded
inbox, and the reader never waits for it. A follower that falls behind reads the log itself and is notified
that it has missed hints. After an outage all followers do so, because a fail-over may have lost events that
were already sent.

Before a follower gets what not everybody may have, the reader checks that the viewer's rights are still valid
(`right_checks.py`).
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from threading import Event, Lock, Thread

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.event_log import EventLog, LogError
from replays.log.feeds import FeedEntry
from replays.log.occasions import TALK_WRITTEN, TalkDetail
from replays.match.matches import Matches
from replays.store.outages import OutageLog, repeat
from service.application.live.follower import NO_TALK, Follower
from service.application.live.items import Heard, News, NoticesChanged, Talked
from service.application.live.right_checks import RightChecks
from service.application.live.rights import ANYBODYS, Rights
from service.application.live.seats import Seats
from service.application.quotas.streams import ANYBODY, NO_STREAM_QUOTA, StreamClient, StreamQuota

BLOCK_MS = 1000
RETRY_SECONDS = 0.5

Render = Callable[[GameId, list[StoredEvent]], Mapping[Version, bytes]]
"""Returns the changes that events made to a game, by version, in the form that is sent with the events."""

log = logging.getLogger(__name__)


class Hub:
    """The live updates of one process; its reader starts with the first stream and ends with `close`.

    `render` is called once for all followers of a game. `watching` is called with 1 when a stream opens and
    -1 when it closes. Without `checks`, every right is valid. Other parts of the process
    report to `outages`, too.
    """

    def __init__(  # noqa: PLR0913 - the dependencies of live updates
        self,
        event_log: EventLog,
        matches: Matches,
        limit: int,
        quota: StreamQuota = NO_STREAM_QUOTA,
        watching: Callable[[int], None] = lambda _: None,
        *,
        render: Render = lambda _game, _events: {},
        checks: RightChecks | None = None,
        outages: OutageLog | None = None,
    ) -> None:
        self.log = event_log
        self.matches = matches
        self._seats = Seats(matches)
        self._checks = checks or RightChecks(set)
        self.outages = outages or OutageLog(log.warning)
        self._limit = limit
        self._quota = quota
        self._watching = watching
        self._render = render
        self._followers: set[Follower] = set()
        self._lock = Lock()
        self._closed = Event()
        self._cursors: dict[int, str] = {}

    def follow(
        self,
        seen: Mapping[GameId, int],
        player: str | None = None,
        client: StreamClient = ANYBODY,
        talks: Mapping[GameId, Collection[str]] = NO_TALK,
        rights: Rights = ANYBODYS,
    ) -> Follower:
        """Follow games from just after the versions `seen`, and all present and future games of the player.

        `talks` are the rooms of games in which messages cause hints; `rights` those of the viewer.

        The follower stays until its `close`. Raises `TooManyFollowers`, `TooManyOfOne` and `LogError`. The
        follower is registered before the player's games and rooms are looked up, so no change of a seat is
        missed.
        """
        follower = Follower(self, seen, player, client, talks, rights)
        with self._lock:
            self._make_room(client)
            self._followers.add(follower)
            self._watching(1)
        try:
            follower.look_up()
        except LogError:
            follower.close()
            raise
        return follower

    def leave(self, follower: Follower) -> None:
        """Remove a follower; no effect if it was already removed."""
        with self._lock:
            if follower in self._followers:
                self._followers.remove(follower)
                self._watching(-1)

    def check(self, follower: Follower) -> None:
        """End the follower if one of its rights is no longer valid; raises `LogError`."""
        self._checks.check([follower])

    def check_accounts(self, players: Collection[str]) -> None:
        """Check the followers with a right of these accounts; raises `LogError`."""
        held = (each for each in self._all() if any(right.player in players for right in each.rights.held))
        self._checks.check(held if players else ())

    def close(self) -> None:
        """End the reader and all followers."""
        self._closed.set()
        for follower in self._all():
            follower.on_news()

    @property
    def closed(self) -> bool:
        """True if the process is about to end, so streams should end."""
        return self._closed.is_set()

    def _all(self) -> list[Follower]:
        with self._lock:
            return list(self._followers)

    def _make_room(self, client: StreamClient) -> None:
        """Check that there is room for one more follower, and start the reader; the caller holds the lock."""
        self._quota.check(client, [other.client for other in self._followers], self._limit)
        if not self._cursors:
            self._cursors = self.log.feed_ends()
            self.run("live updates", self._read)

    def run(self, name: str, step: Callable[..., object]) -> None:
        """Repeat this step in a thread, until the hub is closed."""
        args = (step, self._closed, self.outages, name, RETRY_SECONDS)
        Thread(target=repeat, args=args, name=name, daemon=True).start()

    def _read(self, *, anew: bool) -> None:
        if anew:
            self._begin_anew()
        entries = self.log.tail(self._cursors, BLOCK_MS)
        self._hand_out(entries)
        self._checks.check_due(self._all)
        for entry in entries:
            self._cursors[entry.partition] = entry.entry_id

    def _begin_anew(self) -> None:
        """Begin at the ends: all followers read the log, as a fail-over may have lost events."""
        self._cursors = self.log.feed_ends()
        for follower in self._all():
            follower.miss()

    def _hand_out(self, entries: list[FeedEntry]) -> None:
        followers = self._all()
        self._reseat(entries, [each for each in followers if each.player is not None or each.talks])
        latest = {entry.game: entry.version for entry in entries if entry.occasion is None}
        notices = {
            told.player: NoticesChanged(told.unread, told.game) for entry in entries for told in entry.told
        }
        talked = {
            Talked(entry.game, TalkDetail.read(entry.detail).room)
            for entry in entries
            if entry.occasion == TALK_WRITTEN
        }
        news = self._news(latest, followers)
        dependent = []
        for follower in followers:
            told = notices.get(follower.player or "")
            batch = follower.batch(latest, news, told, talked, self._seats.sits)
            if any(map(follower.rights.cover, batch)):
                dependent.append((follower, batch))
            else:
                follower.put(batch)
        self._hand_to_valid(dependent)

    def _hand_to_valid(self, dependent: list[tuple[Follower, list[Heard]]]) -> None:
        """Check those who depend on a right, after what they get was read; hand it to those who have it."""
        self._checks.check(follower for follower, _ in dependent)
        for follower, batch in dependent:
            follower.put(batch)  # an ended one takes nothing

    def _reseat(self, entries: list[FeedEntry], followers: list[Follower]) -> None:
        """Follow the changes of seats; each game is loaded once."""
        changed = self._seats.changed(entries)
        for match in self.matches.readable(changed if followers else ()):
            for follower in followers:
                follower.reseat(match)

    def _news(self, games: Iterable[GameId], followers: list[Follower]) -> dict[GameId, News]:
        """The new events of those games that are followed, read once for all followers.

        They begin with the last seen event, so that followers notice if a fail-over has lost it.
        """
        news = {}
        for game in games:
            # A follower may drop the game at any moment.
            seen = [version for each in followers if (version := each.seen.get(game)) is not None]
            if seen:
                events = self.log.read(game, after=max(min(seen) - 1, 0))
                news[game] = News(game, events, self._render(game, events))
        return news
