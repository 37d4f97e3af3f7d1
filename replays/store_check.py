"""Is the server of the log fit to be the only truth? Asked once at the start of every process."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from redis import AuthenticationError, Redis, RedisError, ResponseError
from redis.exceptions import ClusterDownError
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered

from replays.cluster import Cluster, servers_of
from replays.settings import ConfigurationError

LEAST_VERSION = (7, 0)
# setting -> (the value that is right, what another value costs)
DURABLE = {
    "appendonly": ("yes", "the log would be lost with the server"),
    "appendfsync": ("always", "moves that were acknowledged could be lost"),
    "maxmemory-policy": ("noeviction", "games could be thrown away when memory is short"),
}
FIRST_WORD_SECONDS = 1.0
NEXT_WORD_SECONDS = 10.0
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason not to trust a server: a stable code; what is, what would be right and how to set it."""

    code: str
    text: str


class Stop(Protocol):
    """What may end a wait."""

    def is_set(self) -> bool:
        """Whether waiting has to end."""

    def wait(self, timeout: float) -> bool:
        """Wait so many seconds, or until the end is asked for; whether it was."""


class StoreRefusedError(ConfigurationError):
    """The server at REDIS_URL is not fit for the log."""


def check(client: Redis) -> list[Problem]:
    """All that is wrong with the server of the log, or the masters of a cluster; nothing when it may be used.

    Codes: `store/version`, `store/appendonly`, `store/appendfsync`, `store/maxmemory-policy`, and
    `store/unchecked` where the server does not let itself be asked, as managed ones often do not.
    """
    servers = servers_of(client)
    return [
        problem if len(servers) == 1 else replace(problem, text=f"{_place(server)}: {problem.text}")
        for server in servers
        for problem in _version_problems(server) + _setting_problems(server)
    ]


def in_cluster(client: Redis) -> bool:
    """Whether the client asks one server of a cluster, which answers for its own keys only."""
    if isinstance(client, Cluster):
        return False
    try:
        return _texts(client.info("cluster")).get("cluster_enabled") == "1"
    except ResponseError:
        return False


def admit(client: Redis, *, unsafe: bool, say: Callable[[str], None]) -> None:
    """Let a fit server pass and refuse another; with `unsafe` only say what is wrong."""
    if in_cluster(client):
        right = "redis+cluster://host:port,other:port"
        raise StoreRefusedError(f"the server at REDIS_URL is part of a cluster: name that, as {right}")
    problems = check(client)
    if not problems:
        return
    reasons = "\n".join(f"  {problem.code}: {problem.text}" for problem in problems)
    if not unsafe:
        way_out = "--unsafe-store or KINGDOMINO_UNSAFE_STORE=1 starts nevertheless; moves may then be lost."
        raise StoreRefusedError(f"the store is not safe to keep games in:\n{reasons}\n{way_out}")
    say(f"warning: the store is not safe to keep games in:\n{reasons}")


def admit_jobs(client: Redis) -> None:
    """Refuse a server of the jobs that RQ does not run on."""
    if in_cluster(client):
        raise ConfigurationError("RQ does not run on a cluster: name a single server as RQ_REDIS_URL")


def admit_replicas(client: Redis, replicas: int) -> None:
    """Refuse a server that cannot wait for its replicas, where it shall wait for so many."""
    if not replicas:
        return
    try:
        for server in servers_of(client):
            server.waitaof(0, 0, 1)
    except ResponseError as error:
        raise ConfigurationError(
            f"KINGDOMINO_REPLICAS needs Valkey or Redis 7.2 or newer at REDIS_URL: {error}"
        ) from error


def wait_until_up(client: Redis, stop: Stop, say: Callable[[str], None]) -> bool:
    """Wait until the server answers; False when the end was asked for first. Says so when it takes long.

    A refused password, or a cluster that is none, is an error at once, since waiting cures it not.
    """
    speak_at = monotonic() + FIRST_WORD_SECONDS
    while not stop.is_set():
        try:
            client.ping()
        except AuthenticationError as error:
            raise ConfigurationError(f"the store refuses the password or user of its URL: {error}") from error
        except (Unreachable, Unanswered, ClusterDownError) as error:
            if monotonic() >= speak_at:
                say(f"waiting for the store: {error}")
                speak_at = monotonic() + NEXT_WORD_SECONDS
            stop.wait(PAUSE_SECONDS)
        except ResponseError as error:
            raise ConfigurationError(f"the store cannot be used: {error}") from error
        else:
            return True
    return False


def _place(server: Redis) -> str:
    options = server.connection_pool.connection_kwargs
    return f"{options.get('host')}:{options.get('port')}"


def _version_problems(client: Redis) -> list[Problem]:
    try:
        info = _texts(client.info("server"))
    except RedisError as error:
        return [_unchecked("its version", "INFO", error)]
    name, version = _name_and_version(info)
    if version >= LEAST_VERSION:
        return []
    shown = ".".join(str(part) for part in version)
    return [Problem("store/version", f"the server is {name} {shown}: install Valkey or Redis 7.0 or newer")]


def _name_and_version(info: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    """The server's own name and version; Valkey also says which Redis it is compatible with."""
    name = "Valkey" if "valkey_version" in info else "Redis"
    text = info.get("valkey_version") or info.get("redis_version", "0")
    return name, tuple(int(part) for part in text.split(".") if part.isdigit())


def _setting_problems(client: Redis) -> list[Problem]:
    try:
        settings = _texts(client.config_get(*DURABLE))
    except RedisError as error:
        return [_unchecked(", ".join(DURABLE), "CONFIG GET", error)]
    return [
        Problem(f"store/{name}", _advice(name, settings.get(name, "unknown"), right, cost))
        for name, (right, cost) in DURABLE.items()
        if settings.get(name) != right
    ]


def _advice(name: str, value: str, right: str, cost: str) -> str:
    how = f"write `{name} {right}` into the server's configuration or send CONFIG SET {name} {right}"
    return f"{name} is {value}, so {cost}; it must be {right}: {how}"


def _unchecked(what: str, command: str, error: RedisError) -> Problem:
    return Problem(
        "store/unchecked",
        f"{what} cannot be checked, because the server refuses {command} ({error}): make sure of it yourself "
        "(7.0 or newer, appendonly yes, appendfsync always, maxmemory-policy noeviction)",
    )


def _texts(answer: Mapping[Any, Any]) -> dict[str, str]:
    return {_text(name): _text(value) for name, value in answer.items()}


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
