"""The mail server that e-mails are handed to, as the settings name it."""

from dataclasses import dataclass, field

PORTS = {"smtp": 25, "smtps": 465}
SUBMISSION = 587
"""The port of a server that takes a password after STARTTLS (RFC 6409)."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A mail server and the login there.

    With `tls` the connection is encrypted from its beginning, with `starttls` before anything is said.
    """

    host: str
    port: int
    tls: bool
    starttls: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where e-mails go out, from whom, and where the links in them lead."""

    smtp: SmtpServer
    sender: str
    public_url: str
