"""A session with the mail server (RFC 5321), by the standard library's client."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from replays.runtime.settings.mail_server import SmtpServer


@contextmanager
def session(server: SmtpServer, seconds: float) -> Iterator[smtplib.SMTP]:
    """Be connected, encrypted and signed in as the settings say; the server may be silent for `seconds`.

    Raises `OSError`, of which `smtplib.SMTPException` is one.
    """
    with _connected(server, seconds) as connection:
        if server.starttls:
            connection.starttls(context=ssl.create_default_context())
        if server.user is not None:
            connection.login(server.user, server.password or "")
        yield connection


def _connected(server: SmtpServer, seconds: float) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=seconds, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=seconds)
