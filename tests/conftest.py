"""Fixtures for all tests: one private server for each pytest process, flushed before each use."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from redis import Redis

from harness.store.bounds import checked
from harness.store.server import running_server
from replays.store import clients
from tests.sampling import mark_long, register_profiles

collect_ignore = ["long/api/generated_client.py"]  # it needs the generated client

register_profiles()

if "PYTEST_XDIST_WORKER" in os.environ:
    # Until the tests are collected: what is created stays, and looking for garbage takes a third of the time.
    gc.disable()


def pytest_configure() -> None:
    """Let SIGINT interrupt the programs that tests start, whatever started the tests.

    A background job of a shell without job control ignores SIGINT, and so does every process that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make test` leaves out, before `-m` selects by marks."""
    mark_long(items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage from now on, and never again among the collected tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def unbounded() -> Iterator[list[str]]:
    """Give the commands of the products to fake servers that read a whole value without a known bound."""
    with checked() as faults:
        yield faults


@pytest.fixture(autouse=True)
def _bounded(unbounded: list[str]) -> Iterator[None]:
    """Fail the test whose commands would grow with the games, players or notices that there are."""
    yield
    faults = list(dict.fromkeys(unbounded))
    unbounded.clear()
    assert not faults


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
