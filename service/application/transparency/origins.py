"""The name of the log, and the key that signs its checkpoints."""

import hmac
from urllib.parse import urlsplit

from replays.runtime.settings.settings import Settings
from replays.transparency.notes import NoteSigner

WITHOUT_URL = "localhost/log"
"""The name of the log of an installation without a public URL, which nobody else can look up."""


def origin_of(settings: Settings) -> str:
    """The log's origin: the one that is set, else the host and path of the public URL, and `/log`."""
    if settings.log_origin:
        return settings.log_origin
    if settings.public_url is None:
        return WITHOUT_URL
    parts = urlsplit(settings.public_url)
    return f"{parts.netloc}{parts.path.rstrip('/')}/log"


def log_url(settings: Settings) -> str | None:
    """The address under which the log is served, if the installation has a public URL."""
    return settings.public_url and f"{settings.public_url}/log"


def log_signer(key: bytes, origin: str) -> NoteSigner:
    """The signer of a log's checkpoints, derived from the server's key; each origin has another key."""
    return NoteSigner(origin, hmac.digest(key, b"kingdomino log\0" + origin.encode(), "sha256"))
