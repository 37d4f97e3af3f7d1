"""Settings of a web process for its machine."""

import os
from unittest.mock import patch

import pytest

from service.server import listening, web_server


@pytest.mark.parametrize("files", [256, 1024, 4096, 65_536])
def test_no_address_takes_all_connections(files: int) -> None:
    """The shares fit any limit of open files, with some left for the store."""
    most, of_address = listening._room(files)
    assert 0 < 4 * of_address <= most < files


def test_a_system_that_forbids_it_is_served_by_all_processors(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the process continues."""
    with patch.object(os, "sched_setaffinity", side_effect=PermissionError(1, "not permitted"), create=True):
        web_server._keep_to_one_processor()
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.message.startswith("the web process cannot be kept to one processor: ")
