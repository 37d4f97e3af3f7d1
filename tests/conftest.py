"""Fixtures for all tests: one private server for each pytest process, emptied before each use."""

from collections.abc import Iterator

import pytest
from redis import Redis

from replays import clients
from tests.support.server import running_server


@pytest.fixture(scope="session")
def store_url() -> Iterator[str]:
    """Give the URL of a real, durable server that this pytest process has for itself."""
    with running_server() as server:
        yield server.url


@pytest.fixture
def store(store_url: str) -> Iterator[Redis]:
    """Give a client of that server, which is empty."""
    with clients.writer(store_url) as client:
        client.flushall()
        yield client
