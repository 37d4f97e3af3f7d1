"""Sends messages over SMTP and reuses a session for messages that follow each other."""

import smtplib
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from threading import Lock, Timer
from time import monotonic
from typing import NamedTuple

from replays.runtime.settings.mail_server import SmtpServer
from service.application.mail.smtp import connect

ANSWER_SECONDS = 20.0
"""The longest time for which the server may be silent."""
IDLE_SECONDS = 5.0
"""The time for which an idle session waits for another message."""
MOST_MESSAGES = 100
"""The most messages in one session; many servers allow no more."""
READY = 250

Send = Callable[[EmailMessage], None]
"""Sends a message; raises `OSError`, which includes `smtplib.SMTPException`."""


class _Session(NamedTuple):
    """An open session, the number of messages sent in it, and the time since which it is idle."""

    smtp: smtplib.SMTP
    messages: int
    since: float


class Postman:
    """Sends messages. Safe to share between threads: no two threads use a session at the same time."""

    def __init__(self, server: SmtpServer, clock: Callable[[], float] = monotonic) -> None:
        self._server = server
        self._clock = clock
        self._lock = Lock()
        self._idle: list[_Session] = []
        self._timer: Timer | None = None

    def send(self, message: EmailMessage) -> None:
        """Send a message to its receivers; raises `OSError`."""
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
        """End the idle sessions."""
        with self._lock:
            ended, self._idle = self._idle, []
        for each in ended:
            _end(each.smtp)

    def _waiting(self) -> _Session | None:
        """An idle session that still responds, or None; sessions that the server has ended are closed."""
        while True:
            with self._lock:
                found = self._idle.pop() if self._idle else None
            if found is None or _is_ready(found.smtp):
                return found
            found.smtp.close()

    def _keep(self, smtp: smtplib.SMTP, carried: int) -> None:
        """Keep the session for another message, unless it was closed or has reached `MOST_MESSAGES`."""
        if smtp.sock is None:
            return
        if carried >= MOST_MESSAGES:
            _end(smtp)
            return
        with self._lock:
            self._idle.append(_Session(smtp, carried, self._clock()))
            self._watch()

    def _watch(self) -> None:
        """Start the timer that ends idle sessions, unless it runs; the caller holds the lock."""
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
    """End a session with QUIT if the server is still reachable, and close the connection."""
    with suppress(OSError):
        smtp.quit()
    smtp.close()
