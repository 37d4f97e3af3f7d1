"""The mail server that letters are handed to, as the settings name it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

from replays.runtime.settings import SettingError, secret, without_password

PORTS = {"smtp": 25, "smtps": 465}
SUBMISSION = 587
"""The port of a server that takes a password after STARTTLS (RFC 6409)."""
ENCRYPTED = {"starttls": ["1"]}
"""The one query that a URL may have."""
URL = "KINGDOMINO_SMTP_URL"
SENDER = "KINGDOMINO_MAIL_FROM"
PUBLIC_URL = "KINGDOMINO_PUBLIC_URL"
RIGHT = (
    "a URL such as smtp://localhost, smtp://user:password@host:587?starttls=1 or smtps://user:password@host, "
    "with TLS wherever there is a password"
)


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where letters go out, from whom, and where the links in them lead.

    With `tls` the connection is encrypted from its beginning, with `starttls` before anything is said.
    """

    host: str
    port: int
    tls: bool
    starttls: bool
    user: str | None
    password: str | None = field(repr=False)
    sender: str
    public_url: str

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self | None:
        """The server that an environment names, None where it names none, or a `SettingError`."""
        text = secret(environ, URL)
        sender, public_url = (environ.get(name, "").strip() for name in (SENDER, PUBLIC_URL))
        if not text:
            return None
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise SettingError(URL, "not a URL", RIGHT) from None
        options = parse_qs(parts.query, keep_blank_values=True)
        starttls, tls = options == ENCRYPTED, parts.scheme == "smtps"
        strange = options not in ({}, ENCRYPTED)
        open_password = parts.password is not None and not (tls or starttls)
        if parts.scheme not in PORTS or not parts.hostname or strange or open_password or (tls and starttls):
            raise SettingError(URL, repr(without_password(text)), RIGHT)
        return cls(
            host=parts.hostname,
            port=port or (SUBMISSION if starttls else PORTS[parts.scheme]),
            tls=tls,
            starttls=starttls,
            user=None if parts.username is None else unquote(parts.username),
            password=None if parts.password is None else unquote(parts.password),
            sender=_checked_sender(sender),
            public_url=checked_public_url(public_url.rstrip("/")),
        )


def _checked_sender(text: str) -> str:
    local, at, domain = text.rpartition("@")
    bad = not (local and at and domain) or any(mark.isspace() or not mark.isprintable() for mark in text)
    if bad:
        raise SettingError(SENDER, repr(text), "an address such as kingdomino@example.org")
    return text


def checked_public_url(text: str) -> str:
    """The text, where it is a URL that players can open; else a `SettingError`."""
    parts = urlsplit(text)
    bad = parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment
    if bad:
        right = "where players reach the service, such as https://kingdomino.example.org"
        raise SettingError(PUBLIC_URL, repr(text), right)
    return text
