"""What a web process does about the machine it runs on."""

import os
from unittest.mock import patch

import pytest

from service.server import web_server


def test_a_system_that_forbids_it_is_served_by_all_processors(caplog: pytest.LogCaptureFixture) -> None:
    """It is told of, and the process goes on."""
    with patch.object(os, "sched_setaffinity", side_effect=PermissionError(1, "not permitted"), create=True):
        web_server._keep_to_one_processor()
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.message.startswith("the web process cannot be kept to one processor: ")
