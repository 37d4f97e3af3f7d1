"""The replay names the participants of a game and who made each move."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.audit.recordings import eventful_game
from harness.browser.replaying import put
from harness.service import Service

Events = list[dict[str, Any]]

LISTED = ("BotSeated", "DominoChosen", "PlanFired", "SeatLeft", "EndAgreed")
"""The types of events that the row of their turn mentions."""


@pytest.fixture(scope="module")
def eventful(service: Service) -> tuple[str, Events]:
    """Give a game with a bot, a plan, a resigned player and an agreed end; nobody has an account."""
    game, events = eventful_game()
    put(service, game, events)
    return game, events


def first(events: Events, kind: str, cause: str | None = None) -> int:
    """Return the version of the first event of this type and cause."""
    found = (event for event in events if event["type"] == kind)
    return next(int(event["version"]) for event in found if cause in {None, event["cause"]})


def test_a_recorded_game_is_told(quiet_page: Page, eventful: tuple[str, Events]) -> None:
    """Each event has a sentence, also in the list; a bot's or planned move says so."""
    game, events = eventful
    quiet_page.goto(f"/games/{game}/replay")
    quiet_page.get_by_label("Step by").select_option("event")
    bot = "Greta (bot)"
    for kind, cause, said in (
        ("GameCreated", None, "The table was opened"),
        ("BotSeated", None, f"{bot} sat down"),
        ("KingDrawn", None, "A king of "),
        ("DominoChosen", "bot", f"{bot} took "),
        ("PlanFired", None, "Somebody played as planned"),
        ("DominoChosen", "plan", "(as planned)"),
        ("SeatLeft", None, "Somebody resigned"),
        ("EndAgreed", None, "Somebody would end the game here"),
        ("GameEnded", None, "The game was over"),
        ("SeedRevealed", None, "every draw can be checked"),
    ):
        version = first(events, kind, cause)
        quiet_page.evaluate("version => { location.hash = `m${version}`; }", version)
        expect(quiet_page.locator("#event")).to_contain_text(f"{version}. ")
        expect(quiet_page.locator("#event")).to_contain_text(said)
        if kind in LISTED:
            expect(quiet_page.locator("#moves [aria-current]")).to_contain_text(said)


@pytest.mark.smoke
def test_seats_are_marked(quiet_page: Page, eventful: tuple[str, Events]) -> None:
    """A tag beside the name marks a player who has left, from that version on."""
    game, events = eventful
    left = first(events, "SeatLeft")
    tags = quiet_page.locator("[data-seat='2'] .kingdom-head .tag:not(.live)")
    for version, number in ((left - 1, 0), (left, 1)):
        quiet_page.goto(f"/games/{game}/replay#m{version}")
        expect(quiet_page.locator("#event")).to_contain_text(f"{version}. ")
        expect(tags).to_have_count(number)
