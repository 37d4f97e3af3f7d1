"""How settings are read: one parser per kind of value and one kind of refusal, for every process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit, urlunsplit

from replays.runtime.store_url import FORMS, Arrangement, read_store_url

ON = ("on", "1", "true", "yes")
OFF = ("off", "0", "false", "no")
KEY_BYTES = 32

EXIT_CONFIGURATION = 78
"""sysexits.h EX_CONFIG: what is configured cannot work. The parent does not start such a child again."""


class ConfigurationError(Exception):
    """What is configured cannot work, and starting again will not help: say why and stop."""


class SettingError(ConfigurationError):
    """A setting has a value that cannot be used; the text names it, its value and what would be right."""

    def __init__(self, name: str, value: str, right: str) -> None:
        super().__init__(f"{name} is {value}, but must be {right}")


def without_password(url: str) -> str:
    """The URL as it may be shown.

    >>> without_password("redis://user:secret@store:6379/0")
    'redis://user:***@store:6379/0'
    """
    parts = urlsplit(url)
    login, at, place = parts.netloc.rpartition("@")
    user, colon, _ = login.partition(":")
    return urlunsplit(parts._replace(netloc=f"{user}{colon}{'***' if colon else ''}{at}{place}"))


def secret(environ: Mapping[str, str], name: str) -> str:
    """The text of a setting that is, or may hold, a secret: its own, or that of the file at `<name>_FILE`.

    >>> secret({"KINGDOMINO_KEY": "0f0f "}, "KINGDOMINO_KEY")
    '0f0f'
    """
    text, path = (environ.get(each, "").strip() for each in (name, f"{name}_FILE"))
    if not path:
        return text
    if text:
        raise ConfigurationError(f"{name} and {name}_FILE are both set: give one of them")
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        right = f"a text file that this user can read ({type(error).__name__})"
        raise SettingError(f"{name}_FILE", repr(path), right) from None


def store_url(environ: Mapping[str, str], name: str) -> str | None:
    """The URL of a store on Redis or Valkey; absent or empty is None.

    >>> store_url({"REDIS_URL": "redis://store:6379/0"}, "REDIS_URL")
    'redis://store:6379/0'
    """
    url = secret(environ, name)
    if not url:
        return None
    right = f"a URL such as {FORMS}"
    try:
        read = read_store_url(url)
    except ValueError:
        raise SettingError(name, "not a URL", right) from None
    if read is None:
        raise SettingError(name, repr(without_password(url)), right)
    return url


def queue_url(environ: Mapping[str, str], name: str) -> str | None:
    """The same where RQ works, which knows no cluster."""
    url = store_url(environ, name)
    read = read_store_url(url) if url else None
    if url and read and read.arrangement is Arrangement.CLUSTER:
        right = "the URL of a single server or of Sentinels: RQ does not run on a cluster"
        raise SettingError(name, repr(without_password(url)), right)
    return url


def archive_url(environ: Mapping[str, str], name: str) -> str | None:
    """The URL of an archive; absent or empty is None.

    >>> archive_url({"KINGDOMINO_ARCHIVE_URL": "s3://bucket/prefix"}, "KINGDOMINO_ARCHIVE_URL")
    's3://bucket/prefix'
    """
    url = environ.get(name, "").strip()
    if not url:
        return None
    right = "a URL such as file:///srv/kingdomino/archive or s3://bucket/prefix, and nothing secret in it"
    try:
        parts = urlsplit(url)
    except ValueError:
        raise SettingError(name, "not a URL", right) from None
    placed = {"file": not parts.netloc and parts.path.startswith("/"), "s3": parts.hostname}
    if not placed.get(parts.scheme) or "@" in parts.netloc or parts.query:
        raise SettingError(name, repr(without_password(url)), right)
    return url


def needed(name: str, url: str | None) -> str:
    """The URL, for a process that cannot do without it."""
    if url is None:
        way_out = "give it a server's URL, or run `kingdomino serve`, which brings its own"
        raise ConfigurationError(f"{name} is not set: {way_out}")
    return url


def whole_number(environ: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    """A whole number from low to high, both included.

    >>> whole_number({"PORT": "8080"}, "PORT", 8000, 1, 65535)
    8080
    """
    text = environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        raise SettingError(name, repr(text), f"a whole number from {low} to {high}")
    return int(text)


def switch(environ: Mapping[str, str], name: str, *, default: bool) -> bool:
    """On or off; absent or empty is the default.

    >>> switch({"KINGDOMINO_LIMITS": "off"}, "KINGDOMINO_LIMITS", default=True)
    False
    """
    text = environ.get(name, "").strip().lower()
    if text and text not in ON + OFF:
        raise SettingError(name, repr(text), "on or off")
    return text in ON if text else default


def choice(environ: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """One of these words; absent or empty is the first.

    >>> choice({"KINGDOMINO_LOG_LEVEL": "Warning"}, "KINGDOMINO_LOG_LEVEL", ("info", "warning"))
    'warning'
    """
    text = environ.get(name, "").strip().lower() or choices[0]
    if text not in choices:
        raise SettingError(name, repr(text), " or ".join(choices))
    return text


def folder(environ: Mapping[str, str], name: str, default: str) -> Path:
    """A folder's absolute path; it need not exist yet.

    >>> folder({"KINGDOMINO_DATA": "/srv/kingdomino"}, "KINGDOMINO_DATA", "data")
    PosixPath('/srv/kingdomino')
    """
    path = Path(environ.get(name, "").strip() or default).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise SettingError(name, repr(str(path)), "a folder, and this is something else")
    return path


def secret_key(environ: Mapping[str, str], name: str) -> bytes | None:
    """A key of 32 bytes as 64 hexadecimal digits; absent or empty is None. No error shows it."""
    text = secret(environ, name)
    if not text:
        return None
    right = f"{KEY_BYTES} bytes in hexadecimal, as `openssl rand -hex {KEY_BYTES}` prints them"
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise SettingError(name, f"a text of {len(text)} characters that is not hexadecimal", right) from None
    if len(key) != KEY_BYTES:
        raise SettingError(name, f"{len(key)} bytes long", right)
    return key


@dataclass(frozen=True, slots=True)
class CommonSettings:
    """What every process of the service is told: where the log and the jobs are, its folder and its keys.

    `redis_url` is the server of the log, `rq_redis_url` that of the jobs. None for both means the embedded
    store, which `kingdomino serve` starts. `key` encrypts the seeds of unfinished games, `signing_key` signs
    heads; without one each is kept in the data folder. What was over for `archive_after` days goes to
    `archive`, if there is one. A table may wait for players for `open_days`; 0 means for ever. A move is
    answered when so many `replicas` have it on disk, too. Secrets are left out of the repr.
    """

    redis_url: str | None = field(repr=False)
    rq_redis_url: str | None = field(repr=False)
    data: Path
    key: bytes | None = field(repr=False)
    signing_key: bytes | None = field(repr=False)
    unsafe_store: bool
    archive: str | None = None
    archive_after: int = 30
    open_days: int = 14
    log_level: str = "info"
    replicas: int = 0

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings that an environment gives, or a `SettingError`."""
        return cls(
            redis_url=store_url(environ, "REDIS_URL"),
            rq_redis_url=queue_url(environ, "RQ_REDIS_URL"),
            data=folder(environ, "KINGDOMINO_DATA", "data"),
            key=secret_key(environ, "KINGDOMINO_KEY"),
            signing_key=secret_key(environ, "KINGDOMINO_SIGNING_KEY"),
            unsafe_store=switch(environ, "KINGDOMINO_UNSAFE_STORE", default=False),
            archive=archive_url(environ, "KINGDOMINO_ARCHIVE_URL"),
            log_level=choice(environ, "KINGDOMINO_LOG_LEVEL", ("info", "warning")),
            archive_after=whole_number(environ, "KINGDOMINO_ARCHIVE_AFTER", 30, 7, 36_500),
            replicas=whole_number(environ, "KINGDOMINO_REPLICAS", 0, 0, 5),
            open_days=whole_number(environ, "KINGDOMINO_OPEN_DAYS", 14, 0, 36_500),
        )

    def log_url(self) -> str:
        """The URL of the log's server, or a `ConfigurationError` where there is none."""
        return needed("REDIS_URL", self.redis_url)

    def jobs_url(self) -> str:
        """The URL of the jobs' server, or a `ConfigurationError` where there is none."""
        return needed("RQ_REDIS_URL", self.rq_redis_url)
