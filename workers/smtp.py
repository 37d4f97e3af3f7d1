"""Handing a message to the mail server (RFC 5321), by the standard library's client."""

import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage

from replays.mail_server import MailServer

ANSWER_SECONDS = 20.0
"""How long the server may be silent."""

Send = Callable[[EmailMessage], None]


def sender(server: MailServer) -> Send:
    """What sends a message by this server; it raises `OSError`, of which `smtplib.SMTPException` is one."""

    def send(message: EmailMessage) -> None:
        with _connected(server) as connection:
            if server.starttls:
                connection.starttls(context=ssl.create_default_context())
            if server.user is not None:
                connection.login(server.user, server.password or "")
            connection.send_message(message)

    return send


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=ANSWER_SECONDS, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=ANSWER_SECONDS)
