"""The page's audit after a new version of the rules."""

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page

from harness.programs.two_versions import BONUS, NEW
from harness.programs.versioned_service import versioned_service
from harness.service import Service
from replays.encoding.identity import GameId
from tests.browser.support.auditing import PASSED, finding, outcomes

Served = tuple[Service, Mapping[int, GameId]]

NOT_JUDGED = ("pass", *["not shown"] * 5)
"""The verdicts on a game by rules that the page does not know: only its bytes are judged."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """Give a service that knows two versions, and a scored game by each."""
    with versioned_service() as both:
        yield both


def test_a_page_does_not_judge_by_another_version(page: Page, served: Served) -> None:
    """The page has its own table of versions: it names one that it lacks, and passes the old game."""
    service, games = served
    old, new = (f"http://{service.host}:{service.port}/games/{games[number]}/audit" for number in BONUS)
    page.goto(new)
    assert outcomes(page) == NOT_JUDGED
    for check in ("Types", "Events", "What was agreed on", "The result", "Appends", "End"):
        outcome, text = finding(page, check)
        assert outcome == "not shown"
        assert text.startswith(f"The game is by version {NEW} of the rules, which this page does not know")
    page.goto(old)
    assert outcomes(page) == PASSED
