"""The memory of a store, and refusals when it is nearly full."""

from typing import Any, cast

import pytest
from redis import Redis, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from replays.store.memory import MemorySampler, StoreMemory, fullest, memory_of
from service.http import problems
from service.http.endpoints import NORMALLY, WHILE_FULL, DeclaringFlask
from service.ops import store_reserve
from service.ops.readiness import memory_problem


class Server:
    """A server that reports its memory, counts requests, and can fail."""

    def __init__(self, used: int = 10, limit: int = 100) -> None:
        self.memory: dict[str, int] = {
            "used_memory": used,
            "mem_not_counted_for_evict": 2,
            "maxmemory": limit,
        }
        self.asked = 0
        self.error: Exception | None = None

    def info(self, section: str) -> dict[str, int]:
        """Return the result of INFO."""
        assert section == "memory"
        self.asked += 1
        if self.error:
            raise self.error
        return self.memory


def client(server: Server) -> Redis:
    """The server, typed as a client."""
    return cast("Redis", cast("Any", server))


def test_buffers_do_not_count_nor_do_servers_that_do_not_tell() -> None:
    """Buffers are excluded, as in the server's own limit; without an answer the memory is unknown."""
    server = Server(92)
    assert memory_of(client(server)) == StoreMemory(90, 100)
    server.error = ResponseError("no permission")
    assert fullest(client(server)) == StoreMemory(0, 0)
    assert StoreMemory(50, 0).share == 0


def test_a_store_is_asked_once_a_second() -> None:
    """The value is cached for a second, less if it is nearly full, and kept while the store fails."""
    server, now = Server(92), [5.0]
    sampler = MemorySampler(client(server), lambda: now[0])
    assert {sampler.last() for _ in range(10)} == {StoreMemory(90, 100)}
    assert server.asked == 1
    server.memory["used_memory"] = 13
    now[0] = 5.2
    assert sampler.last() == StoreMemory(11, 100)
    server.error = RedisConnectionError("refused")
    now[0] = 6.1
    sampler.last()
    assert server.asked == 2
    now[0] = 7.0
    assert sampler.last() == StoreMemory(11, 100)
    assert server.asked == 3


def test_what_is_said_of_it() -> None:
    """Up to 75 % there is no problem; then it states the share, and from 90 % the refusals."""
    assert memory_problem(StoreMemory(75 << 20, 100 << 20)) is None
    filling = memory_problem(StoreMemory(76 << 20, 100 << 20)) or ""
    assert filling.startswith("76 % of its memory is used (76 of 100 MiB): archive")
    assert "are refused" in (memory_problem(StoreMemory(91 << 20, 100 << 20)) or "")


@pytest.mark.parametrize("used", [92, 93])
def test_what_can_wait_is_refused_above_nine_tenths(used: int) -> None:
    """Only these requests are refused, and only above 90 %."""
    app = DeclaringFlask(__name__, static_folder=None)
    problems.register(app)
    store_reserve.register(app, MemorySampler(client(Server(used))))
    for path, works in (("/api/v1/games", NORMALLY), ("/api/v1/games/1/moves", WHILE_FULL)):
        app.add_url_rule(path, path, lambda: "done", methods=["POST"], weight=1, works=works)
    asked = app.test_client()
    assert asked.post("/api/v1/games/1/moves").text == "done"
    answer = asked.post("/api/v1/games")
    if used == 92:
        assert answer.text == "done"
    else:
        assert (answer.status_code, answer.json and answer.json["code"]) == (503, "store/nearly-full")
        assert answer.headers["Retry-After"] == "60"
