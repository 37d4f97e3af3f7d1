"""Checks at the start of every process that the stores are fit for the log and for the jobs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from redis import AuthenticationError, Redis, RedisError, ResponseError
from redis.exceptions import ClusterDownError, NoPermissionError
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered

from replays.log.event_log import LogError
from replays.runtime.settings.errors import ConfigurationError
from replays.store import commands
from replays.store.cluster import Cluster, servers_of
from replays.store.outages import OutageLog, is_store_outage

VERSION = "store/version"
LEAST_VERSION = (7, 0)
# setting -> (the required value, the consequence of another value)
DURABLE = {
    "appendonly": ("yes", "the log would be lost with the server"),
    "appendfsync": ("always", "moves that were acknowledged could be lost"),
    "maxmemory-policy": ("noeviction", "games could be thrown away when memory is short"),
}
HALF_IMPORTED = "import-unfinished"
"""The key that a store has while an installation is imported into it; its value identifies the import."""
HALF = (
    "an import into it was not finished, so games are missing; run `kingdomino import-installation` again "
    "with the same folder (docs/operate/moving.md)"
)
FIRST_WORD_SECONDS = 1.0
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class StoreFault:
    """A problem of a server: a stable code, and a text with the problem and how to fix it."""

    code: str
    text: str


class StopFlag(Protocol):
    """The interface of a stop flag that ends a wait."""

    def is_set(self) -> bool:
        """True if a stop was requested."""

    def wait(self, timeout: float) -> bool:
        """Wait for `timeout` seconds or until a stop is requested; return True if it was."""


class StoreRefusedError(ConfigurationError):
    """The server at REDIS_URL is not fit for the log."""


def check(client: Redis) -> list[StoreFault]:
    """The faults of the log's server, or of the masters of a cluster; empty if it may be used.

    A server that does not answer is away, and not unfit: redis-py's error is raised.
    Codes: `store/version`, `store/appendonly`, `store/appendfsync`, `store/maxmemory-policy`, and
    `store/unchecked` if the server refuses the commands of the check, as managed servers often do.
    """
    return _of_every_server(client, lambda server: _version_problems(server) + _setting_problems(server))


def lacking(client: Redis) -> list[StoreFault]:
    """The requirements that a server, or a master of a cluster, does not meet; the service needs all of them.

    Codes: `store/version`, and `store/commands` if a command is unknown or forbidden.
    """
    return _of_every_server(client, _lacking)


def in_cluster(client: Redis) -> bool:
    """True if the client is connected to a single server of a cluster, which has only its own keys."""
    if isinstance(client, Cluster):
        return False
    try:
        return _texts(client.info("cluster")).get("cluster_enabled") == "1"
    except ResponseError:
        return False


def admit(client: Redis, *, unsafe: bool, say: Callable[[str], None]) -> None:
    """Raise `StoreRefusedError` for a server that may lose moves; with `unsafe`, only warn with `say`.

    A server that does not meet the requirements of `lacking`, or has half of an installation, is refused in
    any case.
    """
    admit_empty(client, unsafe=unsafe, say=say)
    if client.exists(HALF_IMPORTED):
        raise StoreRefusedError(f"the store at REDIS_URL cannot be used yet: {HALF}")


def admit_empty(client: Redis, *, unsafe: bool, say: Callable[[str], None]) -> None:
    """As `admit`, for a store that an installation is being imported into."""
    if in_cluster(client):
        right = "redis+cluster://host:port,other:port"
        raise StoreRefusedError(f"the server at REDIS_URL is part of a cluster: name that, as {right}")
    if lacks := lacking(client):
        reasons = "\n".join(f"  {problem.code}: {problem.text}" for problem in lacks)
        raise StoreRefusedError(f"the store at REDIS_URL cannot keep games:\n{reasons}")
    problems = check(client)
    if not problems:
        return
    reasons = "\n".join(f"  {problem.code}: {problem.text}" for problem in problems)
    if not unsafe:
        way_out = "--unsafe-store or KINGDOMINO_UNSAFE_STORE=1 starts nevertheless; moves may then be lost."
        raise StoreRefusedError(f"the store is not safe to keep games in:\n{reasons}\n{way_out}")
    say(f"warning: the store is not safe to keep games in:\n{reasons}")


def admit_jobs(client: Redis) -> None:
    """Raise `ConfigurationError` if the jobs' server is part of a cluster or too old."""
    if in_cluster(client):
        raise ConfigurationError("RQ does not run on a cluster: name a single server as RQ_REDIS_URL")
    for problem in _version_problems(client):
        if problem.code == VERSION:
            raise ConfigurationError(f"the server at RQ_REDIS_URL cannot be used: {problem.text}")


def admit_replicas(client: Redis, replicas: int) -> None:
    """Raise `ConfigurationError` if appends must wait for replicas and the server does not support that."""
    if not replicas:
        return
    asked = f"KINGDOMINO_REPLICAS={replicas} needs the command WAITAOF"
    for server in servers_of(client):
        try:
            server.waitaof(0, 0, 1)
        except NoPermissionError as error:
            way_out = "allow it (ACL SETUSER), or set KINGDOMINO_REPLICAS=0"
            raise ConfigurationError(
                f"{asked}, which the user of REDIS_URL may not send: {way_out}"
            ) from error
        except ResponseError as error:
            if "unknown command" not in str(error).lower():
                raise ConfigurationError(
                    f"{asked}, which the server at REDIS_URL refuses: {error}"
                ) from error
            way_out = "take Valkey, or Redis 7.2 or newer, or set KINGDOMINO_REPLICAS=0"
            raise ConfigurationError(
                f"{asked}, which the server at REDIS_URL, {shown(server)}, does not have: {way_out}"
            ) from error


def wait_until_up(client: Redis, stop: StopFlag, outages: OutageLog) -> bool:
    """Wait until the server responds; False if a stop was requested first. Logs a wait of over a second.

    Raises `ConfigurationError` immediately for a refused password or another error response, such as that of
    a server that is no cluster, because waiting does not help.
    """
    patient_until = monotonic() + FIRST_WORD_SECONDS
    while not stop.is_set():
        try:
            client.ping()
        except AuthenticationError as error:
            raise ConfigurationError(f"the store refuses the password or user of its URL: {error}") from error
        except (Unreachable, Unanswered, ClusterDownError) as error:
            if monotonic() >= patient_until:
                outages.away(error)
            stop.wait(PAUSE_SECONDS)
        except ResponseError as error:
            raise ConfigurationError(f"the store cannot be used: {error}") from error
        else:
            outages.back()
            return True
    return False


def admit_when_up(client: Redis, stop: StopFlag, outages: OutageLog, admission: Callable[[], object]) -> bool:
    """Wait until the server responds and run the checks of `admission`; False if a stop was requested first.

    If the server goes away during the checks or takes no writes, they are repeated until it does.
    """
    while wait_until_up(client, stop, outages):
        try:
            admission()
        except (LogError, RedisError) as error:
            if not is_store_outage(error):
                raise
            outages.away(error, admission)
            stop.wait(PAUSE_SECONDS)
        else:
            outages.back(admission)
            return True
    return False


def _of_every_server(client: Redis, look: Callable[[Redis], list[StoreFault]]) -> list[StoreFault]:
    """The faults of the server; for several masters of a cluster, each with the master's address."""
    servers = servers_of(client)
    if len(servers) == 1:
        return look(servers[0])
    return [
        replace(problem, text=f"{_place(server)}: {problem.text}")
        for server in servers
        for problem in look(server)
    ]


def _lacking(server: Redis) -> list[StoreFault]:
    too_old = [problem for problem in _version_problems(server) if problem.code == VERSION]
    if too_old:
        return too_old
    text = commands.missing(server)
    return [StoreFault("store/commands", text)] if text else []


def shown(server: Redis) -> str:
    """The name and version of a server, or a phrase for a server that does not tell."""
    try:
        name, version = _name_and_version(_texts(server.info("server")))
    except RedisError:
        return "whose version is not known"
    return f"{name} {'.'.join(map(str, version))}"


def _place(server: Redis) -> str:
    options = server.connection_pool.connection_kwargs
    return f"{options.get('host')}:{options.get('port')}"


def _version_problems(client: Redis) -> list[StoreFault]:
    try:
        info = _texts(client.info("server"))
    except ResponseError as error:
        return [_unchecked("its version", "INFO", error)]
    if not {"redis_version", "valkey_version"} & info.keys():
        text = "the server does not say that it is Valkey or Redis (INFO has no version): install one of them"
        return [StoreFault(VERSION, f"{text}, 7.0 or newer")]
    name, version = _name_and_version(info)
    if version >= LEAST_VERSION:
        return []
    shown = ".".join(str(part) for part in version)
    return [StoreFault(VERSION, f"the server is {name} {shown}: install Valkey or Redis 7.0 or newer")]


def _name_and_version(info: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    """The server's own name and version; Valkey also says which Redis it is compatible with."""
    name = "Valkey" if "valkey_version" in info else "Redis"
    text = info.get("valkey_version") or info.get("redis_version", "0")
    return name, tuple(int(part) for part in text.split(".") if part.isdigit())


def _setting_problems(client: Redis) -> list[StoreFault]:
    try:
        settings = _texts(client.config_get(*DURABLE))
    except ResponseError as error:
        return [_unchecked(", ".join(DURABLE), "CONFIG GET", error)]
    return [
        StoreFault(f"store/{name}", _advice(name, settings.get(name, "unknown"), right, cost))
        for name, (right, cost) in DURABLE.items()
        if settings.get(name) != right
    ]


def _advice(name: str, value: str, right: str, cost: str) -> str:
    how = f"write `{name} {right}` into the server's configuration or send CONFIG SET {name} {right}"
    return f"{name} is {value}, so {cost}; it must be {right}: {how}"


def _unchecked(what: str, command: str, error: ResponseError) -> StoreFault:
    return StoreFault(
        "store/unchecked",
        f"{what} cannot be checked, because the server refuses {command} ({error}): make sure of it yourself "
        "(7.0 or newer, appendonly yes, appendfsync always, maxmemory-policy noeviction)",
    )


def _texts(answer: Mapping[Any, Any]) -> dict[str, str]:
    return {_text(name): _text(value) for name, value in answer.items()}


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
