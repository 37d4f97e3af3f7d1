"""The mail server of the settings, over which e-mails are sent."""

from dataclasses import dataclass, field

PORTS = {"smtp": 25, "smtps": 465}
SUBMISSION = 587
"""The port of a server that accepts a password after STARTTLS (RFC 6409)."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A mail server and the login for it.

    With `tls` the connection is encrypted from its beginning, with `starttls` before login and messages.
    """

    host: str
    port: int
    tls: bool
    starttls: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server of outgoing e-mails, their sender, and the base URL of the links in them."""

    smtp: SmtpServer
    sender: str
    public_url: str
