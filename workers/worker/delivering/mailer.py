"""The mailer: sends the e-mails of the outbox with at-least-once delivery, in a thread of the worker.

A mail server may take seconds to respond, and bots wait for the worker's jobs, so e-mails are not jobs.
"""

from collections.abc import Callable
from email.message import EmailMessage

from replays.bootstrap import now_ms, server_key
from replays.log.setbacks import Setbacks
from replays.log.works import MAIL
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.attempts import Attempts
from replays.store.heartbeat import Health
from replays.streams.setbacks import StreamsSetbacks
from service.application.mail.messages import new_message
from service.application.mail.outbox import LONGEST_WAIT_MS, Email, Links, Outbox
from service.application.mail.postman import Postman, Send
from service.application.mail.refusals import is_permanent
from workers.outage import Reports
from workers.worker.background_thread import LogThread

FIRST_PAUSE_MS = 10_000
IDLE_SECONDS = 1.0
"""The interval at which the outbox is polled."""
AWAY_SECONDS = 2.0


class Mailer:
    """Sends due e-mails; several mailers may run at once. `clock` returns ms UTC."""

    def __init__(  # noqa: PLR0913, PLR0917 - its stores, its server and its clock
        self,
        outbox: Outbox,
        setbacks: Setbacks,
        links: Links,
        server: MailServer,
        send: Send,
        clock: Callable[[], int],
    ) -> None:
        self._attempts = Attempts(setbacks, MAIL, clock)
        self._setbacks = setbacks
        self._outbox = outbox
        self._links = links
        self._server = server
        self._send = send
        self._clock = clock

    def deliver(self, say: Callable[[str], None]) -> bool:
        """Send the e-mails of one player with due e-mails; True if there was such a player.

        An e-mail that cannot be sent is retried after as long as it has already waited, from ten seconds to
        an hour, until it expires. `say` gets a line for the operator, which names the player and contains
        nothing else of the e-mail. If the e-mails cannot be read or made, the player steps back.
        """
        claimed = self._outbox.claim()
        if claimed is None:
            return False
        player, lease = claimed
        paused = self._attempts.alone(player, lambda _: self._sent(player, say), "player")
        known = self._setbacks.setbacks_of(MAIL, [player]).get(player)
        again = self._clock() + min(*paused, LONGEST_WAIT_MS) if paused else None
        if paused is None and known:
            again = known.again
        self._outbox.settle(player, lease, again)
        if known and paused is not None:
            self._setbacks.recover(MAIL, [player])
        return True

    def _sent(self, player: str, say: Callable[[str], None]) -> list[int]:
        """Send the player's e-mails; the pauses until the others are retried, in ms."""
        kept = [email for email in self._outbox.emails(player) if not self._is_done(player, email, say)]
        return [max(FIRST_PAUSE_MS, self._clock() - email.at) for email in kept]

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
        message["Content-Language"] = email.language  # last, as setting the content drops such headers
        return message


class MailThread(LogThread):
    """The mailer's thread; an e-mail whose sending is interrupted by the end may be sent again."""

    def __init__(self, mailer: Mailer, reports: Reports, health: Health | None = None) -> None:
        super().__init__(MAIL, self._deliver, reports, AWAY_SECONDS, health)
        self._mailer = mailer

    def _deliver(self) -> float:
        return 0.0 if self._mailer.deliver(self._reports.say) else IDLE_SECONDS


def open_mailer(settings: Settings, server: MailServer) -> Mailer:
    """The mailer for these settings; it connects at its first delivery."""
    store = clients.writer(settings.log_url())
    links = Links(server_key(settings))
    return Mailer(
        Outbox(store, now_ms), StreamsSetbacks(store, store), links, server, Postman(server.smtp).send, now_ms
    )
