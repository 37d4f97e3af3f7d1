"""How the browser tests find Chromium, what they report if there is none, and how they go on if it dies."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.browser.chromium import executable
from harness.browser.contexts import Contexts
from tests.browser.support.bundles import ROOT

KEEP = """async () => {
    localStorage.setItem("kept", "1");
    document.cookie = "kept=1";
    await caches.open("kept");
    await new Promise(done => { indexedDB.open("kept").onsuccess = done; });
}"""
KEPT = """async () => [localStorage.length, document.cookie, (await caches.keys()).length,
    (await indexedDB.databases()).length]"""

STARTING = """
import pytest

STARTS = []

class Browser:
    alive = True

    def is_connected(self):
        return self.alive

@pytest.fixture(scope="session")
def browser():
    STARTS.append(Browser())
    return STARTS[-1]
"""
DYING = """
import pytest
from starting import STARTS

tries = []

@pytest.fixture(scope="module")
def page(browser):
    yield browser
    assert browser.alive, "cannot be closed"

def test_before(page):
    pass

def test_it_dies_once(page):
    tries.append(1)
    page.alive = len(tries) > 1
    assert page.alive

def test_after(page):
    assert page.alive
    assert len(STARTS) == 2

def test_a_fault_of_its_own(page):
    tries.append(2)
    assert tries == []

def test_it_always_dies(page):
    page.alive = False
    assert page.alive

def test_after_a_test_that_failed(page):
    assert page.alive
    assert tries == [1, 1, 2]
    assert len(STARTS) == 4
"""


def nowhere(name: str) -> None:
    """Find no program."""


def unwanted(command: Sequence[str]) -> None:
    """Fail, because a command was run."""
    pytest.fail(f"ran {command}")


@pytest.mark.smoke
def test_the_one_on_path_comes_first(tmp_path: Path) -> None:
    """An installed browser on the PATH is used, and nothing is downloaded."""
    own = tmp_path / "chrome"
    own.touch()
    on_path = {"google-chrome": "/usr/bin/google-chrome"}
    assert executable(own, on_path.get, unwanted) == Path("/usr/bin/google-chrome")
    assert executable(own, nowhere, unwanted) == own


@pytest.mark.smoke
def test_where_there_is_none_it_is_fetched_once(tmp_path: Path) -> None:
    """Without one, Playwright's own download is tried first, and nothing else if it succeeds."""
    own = tmp_path / "chrome"
    ran: list[Sequence[str]] = []

    def fetch(command: Sequence[str]) -> None:
        ran.append(command)
        own.touch()

    assert executable(own, nowhere, fetch) == own
    assert [command[-2:] for command in ran] == [["install", "chromium"]]


@pytest.mark.smoke
def test_where_nothing_works_it_says_how_to_get_one(tmp_path: Path) -> None:
    """If nothing works, the tests fail with instructions and are not skipped."""
    with pytest.raises(RuntimeError, match="apt-get install chromium"):
        executable(tmp_path / "chrome", nowhere, lambda _: None)


@pytest.mark.parametrize("closed", [False, True])
def test_a_context_that_is_lent_again_has_nothing_of_the_test_before(
    contexts: Contexts, base_url: str, *, closed: bool
) -> None:
    """Neither storage nor cookies are left, also of a page that the test has closed."""
    with contexts.lent(base_url=base_url) as context:
        page = context.new_page()
        page.goto("/rules")
        page.evaluate(KEEP)
        assert page.evaluate(KEPT)[0] == 1
        if closed:
            page.close()
    with contexts.lent(base_url=base_url) as again:
        assert again is context
        page = again.new_page()
        page.goto("/rules")
        assert page.evaluate(KEPT) == [0, "", 0, 0]


@pytest.mark.smoke
def test_a_death_costs_no_other_test(tmp_path: Path) -> None:
    """Where Chromium dies, the test runs once more; one that fails for another reason does not."""
    hooks = "from tests.browser.support.restart import browser, pytest_runtest_protocol\n"
    for name, text in {"starting": STARTING, "conftest": hooks, "test_dying": DYING}.items():
        (tmp_path / f"{name}.py").write_text(text)
    here = [sys.executable, "-m", "pytest", "-q", "-p", "no:playwright", "-p", "no:cacheprovider"]
    found = subprocess.run(
        [*here, "-p", "starting", "--rootdir", tmp_path, tmp_path],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 failed, 4 passed" in found.stdout, found.stdout
    assert found.stdout.count("FAILED") == 2
    assert "::test_a_fault_of_its_own" in found.stdout
    assert "::test_it_always_dies" in found.stdout
    assert found.stderr.count("Chromium died in") == 3
