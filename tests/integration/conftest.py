"""Fixtures for the tests on real components."""

from collections.abc import Iterator

import pytest

from harness.service import service
from harness.store.clusters import ClusterOfNodes, running_cluster

__all__ = ["cluster", "service"]


@pytest.fixture(scope="session")
def cluster() -> Iterator[ClusterOfNodes]:
    """Give a cluster of three servers, which only this pytest process uses."""
    with running_cluster() as cluster:
        yield cluster
