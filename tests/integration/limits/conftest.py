"""Fixtures: a store of each kind on which limits are counted."""

from collections.abc import Iterator

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis

from harness.store.clusters import ClusterOfNodes
from harness.store.server import Server, running_server
from replays.store import clients


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Give a store."""
    with running_server() as server:
        yield server


@pytest.fixture(params=["server", "cluster", "memory"])
def store(request: pytest.FixtureRequest) -> Iterator[Redis]:
    """Give an empty store of each kind."""
    if request.param == "memory":
        yield FakeRedis(server=FakeServer())
        return
    there: Server | ClusterOfNodes = request.getfixturevalue(request.param)
    with clients.writer(there.url) as client:
        if isinstance(there, ClusterOfNodes):
            there.clear()
        else:
            client.flushall()
        yield client
