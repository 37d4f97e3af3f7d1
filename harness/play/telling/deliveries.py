"""A channel for tests, and everything between a game and it, on a store in memory or a real one."""

from collections.abc import Callable, Collection, Iterable

from redis import Redis

from harness.games import KEY
from harness.play.correspondence import Correspondence
from replays.kinds import HandledStreams
from service.application.account_keys import profile_key
from service.application.channels.channel import Channel, NoticeMessage, Outcome, Sent
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.courier import Courier
from service.application.channels.delivering.due import DueTargets
from service.application.channels.preferences import Preferences
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Known, Targets
from service.application.games.visibility import Viewer, Visibility
from service.application.notices.inboxes.reading import Names, NoticeReader
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector

MOST = 10


class Listener:
    """A channel that records its messages, and returns `outcome` for each."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, NoticeMessage]] = []
        self.outcome: Outcome = Sent()

    def send(self, known: Known, message: NoticeMessage) -> Outcome:
        """Record a message, whatever the outcome is."""
        self.messages.append((known.target.player, message))
        return self.outcome

    def texts(self) -> list[list[str]]:
        """The texts of the messages, a list for each, which are then dropped."""
        texts = [[each.text for each in message.notices] for _, message in self.messages]
        self.messages.clear()
        return texts


class Deliveries:
    """Delivers the notices of a correspondence game through a channel, at the time of the game's clock."""

    def __init__(
        self,
        table: Correspondence,
        store: Redis,
        channel: Channel,
        players: Iterable[str],
        names: Names | None = None,
    ) -> None:
        self.table = table
        self.targets = Targets(store)
        self.due = DueTargets(store)
        self.inboxes = StoredInboxes(store)
        self.announcer = Announcer(self.targets, self.due, self._now)
        self.projector = Projector(table.log, self.inboxes, self._now, self._announce)
        capitals = {player: player.capitalize() for player in players}
        for player in capitals:
            store.hset(profile_key(player), "name", player)
        visibility = Visibility(KEY)
        self.courier = Courier(
            channel,
            self.targets,
            self.due,
            self.inboxes,
            NoticeReader(
                HandledStreams(table.tables, self._now),
                names or (lambda asked: {each: capitals.get(each) for each in asked}),
            ),
            lambda seen, player: visibility.may_see(seen, Viewer(player)),
            self._now,
        )

    def _now(self) -> int:
        return self.table.now

    def _announce(self, players: Collection[str]) -> None:
        self.announcer.announce(players)

    def tell(self, player: str, preferences: Preferences) -> Target:
        """Let the player be notified from now on."""
        target = Target(EMAIL, player)
        self.look()
        self.targets.prefer(player, lambda _: preferences)
        self.targets.add(target, {}, MOST)
        return target

    def look(self) -> None:
        """Create the notices of everything that happened so far."""
        while self.projector.go_on(0):
            pass

    def deliver(self, courier: Callable[[Target], None] | None = None) -> None:
        """Create notices, and send what is due now."""
        self.look()
        for target in self.due.claim(EMAIL, self.table.now, 100):
            (courier or self.courier.deliver)(target)
