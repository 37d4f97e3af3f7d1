"""The mailer: sends the e-mails of the outbox, each at least once, in a thread of the worker.

A mail server may take seconds to answer, and bots wait for the worker's jobs: so e-mails are no jobs.
"""

from collections.abc import Callable
from email.message import EmailMessage

from redis.exceptions import RedisError

from replays.bootstrap import now_ms, server_key
from replays.log.event_log import StoreAway, UnknownOutcome
from replays.mail.messages import new_message
from replays.mail.outbox import LONGEST_WAIT_MS, Email, Links, Outbox
from replays.mail.postman import Postman, Send
from replays.mail.refusals import is_permanent
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings
from replays.store import clients
from workers.worker.background_thread import BackgroundThread

FIRST_PAUSE_MS = 10_000
IDLE_SECONDS = 1.0
"""How often the outbox is looked at."""
AWAY_SECONDS = 2.0


class Mailer:
    """Sends what is due; several may run at once. `clock` gives ms UTC."""

    def __init__(
        self, outbox: Outbox, links: Links, server: MailServer, send: Send, clock: Callable[[], int]
    ) -> None:
        self._outbox = outbox
        self._links = links
        self._server = server
        self._send = send
        self._clock = clock

    def deliver(self, say: Callable[[str], None]) -> bool:
        """Send the e-mails of one player for whom some are due; whether there was one.

        What cannot be sent is tried again after as long as it has waited, from ten seconds to an hour, until
        its link would be of no use. `say` gets a line for the operator, with nothing of an e-mail but whose
        it is.
        """
        claimed = self._outbox.claim()
        if claimed is None:
            return False
        player, lease = claimed
        kept = [email for email in self._outbox.emails(player) if not self._is_done(player, email, say)]
        pauses = [max(FIRST_PAUSE_MS, self._clock() - email.at) for email in kept]
        again = self._clock() + min(*pauses, LONGEST_WAIT_MS) if pauses else None
        self._outbox.settle(player, lease, again)
        return True

    def _is_done(self, player: str, email: Email, say: Callable[[str], None]) -> bool:
        """Send the e-mail, unless it is for nobody or too late; whether no more is to be done for it."""
        if email.to and (fault := self._fault(player, email)):
            if not is_permanent(fault) and self._clock() < email.until:
                say(f"an e-mail for player {player} waits: {type(fault).__name__}")
                return False
            say(f"an e-mail for player {player} is given up: {type(fault).__name__}")
        self._outbox.remove(player, email)
        return True

    def _fault(self, player: str, email: Email) -> OSError | None:
        """Why the e-mail could not be sent, None where it was."""
        if self._clock() >= email.until:
            return TimeoutError()
        try:
            self._send(self._message(player, email))
        except OSError as fault:
            return fault
        return None

    def _message(self, player: str, email: Email) -> EmailMessage:
        message = new_message(self._server, email.to, email.subject, email.id, email.at)
        link = f"{self._server.public_url}{email.path}{self._links.token(player, email.id)}"
        message.set_content(email.text.replace("{link}", link))
        return message


class MailThread(BackgroundThread):
    """Delivers beside the worker's jobs; an e-mail that takes too long at the end may be sent again."""

    def __init__(self, mailer: Mailer, say: Callable[[str], None]) -> None:
        super().__init__("mailer", self._deliver)
        self._mailer = mailer
        self._say = say

    def _deliver(self) -> float:
        try:
            return 0.0 if self._mailer.deliver(self._say) else IDLE_SECONDS
        except (StoreAway, UnknownOutcome, RedisError):
            return AWAY_SECONDS  # the worker itself says that the store is away
        except Exception as fault:  # noqa: BLE001 - the others' e-mails go on; its text could hold anything
            self._say(f"an e-mail could not be made: {type(fault).__name__}")
            return AWAY_SECONDS


def open_mailer(settings: Settings, server: MailServer) -> Mailer:
    """The mailer for these settings; nothing connects before it delivers."""
    store = clients.writer(settings.log_url())
    links = Links(server_key(settings))
    return Mailer(Outbox(store, now_ms), links, server, Postman(server.smtp).send, now_ms)
