"""Goes on after Chromium has died: the test that it died in runs once more, with everything started again.

Without this all later tests of the pytest process would fail too, as they share one Chromium. A test in which
it dies a second time fails. Each death is told on standard error.
"""

import sys
from contextlib import suppress

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser

RUNNING = pytest.StashKey[Browser]()
"""The Chromium of this pytest process, once a test has asked for it."""


@pytest.fixture(scope="session")
def browser(browser: Browser, pytestconfig: pytest.Config) -> Browser:
    """The Chromium of this pytest process."""
    pytestconfig.stash[RUNNING] = browser
    return browser


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test, and once more if it failed and Chromium has died; only the last run is reported."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    running = item.config.stash.get(RUNNING, None)
    if running and not running.is_connected() and any(report.failed for report in reports):
        print(f"Chromium died in {item.nodeid}, which runs once more", file=sys.__stderr__, flush=True)
        # What the dead Chromium had cannot be cleared or closed. No public function ends fixtures early.
        with suppress(Exception):
            item.session._setupstate.teardown_exact(None)
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
