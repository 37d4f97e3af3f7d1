"""Opens a session with the mail server (RFC 5321), with the standard library's client."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from replays.runtime.settings.mail_server import SmtpServer


def connect(server: SmtpServer, seconds: float) -> smtplib.SMTP:
    """Open a session, with encryption and login from the settings; `seconds` is the timeout of the socket.

    Raises `OSError`, which includes `smtplib.SMTPException`.
    """
    connection = _connected(server, seconds)
    try:
        if server.starttls:
            connection.starttls(context=ssl.create_default_context())
        if server.user is not None:
            connection.login(server.user, server.password or "")
        connection.ehlo_or_helo_if_needed()
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def session(server: SmtpServer, seconds: float) -> Iterator[smtplib.SMTP]:
    """A session that lasts until the end of the block; raises `OSError`."""
    with connect(server, seconds) as connection:
        yield connection


def _connected(server: SmtpServer, seconds: float) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=seconds, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=seconds)
