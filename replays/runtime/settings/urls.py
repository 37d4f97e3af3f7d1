"""The kinds of settings that are URLs. No error message shows a password."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit, urlunsplit

from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import ValueKind
from replays.runtime.settings.mail_server import PORTS, SUBMISSION, SmtpServer
from replays.runtime.settings.store_url import FORMS, Arrangement, read_store_url

ENCRYPTED = {"starttls": ["1"]}
"""The only query that the URL of a mail server may have."""
_OPTION_VALUE = re.compile(r"(?<==)[^&]*")


def without_password(url: str) -> str:
    """The URL with its password masked, and the values of its options, one of which may be a password.

    >>> without_password("redis://user:secret@store:6379/0")
    'redis://user:***@store:6379/0'
    >>> without_password("redis://store?db=1&password=secret")
    'redis://store?db=***&password=***'
    """
    parts = urlsplit(url)
    login, at, place = parts.netloc.rpartition("@")
    user, colon, _ = login.partition(":")
    netloc = f"{user}{colon}{'***' if colon else ''}{at}{place}"
    return urlunsplit(parts._replace(netloc=netloc, query=_OPTION_VALUE.sub("***", parts.query)))


def host_name(text: str) -> str:
    """The name or IP address of a host (with or without a port) or of a URL; empty if there is none.

    >>> [host_name(text) for text in ("Example.org:8000", "https://[::1]:8000/x", ":80", "[")]
    ['example.org', '::1', '', '']
    """
    try:
        name = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:
        return ""
    return (name or "").removesuffix(".")


def is_address(name: str) -> bool:
    """True if a host's name is an IP address.

    >>> [is_address(name) for name in ("127.0.0.1", "::1", "localhost")]
    [True, True, False]
    """
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        raise Unusable("not a URL") from None


def _store(url: str) -> str:
    try:
        read = read_store_url(url)
    except Unusable:
        raise
    except ValueError:
        raise Unusable("not a URL") from None
    if read is None:
        raise Unusable(repr(without_password(url)))
    return url


def _queue(url: str) -> str:
    read = read_store_url(_store(url))
    if read and read.arrangement is Arrangement.CLUSTER:
        right = "the URL of a single server or of Sentinels: RQ does not run on a cluster"
        raise Unusable(repr(without_password(url)), right)
    return url


def _archive(url: str) -> str:
    parts = _split(url)
    placed = {"file": not parts.netloc and parts.path.startswith("/"), "s3": parts.hostname}
    if not placed.get(parts.scheme) or "@" in parts.netloc or parts.query:
        raise Unusable(repr(without_password(url)))
    return url


def _smtp(url: str) -> SmtpServer:
    parts = _split(url)
    try:
        port = parts.port
    except ValueError:
        raise Unusable("not a URL") from None
    options = parse_qs(parts.query, keep_blank_values=True)
    starttls, tls = options == ENCRYPTED, parts.scheme == "smtps"
    strange = options not in ({}, ENCRYPTED)
    open_password = parts.password is not None and not (tls or starttls)
    if parts.scheme not in PORTS or not parts.hostname or strange or open_password or (tls and starttls):
        raise Unusable(repr(without_password(url)))
    return SmtpServer(
        host=parts.hostname,
        port=port or (SUBMISSION if starttls else PORTS[parts.scheme]),
        tls=tls,
        starttls=starttls,
        user=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
    )


def _public(url: str) -> str:
    parts = _split(url.rstrip("/"))
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise Unusable(repr(url.rstrip("/")))
    return url.rstrip("/")


def _hosts(text: str) -> frozenset[str]:
    return frozenset(name for each in text.replace(",", " ").split() if (name := host_name(each)))


STORE_URL = ValueKind(f"a URL such as {FORMS}", "URL", _store)
"""The URL of a store on Redis or Valkey."""
QUEUE_URL = ValueKind(STORE_URL.right, "URL", _queue)
"""The URL of a store for RQ, which does not run on a cluster."""
ARCHIVE_URL = ValueKind(
    "a URL such as file:///srv/kingdomino/archive or s3://bucket/prefix, and nothing secret in it",
    "URL",
    _archive,
)
SMTP_URL = ValueKind(
    "a URL such as smtp://localhost, smtp://user:password@host:587?starttls=1 or smtps://user:password@host, "
    "with TLS wherever there is a password",
    "URL",
    _smtp,
)
PUBLIC_URL = ValueKind(
    "where players reach the service, such as https://kingdomino.example.org", "URL", _public
)
"""A URL that players can open, without a slash at its end."""
HOSTS = ValueKind("hosts or URLs", "hosts or URLs", _hosts)
"""The host names in a list of hosts or URLs, in the form of Caddy's addresses."""
