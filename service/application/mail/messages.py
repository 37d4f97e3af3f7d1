"""Creates the service's e-mail messages with the headers that all of them have."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from typing import Any

from replays.runtime.settings.mail_server import MailServer

NAME = "Kingdomino"
"""The display name of the sender."""
WHOLE = frozenset({"list-unsubscribe", "references", "in-reply-to", "message-id", "list-id"})
"""Headers with addresses and ids, which are not folded: the library would encode a long one in pieces."""


class _Policy(EmailPolicy):
    """The default e-mail policy, except that the headers in `WHOLE` are not folded."""

    def fold(self, name: str, value: Any) -> str:
        return self._whole(name, value) if name.lower() in WHOLE else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() in WHOLE:
            return self._whole(name, value).encode("ascii")
        return super().fold_binary(name, value)

    def _whole(self, name: str, value: str) -> str:
        return f"{name}: {value}{self.linesep}"


POLICY = _Policy()


def new_message(server: MailServer, to: str, subject: str, name: str, at: int) -> EmailMessage:
    """A message without a body; its id is built from `name`, `at` is its date in ms UTC.

    The id is the same for every attempt, so a mailbox that receives the message twice can tell.
    """
    message = EmailMessage(POLICY)
    message["From"] = Address(NAME, addr_spec=server.sender)
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate(at / 1000)
    message["Message-ID"] = message_id(server, name)
    message["Auto-Submitted"] = "auto-generated"
    return message


def message_id(server: MailServer, name: str) -> str:
    """The message id for this name, in the sender's domain (RFC 5322, 3.6.4).

    >>> from replays.runtime.settings.mail_server import SmtpServer
    >>> smtp = SmtpServer("mail", 25, tls=False, starttls=False)
    >>> message_id(MailServer(smtp, "game@example.org", "https://game.example.org"), "ann")
    '<ann@example.org>'
    """
    return f"<{name}@{domain(server)}>"


def domain(server: MailServer) -> str:
    """The domain of the sender."""
    return server.sender.rpartition("@")[2]
