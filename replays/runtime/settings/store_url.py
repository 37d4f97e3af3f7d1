"""Parses the URL of a store: of one server, of a master behind Sentinels, or of a cluster."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.store_options import read_options


class Arrangement(Enum):
    """The arrangement of a store's servers; the value is the part of the scheme after its `+`."""

    ONE = ""
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


SCHEMES = {"": ("redis", "rediss", "unix"), "sentinel": ("redis", "rediss"), "cluster": ("redis", "rediss")}
PORTS = {Arrangement.ONE: 6379, Arrangement.SENTINEL: 26379, Arrangement.CLUSTER: 6379}
FORMS = (
    "redis://host:6379/0, rediss://host:6379/0, unix:///path/to/socket?db=0, "
    "redis+sentinel://host:26379,other:26379/mymaster/0 or redis+cluster://host:6379,other:6379"
)
"""The valid forms, for an error message; with TLS the last two begin with `rediss`."""
_DATABASE = re.compile(r"/?|/[0-9]{1,9}")
"""The path of a database: redis-py takes 0 for a text that is no number, and 12 for `/1/2`."""


@dataclass(frozen=True, slots=True)
class StoreUrl:
    """The parts of a URL.

    `hosts` are the servers to connect to first: the server itself, the Sentinels, or some servers of the
    cluster; there is none for a socket. `master` is the name of the master for the Sentinels. `plain` is a
    URL in the form of redis-py, without options: of the server, or in the other arrangements with the login
    and the database that hold for every server. `options` are the options of the query, as redis-py takes
    them.
    """

    arrangement: Arrangement
    hosts: tuple[tuple[str, int], ...]
    master: str
    plain: str
    options: Mapping[str, Any] = field(default_factory=dict)


def read_store_url(url: str) -> StoreUrl | None:
    """The parts of a URL, or None if it has none of the `FORMS`; raises ValueError for a text that is no URL.

    Raises `Unusable`, which names it, for an option that a URL may not have.

    >>> read_store_url("redis+sentinel://:pw@one:26379,two/games/0").hosts
    (('one', 26379), ('two', 26379))
    """
    parts = urlsplit(url)
    scheme, _, kind = parts.scheme.partition("+")
    if scheme not in SCHEMES.get(kind, ()):
        return None
    arrangement = Arrangement(kind)
    bare = parts._replace(scheme=scheme, query="", fragment="")
    if scheme == "unix":
        plain_socket = f"unix://{parts.netloc}{parts.path}"  # urlunsplit writes no `//` before an empty host
        return (
            StoreUrl(arrangement, (), "", plain_socket, _options(arrangement, parts, ""))
            if parts.path
            else None
        )
    login, at, places = parts.netloc.rpartition("@")
    hosts = tuple(_host(place, PORTS[arrangement]) for place in places.split(","))
    master, database = _path(arrangement, parts.path)
    plain = bare._replace(netloc=f"{login}{at}{places.partition(',')[0]}", path=database)
    read = StoreUrl(arrangement, hosts, master, urlunsplit(plain), _options(arrangement, parts, database))
    return read if _is_whole(read, database) else None


def _options(arrangement: Arrangement, parts: SplitResult, database: str) -> dict[str, Any]:
    """The options of a URL's query; what the rest of the URL says already may not be said again."""
    elsewhere = {"username": parts.username, "password": parts.password, "db": database.strip("/")}
    given = {name for name, said in elsewhere.items() if said}
    options = read_options(parts.query, tls=parts.scheme.startswith("rediss"), given=given)
    if arrangement is Arrangement.CLUSTER and "db" in options:
        raise Unusable("a URL with the option 'db'", "one without it: a cluster has one database")
    return options


def _host(place: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{place}")
    return parts.hostname or "", parts.port or port


def _path(arrangement: Arrangement, path: str) -> tuple[str, str]:
    """The master's name, if any, and the path of the database."""
    if arrangement is not Arrangement.SENTINEL:
        return "", path
    master, _, database = path.lstrip("/").partition("/")
    return unquote(master), f"/{database}" if database else ""


def _is_whole(read: StoreUrl, database: str) -> bool:
    """True if each host has a name and the URL fits its arrangement: host count, master name, database."""
    fits = {
        Arrangement.ONE: len(read.hosts) == 1 and _DATABASE.fullmatch(database),
        Arrangement.SENTINEL: read.master and _DATABASE.fullmatch(database),
        Arrangement.CLUSTER: database in {"", "/", "/0"},
    }
    return all(name for name, _ in read.hosts) and bool(fits[read.arrangement])
