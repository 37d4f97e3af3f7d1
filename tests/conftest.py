"""Fixtures for all tests: one private server for each pytest process, flushed before each use."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from harness.store.server import running_server
from replays.store import clients

collect_ignore = ["long/generated_client.py"]  # it needs the generated client

# No test depends on time. The other settings stay at Hypothesis's defaults, which are deterministic in CI.
# A test with expensive examples sets its own number of examples.
settings.register_profile(
    "unhurried", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("unhurried"), max_examples=5)  # of `make check`
# For `python -m tests.long properties`: random examples, different on each run.
settings.register_profile("thorough", settings.get_profile("unhurried"), max_examples=1000, derandomize=False)
settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Let SIGINT interrupt the programs that tests start, whatever started the tests.

    A background job of a shell without job control ignores SIGINT, and so does every process that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def store_url() -> Iterator[str]:
    """Give the URL of a real, durable server that belongs to this pytest process alone."""
    with running_server() as server:
        yield server.url


@pytest.fixture
def store(store_url: str) -> Iterator[Redis]:
    """Give a client of that server, after flushing it."""
    with clients.writer(store_url) as client:
        client.flushall()
        yield client
