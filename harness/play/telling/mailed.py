"""A correspondence game whose players are notified by e-mail, through the real channel to a test server."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage

from redis import Redis

from harness.games import KEY
from harness.play.correspondence import MINUTE, Correspondence
from harness.play.telling.deliveries import Deliveries
from harness.wire.mail import HOST, SENDER, Mailbox, running_mail_server
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.encoding.signing import Signer
from replays.events.game_events import Options
from replays.runtime.settings.mail_server import MailServer, SmtpServer
from service.application.account_keys import credentials_key
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailbox import Mailboxes, plain_names
from service.application.channels.email.receipts import Receipts
from service.application.channels.email.story import Stories
from service.application.channels.email.writing import Writer
from service.application.channels.preferences import DEFAULTS, Digest, Preferences, Quiet, Wishes
from service.application.channels.target import EMAIL
from service.application.grants.registry import ENDING
from service.application.mail.postman import Postman

SIGNER = Signer(KEY)

URL = "https://game.example.org"
PEOPLE = ("ann", "ben", "cleo")
IDS = {name: str(derived_game_id(name)) for name in PEOPLE}
WEEKS = ClockSpec(TimeControl.PER_TURN, 20 * 86_400, 20 * 86_400, 20 * 86_400)


def wanted(digest: Digest = Digest.AT_ONCE, quiet: Quiet | None = None, zone: str = "UTC") -> Preferences:
    """Preferences for e-mails with this digest, quiet hours and time zone."""
    return Preferences(zone, quiet, {**DEFAULTS, EMAIL: Wishes(digest=digest)})


def server_at(port: int) -> MailServer:
    """The mail server at this port, in the form of the settings."""
    return MailServer(SmtpServer(HOST, port, tls=False, starttls=False), SENDER, URL)


def an_address(name: str) -> str:
    """The e-mail address of a player."""
    return f"{name}@example.org"


@dataclass
class Mailed:
    """A game of two or three, the mailbox of all, and the deliveries; `crowd` counts the due e-mails."""

    table: Correspondence
    store: Redis
    mailbox: Mailbox
    deliveries: Deliveries
    channel: Mailboxes
    crowd: list[int]

    def begin(self, preferences: Preferences) -> None:
        """Give every player these preferences, begin the game, and deliver its first notices."""
        for name in PEOPLE[: self.table.match.players]:
            self.store.hset(credentials_key(IDS[name]), "email", an_address(name))
            self.deliveries.tell(IDS[name], preferences)
        self.table.fill(*[None] * (self.table.match.players - 1))
        self.deliveries.deliver()

    @property
    def mover(self) -> str:
        """The name of the player to move."""
        assert self.table.match.mover is not None
        player = self.table.player(self.table.match.mover)
        return next(name for name, each in IDS.items() if each == player)

    def turn(self) -> str:
        """Let the player to move do so until it is another's turn, and return the name of that player."""
        before = self.mover
        while self.mover == before:
            self.table.now += MINUTE
            self.table.move()
        return self.mover

    def emails(self, name: str, ms: int = 0) -> list[EmailMessage]:
        """The player's e-mails so far, after sending what is due `ms` later."""
        self.table.now += ms
        self.deliveries.deliver()
        return self.mailbox.to(an_address(name))


@contextmanager
def mailed(
    store: Redis,
    players: int = 2,
    names: Mapping[str, str] | None = None,
    clock: ClockSpec = WEEKS,
    png: Callable[[str], bytes] = lambda _: b"a picture",
) -> Iterator[Mailed]:
    """A game of this number of players with these names, for the block; for real pictures pass `png_of`."""
    table = Correspondence(1, None, players, Options(clock=clock), list(IDS.values()).__getitem__)
    called = {IDS[name]: (names or {}).get(name, name.capitalize()) for name in PEOPLE}
    plain = plain_names(lambda asked: {each: called.get(each) for each in asked})
    crowd = [0]
    with running_mail_server() as (mailbox, port):
        server = server_at(port)
        postman = Postman(server.smtp)
        channel = Mailboxes(
            CredentialsStore(store, KEY, ENDING),
            Writer(server, UnsubscribeLinks(KEY)),
            postman.send,
            plain,
            Stories(table.log).since_own,
            Receipts(lambda: SIGNER),
            png,
            lambda: crowd[0],
        )
        people = [IDS[name] for name in PEOPLE[:players]]
        deliveries = Deliveries(table, store, channel, people, plain)
        yield Mailed(table, store, mailbox, deliveries, channel, crowd)
        postman.close()
