"""The page's audit after a new version of the rules."""

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page

from harness.browser.contexts import Contexts
from harness.programs.two_versions import BONUS, NEW
from harness.programs.versioned_service import versioned_service
from harness.service import API, Service, ok
from replays.encoding.identity import GameId
from tests.browser.support.auditing import PASSED, compare, finding, give, opened, outcomes

Served = tuple[Service, Mapping[int, GameId]]

NOT_JUDGED = ("pass", *["not shown"] * 5)
"""The verdicts on a game by rules that the page does not know: only its bytes are judged."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """Give a service that knows two versions, and a scored game by each."""
    with versioned_service() as both:
        yield both


@pytest.mark.parametrize("number", BONUS)
def test_each_game_passes_by_its_own_version(page: Page, served: Served, number: int) -> None:
    """A page that knows both versions passes both games."""
    service, games = served
    page.goto(f"http://{service.host}:{service.port}/games/{games[number]}/audit")
    assert outcomes(page) == PASSED
    agreed = finding(page, "What was agreed on")
    assert agreed == ("pass", "rules.json says what follows from the events.")


def test_a_page_that_does_not_know_the_version_does_not_judge_by_another(
    contexts: Contexts, base_url: str, served: Served
) -> None:
    """A page that lacks a version names it, and still passes the old game."""
    service, games = served
    http = service.http()
    old, new = (http.get(f"{API}/games/{games[number]}/audit").body for number in BONUS)
    [key] = ok(http.get(f"{API}/keys"))["keys"]
    with opened(contexts, base_url) as page:
        outcomes(page)
        compare(page, "A public key", key["public_key"])
        give(page, new)
        assert outcomes(page) == NOT_JUDGED
        for check in ("Types", "Events", "What was agreed on", "The result", "Appends", "End"):
            outcome, text = finding(page, check)
            assert outcome == "not shown"
            assert text.startswith(
                f"The game is by version {NEW} of the rules, which this page does not know"
            )
        give(page, old)
        assert outcomes(page) == PASSED
