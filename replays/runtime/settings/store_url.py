"""What the URL of a store names: one server, the master that Sentinels name, or a cluster."""

from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote, urlsplit, urlunsplit


class Arrangement(Enum):
    """How the servers of a store stand to each other; the value is what the scheme says after its `+`."""

    ONE = ""
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


SCHEMES = {"": ("redis", "rediss", "unix"), "sentinel": ("redis", "rediss"), "cluster": ("redis", "rediss")}
PORTS = {Arrangement.ONE: 6379, Arrangement.SENTINEL: 26379, Arrangement.CLUSTER: 6379}
FORMS = (
    "redis://host:6379/0, rediss://host:6379/0, unix:///path/to/socket?db=0, "
    "redis+sentinel://host:26379,other:26379/mymaster/0 or redis+cluster://host:6379,other:6379"
)
"""The forms, for an error message; the last two begin with `rediss` where there is TLS."""


@dataclass(frozen=True, slots=True)
class StoreUrl:
    """A URL in its parts.

    `hosts` are those to ask first: the Sentinels, or some servers of the cluster. `master` is the name that
    the Sentinels know it by. `plain` is a URL as redis-py reads it: of the server, or in the other
    arrangements of the login, the database and the options that hold for every server.
    """

    arrangement: Arrangement
    hosts: tuple[tuple[str, int], ...]
    master: str
    plain: str


def read_store_url(url: str) -> StoreUrl | None:
    """The parts of a URL, or None where it has none of the `FORMS`; raises ValueError where it is no URL.

    >>> read_store_url("redis+sentinel://:pw@one:26379,two/games/0").hosts
    (('one', 26379), ('two', 26379))
    """
    parts = urlsplit(url)
    scheme, _, kind = parts.scheme.partition("+")
    if scheme not in SCHEMES.get(kind, ()):
        return None
    arrangement = Arrangement(kind)
    if scheme == "unix":
        return StoreUrl(arrangement, (), "", url) if parts.path else None
    login, at, places = parts.netloc.rpartition("@")
    hosts = tuple(_host(place, PORTS[arrangement]) for place in places.split(","))
    master, database = _path(arrangement, parts.path)
    plain = parts._replace(scheme=scheme, netloc=f"{login}{at}{places.partition(',')[0]}", path=database)
    read = StoreUrl(arrangement, hosts, master, urlunsplit(plain))
    return read if _is_whole(read, database) else None


def _host(place: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{place}")
    return parts.hostname or "", parts.port or port


def _path(arrangement: Arrangement, path: str) -> tuple[str, str]:
    """The master's name, if any, and the path of the database."""
    if arrangement is not Arrangement.SENTINEL:
        return "", path
    master, _, database = path.lstrip("/").partition("/")
    return unquote(master), f"/{database or 0}"


def _is_whole(read: StoreUrl, database: str) -> bool:
    """Whether each host has a name, and all is there that its arrangement needs, and no more."""
    fits = {
        Arrangement.ONE: len(read.hosts) == 1,
        Arrangement.SENTINEL: bool(read.master),
        Arrangement.CLUSTER: database in {"", "/", "/0"},
    }
    return all(name for name, _ in read.hosts) and fits[read.arrangement]
