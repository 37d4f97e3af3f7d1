"""Every page in light and dark, large and small, without scripts, and for assistive technology."""

from dataclasses import dataclass
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.browser.at_table import be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import LISTEN, LOOKS, SIZES, barriers, overflow

BOARDS_ALIKE = """async ([game, label]) => {
    const bare = (node) => {
        for (const child of [...node.childNodes]) {
            if (child.nodeType === Node.TEXT_NODE && child.data.trim() === "") child.remove();
            else bare(child);
        }
        return node;
    };
    const [{ drawKingdom }, { kingdomTable }] = await Promise.all(
        ["kingdom", "table"].map((name) => import(`/static/board/${name}.js`)));
    const html = await (await fetch(`/games/${game}`)).text();
    const served = new DOMParser().parseFromString(html, "text/html");
    const state = await (await fetch(`/api/v1/games/${game}`)).json();
    const origins = state.rules.game === "origins";
    const limit = origins ? 7 : 5;
    return state.kingdoms.flatMap((kingdom, index) => {
        const caption = label.replace("NAME", state.players[kingdom.seat].name);
        const crowned = state.ranking?.[0].includes(kingdom.seat) ?? false;
        const drawn = drawKingdom(kingdom, { limit, origins, label: caption, crowned });
        const table = kingdomTable(kingdom, { limit, origins, caption });
        const [svg, rows] = [".board", ".board-table"].map((name) => served.querySelectorAll(name)[index]);
        return [drawn.isEqualNode(bare(svg)), bare(table.querySelector("table")).isEqualNode(bare(rows))];
    });
}"""

FEW_ARTICLES = """() => document.querySelectorAll("article").forEach(
    (article, place) => { if (place % 20) article.remove(); })"""
"""A script that leaves every 20th article: the hundreds of articles about the API come from two patterns."""


@dataclass(frozen=True, slots=True)
class Site:
    """A service with content on every page."""

    players: list[Account]
    classic: str
    tribe: str
    open: str
    dynasty: str
    open_tournament: str
    tournament: str
    directed: str

    def paths(self) -> dict[str, str]:
        """The paths of all pages by name."""
        return {
            "lobby": "/",
            "my lobby": "/",
            "all games": "/games?min_points=0&company=any",
            "running games": "/games?status=active",
            "new game": "/new",
            "rules": "/rules",
            "first game": "/tutorial",
            "player": f"/players/{self.players[0].id}",
            "base game": f"/games/{self.classic}",
            "Origins": f"/games/{self.tribe}",
            "open game": f"/games/{self.open}",
            "replay": f"/games/{self.tribe}/replay",
            "audit": f"/games/{self.classic}/audit",
            "import": "/studies",
            "dynasty": f"/dynasties/{self.dynasty}",
            "tournaments": "/tournaments",
            "new tournament": "/tournaments/new",
            "open tournament": f"/tournaments/{self.open_tournament}",
            "tournament": f"/tournaments/{self.tournament}",
            "tournament's round": f"/tournaments/{self.tournament}/rounds/1",
            "tournament's standings": f"/tournaments/{self.tournament}/standings?version=8",
            "tournament's table": f"/tournaments/{self.tournament}/table",
            "entrant": f"/tournaments/{self.tournament}/entrants/1",
            "director's desk": f"/tournaments/{self.tournament}/desk",
            "desk before the start": f"/tournaments/{self.directed}/desk",
            "report on collusion": f"/tournaments/{self.tournament}/desk/collusion",
            "notices": "/notices",
            "notice preferences": "/account/notices",
            "ratings": "/ratings?provisional=true",
            "watching": f"/watch?game={self.classic}",
            "API": "/api/v1/docs",
        }


PAGES = (
    "lobby",
    "my lobby",
    "all games",
    "running games",
    "new game",
    "rules",
    "first game",
    "player",
    "base game",
    "Origins",
    "open game",
    "replay",
    "audit",
    "import",
    "dynasty",
    "tournaments",
    "new tournament",
    "open tournament",
    "tournament",
    "tournament's round",
    "tournament's standings",
    "tournament's table",
    "entrant",
    "director's desk",
    "desk before the start",
    "report on collusion",
    "notices",
    "notice preferences",
    "ratings",
    "watching",
    "API",
)

OWN = {
    "my lobby",
    "new game",
    "open game",
    "dynasty",
    "tournaments",
    "new tournament",
    "open tournament",
    "tournament",
    "tournament's round",
    "director's desk",
    "desk before the start",
    "report on collusion",
    "notices",
    "notice preferences",
}
"""The pages that show more to a signed-in player."""


@pytest.fixture(scope="module")
def site(service: Service) -> Site:
    """Give running games of both kinds, an open one and a dynasty."""
    players = service.accounts(2)
    random = seeded(9)
    return Site(
        players,
        classic=_begun(service, players, random, {}),
        tribe=_begun(service, players, random, {"game": "origins", "mode": "tribe"}),
        open=str(ok(players[0].post("/games", {"players": 3, "rules": {}}), 201)["id"]),
        dynasty=_dynasty(players),
        open_tournament=_announced(players[1], "swiss", 4),
        tournament=_tournament(players),
        directed=_announced(players[0], "league", 2),
    )


def _begun(service: Service, players: list[Account], random: Random, rules: dict[str, str]) -> str:
    game = service.table(players, **rules)
    move(Game(game, players), random, 30)
    return game


def _announced(director: Account, kind: str, table: int) -> str:
    body = {"name": "A cup of leaves", "kind": kind, "table": table, "rounds": 3, "rules": {}}
    return str(ok(director.post("/tournaments", body), 201)["id"])


def _tournament(players: list[Account]) -> str:
    """A league of duels in its first round, with a corrected result."""
    first = players[0]
    tournament = _announced(first, "league", 2)
    path = f"/tournaments/{tournament}"
    for player in players:
        ok(player.post(f"{path}/entries", {}), 201)
    ok(first.post(f"{path}/entries", {"bots": ["random", "random"]}), 201)
    ok(first.post(f"{path}/start"))
    eventually(lambda: _status(first, path) == "active", SCORED_SECONDS)
    body = {"type": "correct", "reason": "Counted wrong", "game": 1, "places": [2, 1]}
    ok(first.post(f"{path}/acts", body), 201)
    return tournament


def _status(player: Account, path: str) -> str | None:
    rounds = ok(player.get(path))["rounds"]
    return rounds[0]["status"] if rounds else None


def _dynasty(players: list[Account]) -> str:
    first, second = players
    dynasty = str(ok(first.post("/dynasties", {"players": 2, "rules": {}}), 201)["id"])
    ok(second.post(f"/dynasties/{dynasty}/seats", {}), 201)
    return dynasty


@pytest.mark.smoke
@pytest.mark.sampled(27)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_nobody_out(quiet_page: Page, site: Site, name: str) -> None:
    """Each page is free of errors, refused loads, other hosts, axe findings and overflow, in all schemes."""
    quiet_page.add_init_script(LISTEN)
    if name in OWN:
        be(quiet_page, site.players[0])
    quiet_page.goto(site.paths()[name])
    for size in SIZES:
        quiet_page.set_viewport_size(size)
        assert (size, overflow(quiet_page)) == (size, 0)
    quiet_page.evaluate(FEW_ARTICLES)
    for size, scheme in LOOKS:
        quiet_page.set_viewport_size(size)
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (size, scheme, barriers(quiet_page)) == (size, scheme, [])
    assert quiet_page.evaluate("refused") == []


def test_what_is_not_there_has_a_page_too(page: Page) -> None:
    """An unknown URL has a page that says so in plain words and links onwards."""
    answer = page.goto("/nothing")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")
    assert barriers(page) == []
    page.get_by_role("link", name="To all games").click()
    expect(page).to_have_url("/")


@pytest.mark.smoke
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_its_security_headers(service: Service, site: Site, name: str) -> None:
    """Inline scripts and styles and framing are refused, and each response has its own nonce."""
    first, second = (service.http().get(site.paths()[name]).headers for _ in range(2))
    policy = first["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert policy != second["content-security-policy"]
    assert first["x-content-type-options"] == "nosniff"
    assert {"referrer-policy", "permissions-policy", "cross-origin-opener-policy"} <= set(first)


@pytest.mark.smoke
def test_an_inline_script_does_not_run(page: Page, site: Site) -> None:
    """The browser refuses a script without the nonce of the response."""
    page.add_init_script(LISTEN)
    page.goto("/rules")
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""")
    eventually(lambda: page.evaluate("refused"))
    assert page.evaluate("[window.ran, refused]") == [None, ["script-src-elem inline"]]


def test_games_are_readable_without_scripts(still_page: Page, site: Site) -> None:
    """Without scripts, boards are drawings and tables, and lines with kings, names and points are text."""
    page = still_page
    for game in (site.classic, site.tribe):
        state = site.players[0].state(game)
        page.goto(f"/games/{game}")
        squares = sum(len(kingdom["cells"]) for kingdom in state["kingdoms"])
        assert page.locator("svg.board .cell").count() == squares
        for kingdom in state["kingdoms"]:
            table = page.locator(".board-table").nth(kingdom["seat"])
            for cell in kingdom["cells"]:
                expect(table).to_contain_text(f"({cell['domino']})")
        slots = state["line"] + state["next_line"]
        assert page.locator(".line li").count() == len(slots)
        assert page.locator(".line li[data-seat]").count() == sum(slot["seat"] is not None for slot in slots)
        for player, kingdom in zip(state["players"], state["kingdoms"], strict=True):
            total = kingdom["score"]["total"]
            head = page.locator(".kingdom-head").filter(has_text=player["name"])
            expect(head).to_contain_text(f"{total} point")


@pytest.mark.smoke
def test_the_browser_draws_what_the_server_draws(quiet_page: Page, site: Site) -> None:
    """Boards and their tables are the same, element by element, from the server and from the browser."""
    quiet_page.goto(f"/games/{site.tribe}/replay")
    for game in (site.classic, site.tribe):
        alike = quiet_page.evaluate(BOARDS_ALIKE, [game, "Kingdom of NAME"])
        assert alike == [True] * 4


def test_the_rules_show_their_examples_without_scripts(still_page: Page) -> None:
    """Without scripts, both games have a drawn kingdom."""
    still_page.goto("/rules")
    assert still_page.locator("svg.board").count() == 2
    assert still_page.locator(".board-table").count() == 2


ATTEMPTS_AT = """async (table) =>
  (await import("/static/shared/kept/attempts.js")).attemptsAt(table)"""
"""What this browser sent for seats at a table."""


@pytest.mark.smoke
def test_a_guest_plays_against_bots_with_one_click(quiet_page: Page, service: Service) -> None:
    """A first visitor needs at most a name to get a table full of bots, and one skip by keyboard to begin."""
    quiet_page.goto("/")
    quiet_page.keyboard.press("Tab")
    quiet_page.keyboard.press("Enter")
    expect(quiet_page.get_by_role("button", name="Play now")).to_be_focused()
    levels = quiet_page.get_by_label("How strong").locator("option").all_inner_texts()
    assert levels[:3] == ["careless", "easy", "fair"]
    expect(quiet_page.get_by_label("How strong")).to_have_value("greedy-placement")
    quiet_page.get_by_label("Your name").fill("Ada")
    quiet_page.get_by_label("Against").select_option("two bots")
    quiet_page.get_by_role("button", name="Play now").click()
    quiet_page.wait_for_url("**/games/*")
    game = urlsplit(quiet_page.url).path
    state = ok(service.http().get(f"/api/v1{game}"))
    assert state["players"][0]["name"] == "Ada"
    assert len(state["players"]) == 3
    assert state["status"] == "active"
    expect(quiet_page.get_by_role("banner").get_by_role("link", name="Ada")).to_be_visible()
    table = game.rpartition("/")[2]
    first = ok(service.http().get(f"/api/v1{game}/events?limit=1"))["events"][0]["hash"]
    kept = quiet_page.evaluate(ATTEMPTS_AT, table)
    assert [each["first"] for each in kept] == [first]  # the first event, which audits compare
    assert quiet_page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_whoever_is_here_sees_what_waits(
    contexts: Contexts, base_url: str, site: Site, *, javascript: bool
) -> None:
    """My games list those waiting for me first, and link to the next one."""
    (waiting,) = {site.players[0].state(site.classic)["to_act"]["seat"]}
    with contexts.lent(java_script_enabled=javascript, base_url=base_url) as context:
        page = context.new_page()
        be(page, site.players[waiting])
        page.goto("/")
        expect(page.locator("#mine .card.waiting").first).to_contain_text("Your turn")
        page.get_by_role("link", name="Next game that waits for me").click()
        page.wait_for_url("**/games/*")


def test_a_session_that_ended_elsewhere(page: Page, service: Service) -> None:
    """The page reports an ended session; a name creates a guest; another tab may sign in somebody else."""
    account = service.account("Ann")
    be(page, account)
    with page.expect_response("**/api/v1/events*"):  # otherwise the live stream would report it later
        page.goto("/")
    header = page.get_by_role("banner")
    expect(header.get_by_role("link", name="Ann")).to_have_attribute("href", "/account")
    expect(page.get_by_label("Your name")).to_be_hidden()
    assert account.mine("DELETE", "/me", {"confirm": "Ann"}).status == 204
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("You are no longer signed in.")).to_be_visible()
    expect(header.get_by_role("link", name="Sign in")).to_have_attribute("href", "/sign-in")
    page.get_by_label("Your name").fill("Bea")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/*")
    expect(header.get_by_role("link", name="Bea")).to_be_visible()
    be(page, service.account("Cleo"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(header.get_by_role("link", name="Cleo")).to_be_visible()


def test_a_seat_at_an_open_table(quiet_page: Page, service: Service, site: Site) -> None:
    """A guest takes a free seat from the lobby."""
    host, guest = service.accounts(2)
    game = ok(host.post("/games", {"players": 2, "rules": {}}), 201)["id"]
    be(quiet_page, guest)
    quiet_page.goto("/")
    quiet_page.locator("#open .card", has_text=host.name).get_by_role("button", name="Take a seat").click()
    quiet_page.wait_for_url(f"**/games/{game}")
    assert [player["name"] for player in host.state(game)["players"]] == [host.name, guest.name]


def test_a_seat_in_a_dynasty(quiet_page: Page, service: Service) -> None:
    """A guest joins on a dynasty's page, which leads to the first game as soon as it exists."""
    host = service.account()
    dynasty = ok(host.post("/dynasties", {"players": 2, "visibility": "private"}), 201)["id"]
    quiet_page.goto(ok(host.mine("GET", f"/dynasties/{dynasty}/invitation"))["url"])
    quiet_page.get_by_label("Your name").fill("Ada")
    quiet_page.get_by_role("button", name="Take a seat").click()
    quiet_page.wait_for_url("**/games/*")


def choice(page: Page, field: str, value: str) -> Locator:
    """The control that selects this value in the form of a new game."""
    return page.locator(f"input[name={field}][value='{value}']")


def test_what_does_not_mix_is_greyed_with_the_reason(quiet_page: Page) -> None:
    """Impossible combinations are disabled with the reason, such as Mighty Duel and three players."""
    quiet_page.goto("/new")
    duel, three = choice(quiet_page, "variant", "mighty_duel"), choice(quiet_page, "players", "3")
    three.check()
    expect(duel).to_be_disabled()
    reason = quiet_page.locator("label", has=duel).locator(".reason")
    expect(reason).to_have_text("Mighty Duel is for two players.")
    choice(quiet_page, "players", "2").check()
    duel.check()
    expect(three).to_be_disabled()
    quiet_page.locator(".fold summary", has_text="Rules").click()
    edition = quiet_page.get_by_role("group", name="Edition")
    expect(edition).to_be_visible()
    choice(quiet_page, "variant", "totem").check()
    expect(edition).to_be_hidden()
    expect(three).to_be_enabled()


def test_a_private_table_is_found_by_its_link(quiet_page: Page, contexts: Contexts, site: Site) -> None:
    """A private table without spectators is found by the link on its waiting page."""
    host, friend = site.players
    be(quiet_page, host)
    quiet_page.goto(f"/players/{friend.id}")
    quiet_page.get_by_role("link", name="Invite to a game").click()
    quiet_page.locator(".fold summary", has_text="Who may come").click()
    expect(quiet_page.get_by_role("checkbox", name=friend.name)).to_be_checked()
    quiet_page.get_by_role("checkbox", name=friend.name).uncheck()
    expect(choice(quiet_page, "visibility", "private")).to_be_checked()
    choice(quiet_page, "spectators", "false").check()
    quiet_page.get_by_role("button", name="Open the table").click()
    quiet_page.wait_for_url("**/games/*")
    link = quiet_page.get_by_label("send them this link").input_value()
    game = urlsplit(link).path.rpartition("/")[2]

    def seated() -> list[str]:
        return [player["name"] for player in ok(host.mine("GET", f"/games/{game}"))["players"]]

    with contexts.lent() as context:
        page = context.new_page()
        page.goto(link)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("banner").get_by_role("link", name="Guest")).to_be_visible()
        eventually(lambda: seated() == [host.name, "Guest"])  # the session exists before the seat
    assert friend.get(f"/games/{game}").status == 404
