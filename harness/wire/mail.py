"""A mail server for tests that stores its messages, and queries of them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Lock
from typing import Any

from aiosmtpd.controller import Controller

from harness.processes import free_port
from harness.waiting import eventually

HOST = "127.0.0.1"
SENDER = "kingdomino@example.org"
ARRIVAL_SECONDS = 60.0
DONE = "250 OK"
GREYLISTED = "451 try again later"
REFUSED = "550 no such mailbox"


class Mailbox:
    """Every received message, by receiver; `answers` are for the next messages, which are not stored.

    `receivers` has the server's replies for addresses, whoever sends to them; `clients` has the address of
    each session.
    """

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.receivers: dict[str, str] = {}
        self.clients: set[tuple[str, int]] = set()
        self._messages: list[tuple[str, EmailMessage]] = []
        self._lock = Lock()

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, _: Any) -> str:  # noqa: N802, ARG002 - aiosmtpd's
        """Accept a receiver, or reply as `receivers` says."""
        if address in self.receivers:
            return self.receivers[address]
        envelope.rcpt_tos.append(address)
        return DONE

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802, ARG002 - aiosmtpd's
        """Accept a message, or reply with the next of `answers`."""
        with self._lock:
            self.clients.add(session.peer)
            if self.answers:
                return self.answers.pop(0)
            message = message_from_bytes(envelope.content, policy=policy.default)
            self._messages += [(to, message) for to in envelope.rcpt_tos]
        return DONE

    def to(self, address: str) -> list[EmailMessage]:
        """The messages to this address so far."""
        with self._lock:
            return [message for to, message in self._messages if to == address]

    def message(self, address: str, number: int = 1) -> EmailMessage:
        """Wait for the address's message with this number, counted from 1, and return it."""
        eventually(lambda: len(self.to(address)) >= number, ARRIVAL_SECONDS)
        return self.to(address)[number - 1]

    def link(self, address: str, number: int = 1) -> str:
        """The only link in that message."""
        found = re.findall(r"https?://\S+", self.message(address, number).get_content())
        assert len(found) == 1, found
        return str(found[0])


@contextmanager
def running_mail_server(mailbox: Mailbox | None = None) -> Iterator[tuple[Mailbox, int]]:
    """Run a mail server with this mailbox, or a new one; gives the mailbox and the port."""
    mailbox, port = mailbox or Mailbox(), free_port()
    controller = Controller(mailbox, hostname=HOST, port=port, ready_timeout=ARRIVAL_SECONDS)
    controller.start()
    try:
        yield mailbox, port
    finally:
        controller.stop()


def mail_settings(port: int, public_url: str) -> dict[str, str]:
    """The settings of a service that sends its e-mails through that server."""
    return {
        "KINGDOMINO_SMTP_URL": f"smtp://{HOST}:{port}",
        "KINGDOMINO_MAIL_FROM": SENDER,
        "KINGDOMINO_PUBLIC_URL": public_url,
    }
