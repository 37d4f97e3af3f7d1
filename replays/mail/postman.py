"""The postman: hands messages to the mail server, several in one session where they follow each other."""

import smtplib
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from threading import Lock, Timer
from time import monotonic
from typing import NamedTuple

from replays.mail.smtp import connect
from replays.runtime.settings.mail_server import SmtpServer

ANSWER_SECONDS = 20.0
"""How long the server may be silent."""
IDLE_SECONDS = 5.0
"""How long a session waits for another message."""
MOST_MESSAGES = 100
"""Messages in one session; many servers allow no more."""
READY = 250

Send = Callable[[EmailMessage], None]
"""Hands over a message; raises `OSError`, of which `smtplib.SMTPException` is one."""


class _Session(NamedTuple):
    """An open session, how many messages it has carried, and since when it waits for another."""

    smtp: smtplib.SMTP
    messages: int
    since: float


class Postman:
    """Hands messages over. Threads may share it: each message has a session for itself."""

    def __init__(self, server: SmtpServer, clock: Callable[[], float] = monotonic) -> None:
        self._server = server
        self._clock = clock
        self._lock = Lock()
        self._idle: list[_Session] = []
        self._timer: Timer | None = None

    def send(self, message: EmailMessage) -> None:
        """Hand over a message to its receivers; raises `OSError`."""
        smtp, carried, _ = self._waiting() or _Session(connect(self._server, ANSWER_SECONDS), 0, 0.0)
        try:
            smtp.send_message(message)
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
            self._keep(smtp, carried + 1)
            raise
        except BaseException:
            smtp.close()
            raise
        self._keep(smtp, carried + 1)

    def close(self) -> None:
        """End the sessions that wait."""
        with self._lock:
            ended, self._idle = self._idle, []
        for each in ended:
            _end(each.smtp)

    def _waiting(self) -> _Session | None:
        """A session that waits and still answers: nothing is sent into one that the server has ended."""
        while True:
            with self._lock:
                found = self._idle.pop() if self._idle else None
            if found is None or _is_ready(found.smtp):
                return found
            found.smtp.close()

    def _keep(self, smtp: smtplib.SMTP, carried: int) -> None:
        """Let the session wait for another message, unless it was ended or has carried enough."""
        if smtp.sock is None:
            return
        if carried >= MOST_MESSAGES:
            _end(smtp)
            return
        with self._lock:
            self._idle.append(_Session(smtp, carried, self._clock()))
            self._watch()

    def _watch(self) -> None:
        """Look again when the first session may have waited long enough; the lock is held."""
        if self._timer is None and self._idle:
            self._timer = Timer(IDLE_SECONDS, self._end_old)
            self._timer.daemon = True
            self._timer.start()

    def _end_old(self) -> None:
        with self._lock:
            now, self._timer = self._clock(), None
            old = [each for each in self._idle if now - each.since >= IDLE_SECONDS]
            self._idle = [each for each in self._idle if each not in old]
            self._watch()
        for each in old:
            _end(each.smtp)


def _is_ready(smtp: smtplib.SMTP) -> bool:
    try:
        return smtp.noop()[0] == READY
    except OSError:
        return False


def _end(smtp: smtplib.SMTP) -> None:
    """End a session in good manners, as far as the server is still there."""
    with suppress(OSError):
        smtp.quit()
    smtp.close()
