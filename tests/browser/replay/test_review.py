"""The review of a game on its replay page: requested, awaited and read."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from harness.browser.at_table import LAPTOP, Player, be
from harness.browser.contexts import Contexts
from harness.browser.replaying import finished
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok
from harness.waiting import eventually
from kingdomino.review.grading import Grade
from kingdomino.transcript.tokens import format_command
from service.api.games.schemas.moves import MoveSchema
from tests.browser.support.accessibility import LOOKS, PHONE, barriers, overflow

NOTATION = Path(__file__).parents[3] / "docs" / "play" / "notation.md"
CUT = (
    "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => "
    "[scrollWidth - clientWidth, scrollHeight - clientHeight]"
)
"""The pixels of a text that its place does not show."""
READY_SECONDS = 300.0
GRADES = [grade.value for grade in Grade]
"""From the best to the worst: of a turn the choice with the worst grade is shown, of equals the most loss."""
MOVES = 14
SMALLEST: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def ended(service: Service) -> tuple[list[Account], str]:
    """Give the players and the id of a game that one of them left after some turns."""
    players = service.accounts(2)
    game = service.table(players)
    move(Game(game, players), seeded(5), MOVES)
    ok(players[0].post(f"/games/{game}/resign"), 201)
    eventually(lambda: players[0].state(game)["status"] == "scored", 60)
    return players, game


def reviewed(account: Account, record: str) -> Any:
    """The review from the API, once it is ready."""
    path = f"{record}/review"
    eventually(lambda: ok(account.get(path))["status"] == "ready", READY_SECONDS)
    return ok(account.get(path))


def worst_placement(decisions: list[Any]) -> Any:
    """The placement with the largest loss among those that lost more than the next decision."""
    pairs = pairwise(decisions)
    placed = [one for one, other in pairs if one["made"]["type"] == "place" and one["loss"] > other["loss"]]
    return max(placed, key=lambda each: each["loss"])


def go_to(page: Page, version: int) -> None:
    """Show this version."""
    page.evaluate("version => { location.hash = `m${version}`; }", version)
    expect(page.locator("#event")).to_have_text(re.compile(rf"^{version}\. "))


def test_a_player_gets_a_review_without_leaving_the_replay(
    quiet_page: Page, ended: tuple[list[Account], str]
) -> None:
    """One click starts the review, a bar shows its progress, and then every decision has its loss."""
    players, game = ended
    be(quiet_page, players[0])
    quiet_page.goto(f"/games/{game}/replay")
    quiet_page.get_by_role("button", name="Review this game").press("Enter")
    better = quiet_page.get_by_role("button", name="Better move")
    expect(better).to_be_visible(timeout=READY_SECONDS * 1000)
    keys_step_on(quiet_page)
    found = reviewed(players[0], f"/games/{game}")
    assert len(found["decisions"]) == MOVES
    rows = quiet_page.locator("#review tbody").first.locator("tr")
    for seat, row in enumerate(rows.all()):
        graded = [each["grade"] for each in found["decisions"] if each["seat"] == seat]
        expect(row.locator("td").nth(3)).to_have_text(str(graded.count("slip")))
        expect(row.locator("td").nth(4)).to_have_text(str(graded.count("blunder")))
    for moments in ("#review .moments li", "#summary .moments li"):
        assert quiet_page.locator(moments).count() == len(found["moments"])
    said = quiet_page.locator("#summary .moments li").all_inner_texts()
    assert ["the draw" in each for each in said] == [each["by"] is None for each in found["moments"]]
    expect(quiet_page.locator("#summary tbody tr")).to_have_count(len(players))
    expect(quiet_page.locator("#summary")).to_be_in_viewport(ratio=1)
    marks = quiet_page.locator("#moves .grade")
    signs = {"best": "✓", "slip": "?", "blunder": "??"}
    assert marks.count() <= sum(each["grade"] in signs for each in found["decisions"])
    assert marks.count() > 0
    for link, moment in zip(quiet_page.locator("#review .moments a").all(), found["moments"], strict=True):
        link.click()
        expect(quiet_page.locator("#event")).to_have_text(re.compile(rf"^{moment['version']}\. "))
    decision = max(found["decisions"], key=lambda each: (GRADES.index(each["grade"]), each["loss"]))
    go_to(quiet_page, decision["version"])
    expect(quiet_page.locator(".verdict-words")).to_contain_text(decision["grade"])
    play_on_from_the_better_move(quiet_page, decision)


def test_a_printed_result_has_the_summary(quiet_page: Page, ended: tuple[list[Account], str]) -> None:
    """The printed result has accuracy, luck, skill and what decided, without the buttons beside them."""
    players, game = ended
    ok(players[0].post(f"/games/{game}/review"), 202)
    reviewed(players[0], f"/games/{game}")
    be(quiet_page, players[0])
    quiet_page.goto(f"/games/{game}")
    expect(quiet_page.locator(".result .figures")).to_have_count(1)
    quiet_page.emulate_media(media="print")
    expect(quiet_page.locator(".result .figures")).to_be_visible()
    expect(quiet_page.locator(".result .decided")).to_be_visible()
    expect(quiet_page.locator(".result .button:visible")).to_have_count(0)


def test_the_summary_is_whole_on_a_phone(quiet_page: Page, ended: tuple[list[Account], str]) -> None:
    """All that decided the game is in sight above the boards of a replay on a phone."""
    players, game = ended
    ok(players[0].post(f"/games/{game}/review"), 202)
    moments = reviewed(players[0], f"/games/{game}")["moments"]
    be(quiet_page, players[0])
    quiet_page.set_viewport_size(PHONE)
    quiet_page.goto(f"/games/{game}/replay")
    summary = quiet_page.locator("#summary")
    expect(summary.locator(".moments li")).to_have_count(len(moments))
    assert summary.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 0


NAMES = (
    "Wolfeschlegelsteinhausenberger",
    "Maximilianaferdinandastephania",
    "Donaudampfschifffahrtskapitaen",
    "Ottokar",
)
CHANGES = (0.36, -0.49, 1.0)
UNSEEN = """summary => [summary, ...summary.querySelectorAll('a')].flatMap(each => [
    Math.max(0, each.scrollWidth - each.clientWidth), Math.max(0, each.scrollHeight - each.clientHeight)])"""
"""The pixels of a summary and of its links that can be seen only by scrolling, or not at all."""


def review_of(players: int) -> dict[str, Any]:
    """A review with as many moments as there can be, of a game that nobody had to think about."""
    figures = {"accuracy": 100.0, "choices": 17, "luck": -12.5, "luck_se": 1, "skill": -23.4, "skill_se": 1}
    return {
        "status": "ready",
        "progress": 1.0,
        "evaluator": "kernel",
        "playouts": 1200,
        "chances": [1 / players] * players,
        "decisions": [],
        "players": [{"seat": seat, **figures} for seat in range(players)],
        "moments": [
            {"version": 20 + at, "by": at or None, "seat": at % 2, "change": change, "swing": abs(change)}
            for at, change in enumerate(CHANGES)
        ],
        "left": [],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_summary_is_whole_with_the_longest_names(page: Page, service: Service, players: int) -> None:
    """The summary scrolls in no window; a moment has one line, in which the name is shortened.

    On a phone the first boards are in sight between the summary and the steps.
    """
    game = finished(service, [service.account(name) for name in NAMES[:players]])
    page.route("**/review", lambda route: route.fulfill(json=review_of(players)))
    summary = page.locator("#summary")
    for size in (PHONE, SMALLEST, LAPTOP["viewport"]):
        page.set_viewport_size(size)
        page.goto(f"/games/{game}/replay")
        expect(summary.locator(".moments li")).to_have_count(len(CHANGES))
        assert (size, set(summary.evaluate(UNSEEN))) == (size, {0})
        for link, change in zip(summary.locator(".moments a").all(), CHANGES, strict=True):
            expect(link).to_contain_text(f"{change:+.0%}")
            box = link.bounding_box()
            assert box is not None
            assert box["height"] < 30
    page.set_viewport_size(PHONE)
    board, steps = page.locator(".replay-board").first.bounding_box(), page.locator("#steps").bounding_box()
    assert board is not None
    assert steps is not None
    assert board["y"] + (board["height"] if players < 4 else 0) <= steps["y"]


def test_a_replay_without_scripts_has_no_empty_parts(
    contexts: Contexts, base_url: str, ended: tuple[list[Account], str]
) -> None:
    """Without scripts there is no summary, and the steps have the height of their links."""
    _, game = ended
    with contexts.lent(base_url=base_url, java_script_enabled=False, **LAPTOP) as context:
        page = context.new_page()
        page.goto(f"/games/{game}/replay")
        expect(page.locator("#summary")).to_be_hidden()
        steps = page.locator("#steps").bounding_box()
        assert steps is not None
        assert steps["height"] < 90


def keys_step_on(page: Page) -> None:
    """The focus moved to the summary, where the keys of the replay work."""
    expect(page.locator("#summary h2")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#event")).to_have_text(re.compile(r"^1\. "))
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#event")).to_have_text(re.compile(r"^2\. "))


def play_on_from_the_better_move(page: Page, decision: Any) -> None:
    """Play on after the better move, which replaces the actual one; closing leads back to it."""
    page.get_by_role("button", name="Better move").press("Enter")
    with page.expect_response(re.compile("/continuation")) as answered:
        page.get_by_role("button", name="Play on from it").press("Enter")
    found = answered.value.json()
    assert (found["seat"], found["play"].split(" ")[0]) == (decision["seat"], token(decision["best"]))
    expect(page.locator(".playing-on .turn")).to_be_focused()
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("button", name="Play on from it")).to_be_focused()


def token(listed: Any) -> str:
    """A move in notation."""
    return format_command(MoveSchema().load(listed))


def test_a_review_is_requested_once(timed_page: Page, ended: tuple[list[Account], str]) -> None:
    """On a slow line a click makes one request, and an old response does not repeat it."""
    players, game = ended
    be(timed_page, players[0])
    timed_page.clock.install()
    requests: list[Route] = []

    def hold(route: Route) -> None:
        requests.append(route)

    timed_page.route("**/review", hold)
    timed_page.goto(f"/games/{game}/replay")
    timed_page.get_by_role("button", name="Review this game").click()
    expect(timed_page.get_by_role("progressbar")).to_be_visible()
    timed_page.clock.run_for(10_000)
    assert [route.request.method for route in requests] == ["GET", "POST"]
    look, ask = requests
    ask.fulfill(json={"status": "running", "progress": 0.5})
    look.fulfill(json={"status": "none"})
    expect(timed_page.get_by_role("progressbar")).to_have_attribute("value", "0.5")
    timed_page.clock.run_for(2_000)
    eventually(lambda: timed_page.evaluate("true") and len(requests) == 3)
    assert requests[-1].request.method == "GET"


def test_the_better_move_lies_on_the_board(quiet_page: Page, service: Service) -> None:
    """The better move is shown in place of the actual one, and hidden again; stepping still works.

    The game is the one in docs/play/notation.md, which has some blunders among its placements.
    """
    account = service.account()
    text = re.findall(r"^```text\n(.*?)^```$", NOTATION.read_text(), re.DOTALL | re.MULTILINE)[0]
    record = f"/studies/{ok(account.post('/studies', text.encode()), 201)['id']}"
    ok(account.post(f"{record}/review"), 202)
    worst = worst_placement(reviewed(account, record)["decisions"])
    quiet_page.goto(f"{record}#m{worst['version']}")
    better = quiet_page.get_by_role("button", name="Better move")
    expect(better).to_be_enabled()
    played = Player(quiet_page).shown()[worst["seat"]]
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    best = worst["best"]
    shown = Player(quiet_page).shown()[worst["seat"]]
    assert [best["x"], best["y"], best["domino"]] in [list(cell) for cell in shown]
    words = quiet_page.locator(".verdict-words")
    expect(words).to_have_text(re.compile(r"^Marked: \+[\d.]+ points$"))
    assert words.evaluate(CUT) == [0, 0]
    better.click()
    assert Player(quiet_page).shown()[worst["seat"]] == played
    for size, scheme in LOOKS:
        quiet_page.set_viewport_size(size)
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (overflow(quiet_page), barriers(quiet_page)) == (0, [])


def test_a_game_that_goes_on_offers_none(quiet_page: Page, service: Service) -> None:
    """A running game offers no review, and the page requests none."""
    game = service.table(service.accounts(2))
    asked: list[str] = []
    quiet_page.on("request", lambda request: asked.append(request.url))
    quiet_page.goto(f"/games/{game}/replay")
    expect(quiet_page.locator("#event")).not_to_be_empty()
    expect(quiet_page.get_by_role("button", name="Review this game")).to_have_count(0)
    assert not [url for url in asked if url.endswith("/review")]
