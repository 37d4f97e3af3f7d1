"""The replay page: every version as in the API, all ways of stepping, and everything around the boards."""

import re
from itertools import pairwise
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from harness.audit.recordings import ndjson
from harness.browser.replaying import LAST_EVENT, at, finished, points_of, version_of
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import HOST, Account, Service, ok
from kingdomino.rules import GameKind, Mode, Rules
from replays.encoding.identity import GameId
from replays.streams import keys
from service.cli.terminal.recording import of_file
from tests.browser.support.accessibility import LISTEN, SIZES, barriers, overflow
from tests.browser.support.recorded import recorded

Frames = list[dict[str, Any]]

DAMAGED = 30
FASTEST, RESTED = 60, 200
"""The milliseconds of a step at this speed, and those after the last one until it is announced."""
Scheme = Literal["light", "dark"]
LOOKS: tuple[tuple[str, ViewportSize, Scheme], ...] = (
    ("", SIZES[0], "dark"),
    ("", SIZES[1], "light"),
    ("?embed=1", SIZES[1], "light"),
)

EXPLAINED = """async states => {
    const { reasonsOf, scoreOf } = await import('/static/replay/changes/points.js');
    const sum = (reasons) => reasons.reduce((all, { points }) => all + points, 0);
    return states.slice(1).flatMap(({ kingdoms }, index) => kingdoms.map(({ seat, score }) => {
        const before = scoreOf(states[index], seat);
        return [score.total - before.total, sum(reasonsOf(before, score))];
    }));
}"""

IN_ITS_BOX = """() => {
    const [inner, outer] = ['#moves [aria-current]', '#moves .move-list'].map(
        (selector) => document.querySelector(selector).getBoundingClientRect());
    return scrollY === 0 && outer.top <= inner.top && inner.bottom <= outer.bottom + 1;
}"""

WITH_STATES = """async path => {
    const { withStates } = await import('/static/shared/changes.js');
    const load = async query => (await (await fetch(path + query)).json()).frames;
    const [whole, first] = [await load(''), await load('?form=changes')];
    return [whole, withStates(first)].map(frames => JSON.stringify(frames.map(({ state }) => state)));
}"""

PATCHED = """([state, changes]) => import('/static/shared/changes.js').then(
    ({ patched }) => { const after = patched(state, changes); return [state, after]; })"""

SAID_OF_POINTS = """([before, after]) => import('/static/replay/changes/points.js').then(
    ({ pointsMoved }) => pointsMoved(before, after).map(({ words }) => words))"""


@pytest.fixture(scope="module")
def players(service: Service) -> list[Account]:
    """Give two players."""
    return service.accounts(2)


@pytest.fixture(scope="module")
def game(service: Service, players: list[Account]) -> str:
    """Give a finished and scored two-player game."""
    return finished(service, players)


@pytest.fixture(scope="module")
def frames(service: Service, game: str) -> Frames:
    """Give its versions, as the API has them."""
    return frames_of(service, game)


def frames_of(service: Service, game: str) -> Frames:
    """Every version of a game."""
    return list(ok(service.http().get(f"/api/v1/games/{game}/replay"))["frames"])


@pytest.fixture
def replay(quiet_page: Page, game: str) -> Page:
    """Give the page of the replay, at its first version."""
    quiet_page.goto(f"/games/{game}/replay#m1")
    at(quiet_page, 1)
    return quiet_page


def test_the_page_makes_the_states_from_the_changes(replay: Page, service: Service, game: str) -> None:
    """The page computes the states of both games from the changes, byte for byte."""
    accounts = service.accounts(2)
    tribe = Game(service.table(accounts, game="origins", mode="tribe"), accounts)
    move(tribe, seeded(8), 60)
    for one in (game, tribe.id):
        whole, made = replay.evaluate(WITH_STATES, f"/api/v1/games/{one}/replay")
        assert made == whole


def test_a_change_that_is_not_for_a_state(replay: Page) -> None:
    """A patch with a failing test changes nothing; escaped names in paths are resolved."""
    before = {"a/b": {"~1": [1, 2]}, "hash": "x"}
    add = {"op": "add", "path": "/a~1b/~01/0", "value": 0}
    for hash_, after in (("x", {"a/b": {"~1": [0, 1, 2]}, "hash": "x"}), ("y", None)):
        test = {"op": "test", "path": "/hash", "value": hash_}
        assert replay.evaluate(PATCHED, [before, [test, add]]) == [before, after]


@pytest.mark.smoke
def test_the_keyboard_leads_to_the_end(replay: Page, frames: Frames) -> None:
    """The keyboard leads to the end: the URL, the entry in the list and the result show it."""
    replay.keyboard.press("End")
    expect(replay).to_have_url(re.compile(rf"#m{len(frames)}$"))
    expect(replay.locator("#moves [aria-current]")).to_have_attribute("href", f"#m{len(frames)}")
    expect(replay.locator("#moves [aria-current] small")).to_have_count(0)  # the domino alone is shown
    assert replay.evaluate(IN_ITS_BOX)
    assert frames[-1]["state"]["ranking"]
    expect(replay.locator(".result thead td, .result thead th")).to_have_count(3)


@pytest.mark.smoke
def test_ways_to_a_version(replay: Page, frames: Frames, game: str) -> None:
    """A URL, Home and End, the buttons, the slider, the list and the graph all lead to a version."""
    last = len(frames)
    replay.goto(f"/games/{game}/replay#m17")
    at(replay, 17)
    replay.keyboard.press("End")
    at(replay, last)
    replay.keyboard.press("Home")
    at(replay, 1)
    replay.get_by_label("Step by").select_option("event")
    for name, version in (("Last", last), ("Back", last - 1), ("First", 1), ("Forward", 2)):
        replay.get_by_role("button", name=name, exact=True).click()
        at(replay, version)
    replay.get_by_role("slider", name="Version").fill("40")
    at(replay, 40)
    row = replay.locator("#moves a").nth(9)
    row.click()
    at(replay, int(row.get_attribute("data-version") or 0))
    graph = replay.locator(".points-graph")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 10, "y": 40})
    at(replay, last)
    replay.evaluate("location.hash = '#m9999'")
    at(replay, last)


def test_steps_by_turn_and_by_round(replay: Page, frames: Frames) -> None:
    """A step by turn passes one placed or discarded domino, a step by round one for each king."""
    dealt_with = [0]
    for frame in frames:
        dealt_with.append(dealt_with[-1] + (frame["event"]["type"] in {"DominoPlaced", "DominoDiscarded"}))
    for unit, dominoes in (("turn", 1), ("round", 4)):
        replay.get_by_label("Step by").select_option(unit)
        replay.keyboard.press("Home")
        stops = [1]
        while stops[-1] < len(frames):
            replay.get_by_role("button", name="Forward").click()
            stops.append(version_of(replay))
        steps = [dealt_with[after] - dealt_with[before] for before, after in pairwise(stops)]
        assert set(steps) == {0, dominoes}
        assert sum(steps) == 24
        assert steps.index(dominoes) <= 5
    replay.keyboard.press("PageUp")
    at(replay, stops[-2])
    replay.keyboard.press("PageDown")
    at(replay, stops[-1])


def test_it_plays_by_itself(timed_page: Page, game: str, frames: Frames) -> None:
    """The space bar plays to the end at the chosen speed, also with reduced motion."""
    replay = timed_page
    replay.emulate_media(reduced_motion="reduce")
    replay.clock.install()
    replay.goto(f"/games/{game}/replay#m{len(frames) - 12}")
    at(replay, len(frames) - 12)
    replay.get_by_label("Speed").select_option("fastest")
    # The clock stands still: at this speed the end may come before the test has seen the button.
    replay.clock.pause_at(replay.evaluate("Date.now()") + 60_000)
    replay.locator("h1").click()
    replay.keyboard.press(" ")
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    replay.clock.run_for(12 * FASTEST + RESTED)
    at(replay, len(frames))
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(replay.locator("#spoken")).to_contain_text(f"{len(frames)}. ")
    replay.keyboard.press(" ")
    replay.keyboard.press(" ")
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert version_of(replay) < len(frames)


def scores_of(rules: Rules, players: int) -> list[dict[str, Any]]:
    """The states of a game that was played in memory, with only their scores."""
    _, events = recorded(rules, players, seeded(players))
    steps = of_file(ndjson([dict(event) for event in events]), None).steps
    return [
        {"kingdoms": [{"seat": each["seat"], "score": each["score"]} for each in step.state["kingdoms"]]}
        for step in steps
    ]


def test_what_moved_the_points(replay: Page) -> None:
    """The reasons for each version of both games add up to the change in points, and are stated by region."""
    tribe = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE, harmony=True, middle_kingdom=True)
    for rules in (Rules(harmony=True, middle_kingdom=True), tribe):
        explained = replay.evaluate(EXPLAINED, scores_of(rules, 2))
        assert [difference for difference, _ in explained] == [reasons for _, reasons in explained]
        assert any(difference for difference, _ in explained)
    before, after = (
        {
            "players": [{"seat": 0, "player": "p", "name": "Anna"}],
            "kingdoms": [{"seat": 0, "score": {"total": total, "regions": regions, "harmony": 0}}],
        }
        for total, regions in (
            (6, [{"terrain": "wheat", "squares": 3, "crowns": 2, "points": 6}]),
            (
                13,
                [
                    {"terrain": "wheat", "squares": 4, "crowns": 3, "points": 12},
                    {"terrain": "lake", "squares": 1, "crowns": 1, "points": 1},
                ],
            ),
        )
    )
    said = replay.evaluate(SAID_OF_POINTS, [before, after])
    assert said == ["Anna +7: wheat field 3 × 2 → 4 × 3, lake 1 × 1"]  # noqa: RUF001 - as the page writes products


def test_what_a_step_touched_and_the_graph(quiet_page: Page, game: str, frames: Frames) -> None:
    """The last placed domino is marked under its number; the graph has the points of that version."""
    placed = next(frame for frame in frames[40:] if frame["event"]["type"] == "DominoPlaced")
    domino, seat = placed["event"]["data"]["domino"], placed["event"]["seat"]
    quiet_page.goto(f"/games/{game}/replay#m{placed['version']}")
    at(quiet_page, placed["version"])
    marked = quiet_page.locator(".domino:has(.touched)")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-domino", str(domino))
    expect(quiet_page.locator(f".board.seat-{seat} .touched")).to_have_count(2)
    expect(marked.locator(".touched ~ .reading .number")).to_have_text(str(domino))
    legend = quiet_page.locator(".legend b").all_inner_texts()
    assert dict(enumerate(map(int, legend))) == points_of(placed["state"])
    quiet_page.locator("#points-table summary").click()
    final = quiet_page.locator("#points-table tbody tr").last.locator("td").all_inner_texts()
    assert dict(enumerate(map(int, final))) == points_of(frames[-1]["state"])


def test_share_and_keep(page: Page, base_url: str, game: str, service: Service) -> None:
    """The link to the move is copied, the record is downloaded, and another site can frame the page."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/games/{game}/replay#m20")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#kept")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{base_url}/games/{game}/replay#m20"
    http = service.http()
    page.get_by_text("For programs, and for checking").click()
    for name, path, accept in (("Notation", "", "text/plain"), ("Events", "/events", "application/x-ndjson")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        sent = http.get(f"/api/v1/games/{game}{path}", Accept=accept).body
        assert download.value.path().read_bytes() == sent
    snippet = page.locator("#embedding").input_value()
    page.goto(f"{base_url.replace(HOST, 'localhost')}/api/v1/openapi.json")
    page.evaluate("snippet => { document.body.innerHTML = snippet; }", snippet)
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Back").click()
    expect(frame.locator(".replay-boards .board")).to_have_count(2)
    expect(frame.locator("header, footer, #moves, #graph")).to_have_count(0)
    frame.get_by_role("link", name="The whole replay").click()
    # Once the page is loaded, its URL names the move that it shows.
    expect(page).to_have_url(re.compile(re.escape(f"{base_url}/games/{game}/replay") + r"(#m\d+)?$"))


@pytest.mark.smoke
def test_only_the_embedded_page_may_be_framed(service: Service, players: list[Account]) -> None:
    """Only the embedded page may be framed; that of a private game only with its key."""
    rules = {"players": 2, "rules": {}, "visibility": "private"}
    opened = players[0].post("/games", rules)
    game, key = ok(opened, 201)["id"], opened.headers["location"].partition("=")[2]
    http = service.http()
    for query, ancestors in (("", "'none'"), ("&embed=1", "*"), ("&embed=0", "'none'")):
        answer = http.get(f"/games/{game}/replay?invitation={key}{query}")
        assert f"frame-ancestors {ancestors}" in answer.headers["content-security-policy"]
        assert answer.body.decode().count(f"invitation={key}") >= 2
    assert http.get(f"/games/{game}/replay?embed=1").status == 404


def test_without_scripts(still_page: Page, game: str, frames: Frames) -> None:
    """Without scripts, the list and links lead to every move; boards are drawings and tables."""
    still_page.goto(f"/games/{game}/replay")
    told = still_page.locator("#moves a")
    assert told.count() > 24 * 2
    still_page.locator("#moves a[data-version='33']").click()
    last = len(frames)
    expect(still_page.locator("h1")).to_have_text(f"Version 33 of {last}")
    for link, version in (("Back", 32), ("First", 1), ("Forward", 2), ("Last", last), ("Back", last - 1)):
        still_page.get_by_role("link", name=link, exact=True).click()
        state = frames[version - 1]["state"]
        expect(still_page.locator("h1")).to_have_text(f"Version {version} of {len(frames)}")
        squares = sum(len(kingdom["cells"]) for kingdom in state["kingdoms"])
        expect(still_page.locator(".replay-felt .board .cell")).to_have_count(squares)
        shown = still_page.locator(".replay-felt .points").all_inner_texts()
        assert [int(text.split()[0]) for text in shown] == list(points_of(state).values())


@pytest.mark.smoke
def test_a_version_that_there_is_not(service: Service, game: str, frames: Frames) -> None:
    """An unknown version gets an error that names the existing ones."""
    for version in ("0", str(len(frames) + 1), "x", "9" * 30):
        answer = service.http().get(f"/games/{game}/replay?version={version}")
        assert answer.status == 404
        assert f"There are the versions 1 to {len(frames)}, not {version}" in answer.body.decode()


@pytest.mark.smoke
def test_a_damaged_record(quiet_page: Page, service: Service, players: list[Account]) -> None:
    """The versions before a fault can be stepped through, and the fault is named."""
    game = finished(service, players)
    service.store.xdel(keys.stream(GameId(game)), f"{DAMAGED}-0")
    quiet_page.goto(f"/games/{game}/replay")
    at(quiet_page, DAMAGED - 1)
    expect(quiet_page.locator("#fault")).to_contain_text(f"damaged from version {DAMAGED} on")
    expect(quiet_page.locator("#fault")).to_contain_text("log/gap")
    quiet_page.keyboard.press(LAST_EVENT)
    at(quiet_page, DAMAGED - 2)


def test_it_keeps_nobody_out(quiet_page: Page, game: str) -> None:
    """With every panel open, also embedded, axe finds nothing, and nothing is too wide or refused."""
    quiet_page.add_init_script(LISTEN)
    for query, size, scheme in LOOKS:
        quiet_page.set_viewport_size(size)
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        quiet_page.goto(f"/games/{game}/replay{query}#m30")
        at(quiet_page, 30)
        quiet_page.evaluate("for (const panel of document.querySelectorAll('details')) panel.open = true")
        found = barriers(quiet_page)
        assert (query, size, scheme, found, overflow(quiet_page)) == (query, size, scheme, [], 0)
        assert quiet_page.evaluate("refused") == []
