"""A tournament in two browsers: announced, entered, played, and followed live without a reload."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually

ATTEMPTS_AT = """async (table) =>
  (await import("/static/shared/kept/attempts.js")).attemptsAt(table)"""
"""What this browser sent to enter a tournament."""

NEVER_AGAIN = "() => { window.same = true; }"
"""Marks the document, so that a reload shows."""


@contextmanager
def page_of(contexts: Contexts, base_url: str, account: Account | None) -> Iterator[Page]:
    """Give a page of a browser, signed in as the account if there is one."""
    with contexts.lent(base_url=base_url) as context:
        page = context.new_page()
        if account:
            be(page, account)
        yield page


def announced(director: Account, **more: Any) -> str:
    """The id of a new tournament in duels over one round."""
    body = {"name": "Browser cup", "kind": "swiss", "table": 2, "rounds": 1, "rules": {}, **more}
    return str(ok(director.post("/tournaments", body), 201)["id"])


def shown(player: Account, tournament: str) -> Any:
    """The tournament as the API has it."""
    return ok(player.get(f"/tournaments/{tournament}"))


def test_a_tournament_is_announced_on_one_page(contexts: Contexts, base_url: str, service: Service) -> None:
    """A template fills in the form, the words follow each choice, and the director is at the new page."""
    ann = service.account()
    with page_of(contexts, base_url, ann) as page:
        page.goto("/tournaments/new")
        page.get_by_label("League of 7").check()
        words = page.locator("#in-words")
        expect(words).to_contain_text("In later rounds a bot takes the seat")
        page.locator(".fold summary", has_text="The slow and the lost").click()
        page.get_by_label("Any move within, days").fill("5")
        page.get_by_label("Any move within, days").press("Tab")
        expect(words).to_contain_text("any move wait for 5 days")
        expect(page.get_by_label("Until this round is paired, 0 for never")).to_be_hidden()
        page.get_by_label("Name of the tournament").fill("Leafy league")
        page.get_by_role("button", name="Announce the tournament").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Leafy league")
        page.wait_for_url("**/tournaments/*-*")
    found = shown(ann, page.url.rpartition("/")[2])
    assert (found["kind"], found["of_rounds"], found["regulations"]["vacancy"]) == ("league", 7, "steady")
    assert found["regulations"]["idle_ms"] == 5 * 86_400_000


CUT = """() => [...document.querySelectorAll(".fold > summary")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


def test_the_clock_is_told_whole_on_a_narrow_phone(
    contexts: Contexts, base_url: str, service: Service
) -> None:
    """What a closed part of the form says about the choices in it takes as many lines as it needs."""
    with page_of(contexts, base_url, service.account()) as page:
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto("/tournaments/new")
        expect(page.locator(".fold > summary", has_text="8 hours")).to_be_visible()
        assert page.evaluate(CUT) == []


def enter(page: Page) -> None:
    """Enter, which loads the page anew; its live parts may say so before."""
    with page.expect_navigation():
        page.get_by_role("button", name="Enter the tournament").click()


@pytest.mark.smoke
def test_two_play_while_others_watch(contexts: Contexts, base_url: str, service: Service) -> None:
    """Both enter with entropy of their browsers; game, result and standings appear without a reload."""
    ann, ben = service.accounts(2)
    tournament = announced(ann)
    path = f"/tournaments/{tournament}"
    with page_of(contexts, base_url, ann) as first, page_of(contexts, base_url, ben) as second:
        second.goto(path)
        second.evaluate(NEVER_AGAIN)
        first.goto(path)
        enter(first)
        expect(first.get_by_text("You are entrant 1.")).to_be_visible()
        first.evaluate(NEVER_AGAIN)
        expect(second.get_by_text("Open for entry: 1 player is in.")).to_be_visible()
        expect(second.locator(".entrants li")).to_have_text([ann.name])
        assert second.evaluate("window.same") is True
        enter(second)
        expect(second.get_by_text("You are entrant 2.")).to_be_visible()
        second.evaluate(NEVER_AGAIN)
        events = ok(ben.get(f"{path}/events"))["events"]
        entered = {event["data"]["player"]: event["data"] for event in events[1:]}
        for page, player in ((first, ann), (second, ben)):
            (kept,) = page.evaluate(ATTEMPTS_AT, tournament)
            assert kept["first"] == entered[player.id]["seen"] == events[0]["hash"]
            assert kept["entropy"] == entered[player.id]["entropy"]
        ok(ann.post(f"{path}/start"))
        for page in (first, second):
            expect(page.get_by_text("Your game in round 1")).to_be_visible(timeout=SCORED_SECONDS * 1000)
            expect(page.get_by_role("link", name="Standings", exact=True)).to_be_visible()
        first.get_by_role("link", name="Go to the game").click()
        first.wait_for_url("**/games/*")
        expect(first.get_by_role("link", name="Round 1, table 1 of Browser cup")).to_be_visible()
        first.goto(f"{path}/rounds/1")
        first.evaluate(NEVER_AGAIN)
        (table,) = shown(ann, tournament)["rounds"][0]["tables"]
        by_seat = sorted(
            (ann, ben), key=lambda each: [who["player"] for who in table["players"]].index(each.id)
        )
        move(Game(table["game"], by_seat), seeded(1))
        eventually(lambda: shown(ann, tournament)["rounds"][0]["status"] == "done", SCORED_SECONDS)
        expect(first.get_by_text("1 of 1 game has a result")).to_be_visible()
        standings = second.locator(".standings tbody tr")
        expect(standings.first.locator("td").nth(1)).to_have_text("3")
        expect(second.get_by_text("Provisional")).to_be_visible()
        ok(ann.post(f"{path}/rounds/1/close"))
        expect(second.get_by_text("Won by")).to_be_visible()
        expect(second.get_by_text("Provisional")).to_be_hidden()
        assert [page.evaluate("window.same") for page in (first, second)] == [True, True]


def test_a_number_leads_to_its_parts(contexts: Contexts, base_url: str, service: Service) -> None:
    """Each number of the standings can be reached and followed by keyboard; the part is in view."""
    ann, ben = service.accounts(2)
    tournament = announced(ann, rounds=2)
    for player in (ann, ben):
        ok(player.post(f"/tournaments/{tournament}/entries", {}), 201)
    with page_of(contexts, base_url, None) as page:
        page.goto(f"/tournaments/{tournament}/standings")
        page.locator(".standings tbody tr").first.get_by_role("link").nth(4).focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/entrants/*#buchholz")
        expect(page.get_by_role("heading", name="Buchholz")).to_be_in_viewport()
