"""Handing a message to the mail server."""

from collections.abc import Callable
from email.message import EmailMessage

from replays.mail.smtp import session
from replays.runtime.settings.mail_server import MailServer

ANSWER_SECONDS = 20.0
"""How long the server may be silent."""

Send = Callable[[EmailMessage], None]


def sender(server: MailServer) -> Send:
    """What sends a message by this server; it raises `OSError`, of which `smtplib.SMTPException` is one."""

    def send(message: EmailMessage) -> None:
        with session(server.smtp, ANSWER_SECONDS) as connection:
            connection.send_message(message)

    return send
