"""How settings are read: one parser per kind of value and one kind of refusal, for every process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit, urlunsplit

STORE_SCHEMES = ("redis", "rediss", "unix")
ON = ("on", "1", "true", "yes")
OFF = ("off", "0", "false", "no")
KEY_BYTES = 32


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


def store_url(environ: Mapping[str, str], name: str) -> str | None:
    """The URL of a Redis or Valkey server; absent or empty is None.

    >>> store_url({"REDIS_URL": "redis://store:6379/0"}, "REDIS_URL")
    'redis://store:6379/0'
    """
    url = environ.get(name, "").strip()
    if not url:
        return None
    right = "a URL such as redis://host:6379/0, rediss://host:6379/0 or unix:///path/to/socket?db=0"
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (the property raises on a bad port)
    except ValueError:
        raise SettingError(name, "not a URL", right) from None
    place = parts.path if parts.scheme == "unix" else parts.hostname
    if parts.scheme not in STORE_SCHEMES or not place:
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
    text = environ.get(name, "").strip()
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
    heads; without one each is kept in the data folder. Secrets are left out of the repr.
    """

    redis_url: str | None = field(repr=False)
    rq_redis_url: str | None = field(repr=False)
    data: Path
    key: bytes | None = field(repr=False)
    signing_key: bytes | None = field(repr=False)
    unsafe_store: bool

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings that an environment gives, or a `SettingError`."""
        return cls(
            redis_url=store_url(environ, "REDIS_URL"),
            rq_redis_url=store_url(environ, "RQ_REDIS_URL"),
            data=folder(environ, "KINGDOMINO_DATA", "data"),
            key=secret_key(environ, "KINGDOMINO_KEY"),
            signing_key=secret_key(environ, "KINGDOMINO_SIGNING_KEY"),
            unsafe_store=switch(environ, "KINGDOMINO_UNSAFE_STORE", default=False),
        )

    def log_url(self) -> str:
        """The URL of the log's server, or a `ConfigurationError` where there is none."""
        return needed("REDIS_URL", self.redis_url)

    def jobs_url(self) -> str:
        """The URL of the jobs' server, or a `ConfigurationError` where there is none."""
        return needed("RQ_REDIS_URL", self.rq_redis_url)
