"""What the web process and the parent of all processes are told by their environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from replays.mail.server import MailServer
from replays.runtime.settings import CommonSettings, SettingError, switch, whole_number
from service.memory_size import MemorySize, memory_size
from service.public_url import public_url, site_hosts

OWN = "KINGDOMINO_"
"""How the names of settings begin that no other program has."""
NAMES = frozenset(
    OWN + name
    for name in (
        *("ARCHIVE_AFTER", "ARCHIVE_URL", "DATA", "KEY", "LIMITS", "LOG_LEVEL", "MAIL_FROM", "METRICS"),
        *("OPEN_DAYS", "PINNED", "PROXIES", "PUBLIC_URL", "REPLICAS", "SIGNING_KEY", "SMTP_URL"),
        *("STORE_MEMORY", "STORE_PROGRAM", "THREADS", "UNSAFE_STORE"),
    )
)
"""Those of the processes; secrets also with `_FILE` behind them."""
STORE_MEMORY = MemorySize(0, percent=25)
"""A quarter: while its file is rewritten the store takes up to twice as much, and the rest needs some too."""
OF_COMMANDS = frozenset({"KINGDOMINO_LIFELINE", "KINGDOMINO_TOKEN", "KINGDOMINO_URL"})
"""What the parent hands to its children, and the client's commands read."""


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """The variables that are named like a setting, and that nothing reads.

    >>> unknown_names({"KINGDOMINO_THREAD": "3", "KINGDOMINO_KEY_FILE": "/run/secrets/key", "HOME": "/"})
    ['KINGDOMINO_THREAD']
    """
    known = NAMES | OF_COMMANDS
    own = (name for name in environ if name.startswith(OWN))
    return sorted(name for name in own if name.removesuffix("_FILE") not in known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(CommonSettings):
    """Every setting of the service.

    `limits` switches rate limits on. `threads` is how many requests, open streams included, one web process
    serves at once. Without `mail` no letter is sent. `proxies` is how many proxies in front of it say who
    asks, and whether by https. `public_url` is where players reach the service, and `hosts` are its names.
    `metrics` is whether there is `/metrics`. `pinned` is whether a web process keeps to one processor.
    `store_memory` is the `maxmemory` of the embedded store.
    """

    host: str
    port: int
    limits: bool
    threads: int
    mail: MailServer | None = field(default=None, repr=False)
    proxies: int = 0
    public_url: str | None = None
    hosts: frozenset[str] = frozenset()
    metrics: bool = True
    pinned: bool = False
    store_memory: MemorySize = STORE_MEMORY

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings that an environment gives, or a `SettingError` that names what is wrong.

        >>> Settings.from_environ({"PORT": "80 80"})
        Traceback (most recent call last):
        ...
        replays.runtime.settings.SettingError: PORT is '80 80', but must be a whole number from 1 to 65535
        """
        common = CommonSettings.from_environ(environ)
        return cls(
            redis_url=common.redis_url,
            rq_redis_url=common.rq_redis_url,
            data=common.data,
            key=common.key,
            signing_key=common.signing_key,
            unsafe_store=common.unsafe_store,
            archive=common.archive,
            archive_after=common.archive_after,
            log_level=common.log_level,
            replicas=common.replicas,
            open_days=common.open_days,
            mail=MailServer.from_environ(environ),
            host=host(environ),
            port=whole_number(environ, "PORT", 8000, 1, 65535),
            limits=switch(environ, "KINGDOMINO_LIMITS", default=True),
            threads=whole_number(environ, "KINGDOMINO_THREADS", 400, 1, 1000),
            proxies=whole_number(environ, "KINGDOMINO_PROXIES", 0, 0, 10),
            public_url=public_url(environ),
            hosts=site_hosts(environ),
            metrics=switch(environ, "KINGDOMINO_METRICS", default=True),
            pinned=switch(environ, "KINGDOMINO_PINNED", default=False),
            store_memory=memory_size(environ, "KINGDOMINO_STORE_MEMORY", STORE_MEMORY),
        )


def host(environ: Mapping[str, str]) -> str:
    """The address to listen on: a name or a number, without scheme, port or brackets."""
    text = environ.get("HOST", "").strip() or "127.0.0.1"
    if any(mark in text for mark in "/[]@ "):
        raise SettingError("HOST", repr(text), "an address such as 127.0.0.1, 0.0.0.0, ::1 or a host's name")
    return text
