"""Fixtures for all tests: one private server for each pytest process, emptied before each use."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from harness.store.server import running_server
from replays.store import clients

collect_ignore = ["long/generated_client.py"]  # it needs the client that is generated for it

# Time decides no test. All else stays as Hypothesis has it, where CI is set without chance. A test whose
# examples are dear says itself how many it takes.
settings.register_profile(
    "unhurried", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("unhurried"), max_examples=10)  # of `make check`
# Of `python -m tests.long properties`: other examples each time.
settings.register_profile("thorough", settings.get_profile("unhurried"), max_examples=1000, derandomize=False)
settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Let the programs that tests start be interrupted, whatever started the tests.

    A background job of a shell without job control ignores SIGINT, and so does every process that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
