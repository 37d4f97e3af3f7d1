"""How full a store is, and what is refused where it is nearly full."""

import logging
from typing import Any, cast

import pytest
from flask import Flask
from redis import Redis, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from replays.bootstrap import KEY_FILE
from replays.runtime.settings.settings import Settings
from service.app import create_app
from service.http import problems
from service.ops import store_reserve
from service.ops.readiness import memory_problem
from service.ops.store_memory import MemorySampler, StoreMemory, fullest, memory_of
from service.ops.store_reserve import REFUSED, SPARED


class Server:
    """Tells of its memory, counts how often, and fails as it is told to."""

    def __init__(self, used: int = 10, limit: int = 100) -> None:
        self.memory: dict[str, int] = {
            "used_memory": used,
            "mem_not_counted_for_evict": 2,
            "maxmemory": limit,
        }
        self.asked = 0
        self.error: Exception | None = None

    def info(self, section: str) -> dict[str, int]:
        """Answer INFO."""
        assert section == "memory"
        self.asked += 1
        if self.error:
            raise self.error
        return self.memory


def client(server: Server) -> Redis:
    """The server as code knows it."""
    return cast("Redis", cast("Any", server))


def test_buffers_do_not_count_nor_do_servers_that_do_not_tell() -> None:
    """As the server itself has it when it refuses a write."""
    server = Server(92)
    assert memory_of(client(server)) == StoreMemory(90, 100)
    server.error = ResponseError("no permission")
    assert fullest(client(server)) == StoreMemory(0, 0)
    assert StoreMemory(50, 0).share == 0


def test_a_store_is_asked_once_a_second() -> None:
    """However many requests there are, and more often where it fills; away, it is as full as it was."""
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
    """Nothing up to three quarters; then how full it is; from nine tenths on what is refused."""
    assert memory_problem(StoreMemory(75 << 20, 100 << 20)) is None
    filling = memory_problem(StoreMemory(76 << 20, 100 << 20)) or ""
    assert filling.startswith("76 % of its memory is used (76 of 100 MiB): archive")
    assert "are refused" in (memory_problem(StoreMemory(91 << 20, 100 << 20)) or "")


@pytest.mark.parametrize("used", [92, 93])
def test_what_can_wait_is_refused_above_nine_tenths(used: int) -> None:
    """And nothing else; below all is done."""
    app = Flask(__name__)
    problems.register(app)
    store_reserve.register(app, MemorySampler(client(Server(used))))
    app.add_url_rule("/api/v1/games", "games.create", lambda: "done", methods=["POST"])
    app.add_url_rule("/api/v1/games/1/moves", "moves.create", lambda: "done", methods=["POST"])
    asked = app.test_client()
    assert asked.post("/api/v1/games/1/moves").text == "done"
    answer = asked.post("/api/v1/games")
    if used == 92:
        assert answer.text == "done"
    else:
        assert (answer.status_code, answer.json and answer.json["code"]) == (503, "store/nearly-full")
        assert answer.headers["Retry-After"] == "60"


def test_every_change_is_refused_or_spared(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A new operation has to say which it is."""
    caplog.set_level(logging.ERROR)
    (tmp_path / KEY_FILE).write_bytes(bytes(32))
    keys = dict.fromkeys(("KINGDOMINO_KEY", "KINGDOMINO_SIGNING_KEY"), "00" * 32)
    app = create_app(
        Settings.from_environ({"REDIS_URL": "redis://nobody", "KINGDOMINO_DATA": str(tmp_path), **keys})
    )
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}
    }
    assert changing == REFUSED | SPARED
    assert not REFUSED & SPARED
