"""The mailer: sends the e-mails of the outbox with at-least-once delivery, in a thread of the worker.

A mail server may take seconds to respond, and bots wait for the worker's jobs, so e-mails are not jobs.
"""

from collections.abc import Callable
from email.message import EmailMessage

from replays.bootstrap import now_ms, server_key
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.outages import is_store_outage
from service.application.mail.messages import new_message
from service.application.mail.outbox import LONGEST_WAIT_MS, Email, Links, Outbox
from service.application.mail.postman import Postman, Send
from service.application.mail.refusals import is_permanent
from workers.outage import Reports
from workers.worker.background_thread import BackgroundThread

FIRST_PAUSE_MS = 10_000
IDLE_SECONDS = 1.0
"""The interval at which the outbox is polled."""
AWAY_SECONDS = 2.0


class Mailer:
    """Sends due e-mails; several mailers may run at once. `clock` returns ms UTC."""

    def __init__(
        self, outbox: Outbox, links: Links, server: MailServer, send: Send, clock: Callable[[], int]
    ) -> None:
        self._outbox = outbox
        self._links = links
        self._server = server
        self._send = send
        self._clock = clock

    def deliver(self, say: Callable[[str], None]) -> bool:
        """Send the e-mails of one player with due e-mails; True if there was such a player.

        An e-mail that cannot be sent is retried after as long as it has already waited, from ten seconds to
        an hour, until it expires. `say` gets a line for the operator, which names the player and contains
        nothing else of the e-mail.
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
        """Send the e-mail, unless it has no receiver or has expired; True if it needs no further attempt."""
        if email.to and (fault := self._fault(player, email)):
            if not is_permanent(fault) and self._clock() < email.until:
                say(f"an e-mail for player {player} waits: {type(fault).__name__}")
                return False
            say(f"an e-mail for player {player} is given up: {type(fault).__name__}")
        self._outbox.remove(player, email)
        return True

    def _fault(self, player: str, email: Email) -> OSError | None:
        """Send the e-mail; returns the error (`TimeoutError` if it has expired), or None if it was sent."""
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
    """The mailer's thread; an e-mail whose sending is interrupted by the end may be sent again."""

    def __init__(self, mailer: Mailer, reports: Reports) -> None:
        super().__init__("mailer", self._deliver)
        self._mailer = mailer
        self._reports = reports

    def _deliver(self) -> float:
        try:
            found = self._mailer.deliver(self._reports.say)
        except Exception as fault:  # noqa: BLE001 - other e-mails go on; the error's text is unknown
            if is_store_outage(fault):
                self._reports.log.away(fault)
            else:
                self._reports.say(f"an e-mail could not be made: {type(fault).__name__}")
            return AWAY_SECONDS
        self._reports.log.back()
        return 0.0 if found else IDLE_SECONDS


def open_mailer(settings: Settings, server: MailServer) -> Mailer:
    """The mailer for these settings; it connects at its first delivery."""
    store = clients.writer(settings.log_url())
    links = Links(server_key(settings))
    return Mailer(Outbox(store, now_ms), links, server, Postman(server.smtp).send, now_ms)
