"""The page of a new game: presets, variants with pictures, paces and pauses; and joining by invitation."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.browser.replaying import finished
from harness.service import Account, Service, ok
from harness.waiting import eventually

DAY = 86_400
TALL = 2500
"""The greatest height of the form with all folds open, in pixels."""
LEFT = "each => each.getBoundingClientRect().left"


def choice(page: Page, field: str, value: str) -> Locator:
    """The control that selects this value in the form."""
    return page.locator(f"input[name={field}][value='{value}']")


def unfold(page: Page, *titles: str) -> None:
    """Expand these parts of the form."""
    for title in titles:
        page.locator(".fold summary", has_text=title).click()


def opened(page: Page, service: Service, account: Account) -> tuple[Any, Any, Any]:
    """The state, the clock and the options of the table that the form opens."""
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/games/*")
    path = urlsplit(page.url).path
    state, clock = (ok(account.mine("GET", f"{path}{more}")) for more in ("", "/clock"))
    return state, clock["clock"], ok(account.mine("GET", f"{path}/events?limit=1"))["events"][0]["data"]


PRESETS = {
    "bots": (["greedy-placement"], {"policy": "none"}, None),
    "friends": ([], {"policy": "per_turn", "seconds": 3 * DAY}, True),
    "near": ([], {"policy": "per_turn", "seconds": 3 * DAY}, None),
    "live": ([], {"policy": "fischer", "initial": 600, "increment": 30, "cap": 900}, None),
    "open": ([], {"policy": "per_turn", "seconds": 3 * DAY}, None),
}
"""The seated bots, the clock, and whether the table is private, by preset."""


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_settles_the_rest(quiet_page: Page, service: Service, preset: str) -> None:
    """A preset needs one choice and a click: against bots at once, or with people and a clock."""
    account = service.account()
    be(quiet_page, account)
    quiet_page.goto("/new")
    choice(quiet_page, "preset", preset).check()
    state, clock, created = opened(quiet_page, service, account)
    bots, agreed, private = PRESETS[preset]
    assert [player["bot"] for player in state["players"][1:]] == bots
    assert clock == agreed
    assert created["options"].get("private") == private
    assert state["status"] == ("active" if bots else "open")


def test_the_choices_fit_one_screen(contexts: Contexts, base_url: str) -> None:
    """On a laptop the common choices and the button need no scrolling; the unfolded page is not long."""
    with contexts.lent(base_url=base_url, **LAPTOP) as context:
        page = context.new_page()
        page.goto("/new")
        for preset in PRESETS:
            choice(page, "preset", preset).check()
            choice(page, "players", "4").check()
            button = page.get_by_role("button", name="Open the table").bounding_box()
            seats = page.get_by_label("Seat 4").bounding_box()
            assert button is not None
            assert seats is not None
            assert seats["y"] + seats["height"] <= button["y"]
            assert button["y"] + button["height"] <= LAPTOP["viewport"]["height"]
        expect(page.locator(".fold[open]")).to_have_count(0)
        assert page.locator(".fold .chosen").all_inner_texts() == [
            "as usual",
            "3 days a turn, The seat is forfeit",
            "Everybody, Rated",
        ]
        unfold(page, "Rules", "Clock", "Who may come")
        assert page.evaluate("document.getElementById('main').offsetHeight") < TALL


def test_variants_are_cards(quiet_page: Page) -> None:
    """Each variant has a picture; one that another choice excludes is disabled with the reason."""
    quiet_page.goto("/new")
    variants = quiet_page.locator(".variants .choice")
    assert variants.locator("b").all_inner_texts() == [
        "Kingdomino",
        "Mighty Duel",
        "No limit",
        "Origins, Discovery",
        "Origins, Totem",
        "Origins, Tribe",
    ]
    expect(quiet_page.locator(".pictured svg use").first).to_be_visible()
    expect(quiet_page.locator(".pictured:not(:has(svg))")).to_have_count(0)
    choice(quiet_page, "variant", "mighty_duel").check()
    expect(choice(quiet_page, "players", "3")).to_be_disabled()
    choice(quiet_page, "variant", "tribe").check()
    choice(quiet_page, "players", "3").check()
    expect(variants.nth(1)).to_contain_text("Mighty Duel is for two players.")
    expect(choice(quiet_page, "variant", "mighty_duel")).to_be_disabled()
    choice(quiet_page, "middle_kingdom", "true").check()
    expect(choice(quiet_page, "variant", "no_limit")).to_be_disabled()


def test_the_clock_pauses_at_nights_and_weekends(quiet_page: Page, service: Service) -> None:
    """A pause is one choice; it is kept in the player's time zone."""
    account = service.account()
    be(quiet_page, account)
    quiet_page.goto("/new?preset=open")
    unfold(quiet_page, "Clock")
    choice(quiet_page, "pace", "1-day").check()
    choice(quiet_page, "pause", "both").check()
    _, clock, _ = opened(quiet_page, service, account)
    zone = quiet_page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    pause = {"timezone": zone, "weekdays": ["sat", "sun"], "from": "22:00", "to": "08:00"}
    assert clock == {"policy": "per_turn", "seconds": DAY, "pause": pause}


def test_two_near_ratings_meet(quiet_page: Page, service: Service) -> None:
    """The first who looks for an even game waits at a table; the next player is told so, and led there."""
    ann, bob = service.accounts(2)
    be(quiet_page, ann)
    quiet_page.goto("/new?preset=near")
    choice(quiet_page, "variant", "tribe").check()
    state, _, created = opened(quiet_page, service, ann)
    assert (state["status"], created["options"]["rated"]) == ("open", True)
    be(quiet_page, bob)
    quiet_page.goto("/new?preset=near")
    expect(quiet_page.locator("#seeking")).to_contain_text("near the rating 1500")
    choice(quiet_page, "series", "dynasties").check()
    quiet_page.get_by_role("button", name="Open the table").click()
    expect(quiet_page.locator("#told")).to_contain_text("An even game is a single rated game")
    choice(quiet_page, "series", "dynasties").uncheck()
    choice(quiet_page, "variant", "tribe").check()
    state, _, _ = opened(quiet_page, service, bob)
    assert [player["player"] for player in state["players"]] == [ann.id, bob.id]


def test_bots_and_people_at_one_table(quiet_page: Page, service: Service) -> None:
    """Each seat takes a person or a bot of its own kind; in a dynasty, too."""
    account = service.account()
    be(quiet_page, account)
    quiet_page.goto("/new?preset=open")
    choice(quiet_page, "players", "4").check()
    quiet_page.get_by_label("Seat 2").select_option("A fair bot")
    quiet_page.get_by_label("Seat 3").select_option("A person")
    quiet_page.get_by_label("Seat 4").select_option("A careless bot")
    state, _, _ = opened(quiet_page, service, account)
    assert [player.get("bot") for player in state["players"]] == [None, "greedy", "random"]
    assert state["status"] == "open"


def test_a_dynasty_against_bots_alone(quiet_page: Page, service: Service) -> None:
    """The form opens a dynasty against bots and leads to its first game, where the bots have their seats."""
    account = service.account()
    be(quiet_page, account)
    quiet_page.goto("/new?preset=bots")
    choice(quiet_page, "series", "dynasties").check()
    quiet_page.get_by_label("Seat 2").select_option("A fair bot")
    quiet_page.get_by_role("button", name="Open the table").click()
    quiet_page.wait_for_url(re.compile("/games/"))
    state = account.state(quiet_page.url.rpartition("/")[2])
    assert [player.get("bot") for player in state["players"]] == [None, "greedy"]
    assert state["dynasty"]["number"] == 1


@pytest.mark.smoke
def test_a_game_is_opened_as_it_was_chosen(quiet_page: Page, service: Service) -> None:
    """The table has the rules, clock, company and bots of the form."""
    account = service.account()
    be(quiet_page, account)
    quiet_page.goto("/new")
    unfold(quiet_page, "Rules", "Clock", "Who may come")
    chosen = {"variant": "totem", "players": "3", "pace": "own", "policy": "fischer", "harmony": "true"}
    for field, value in {
        **chosen,
        "on_timeout": "forfeit",
        "absent": "discard",
        "spectators": "false",
    }.items():
        choice(quiet_page, field, value).check()
    for seat in ("Seat 2", "Seat 3"):
        quiet_page.get_by_label(seat).select_option("A fair bot")
    for field, value in (("At the start", "36"), ("More with each turn", "6"), ("Never more than", "48")):
        quiet_page.get_by_label(field).fill(value)
    quiet_page.get_by_label("Counted in").select_option("hours")
    state, clock, created = opened(quiet_page, service, account)
    assert (state["rules"]["mode"], state["rules"]["harmony"]) == ("totem", True)
    assert [player["player"] for player in state["players"][1:]] == ["bot/greedy-1"] * 2
    assert clock == {"policy": "fischer", "initial": 36 * 3600, "increment": 6 * 3600, "cap": 48 * 3600}
    options = created["options"]
    assert (options["on_timeout"], options["absent"], options["spectators"]) == ("forfeit", "discard", False)


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize("series", ["games", "dynasties"])
def test_an_invitation_says_what_it_is_to(
    contexts: Contexts, base_url: str, service: Service, series: str, *, javascript: bool
) -> None:
    """An invitation names the inviter, rules and clock, and asks for a name before anything happens."""
    host = service.account("Hilda")
    clock = {"policy": "per_turn", "seconds": 2 * DAY}
    body = {"players": 2, "rules": {"harmony": True}, "clock": clock, "visibility": "private"}
    table = ok(host.post(f"/{series}", body), 201)["id"]
    link = ok(host.mine("GET", f"/{series}/{table}/invitation"))["url"].replace("/replay", "")
    with contexts.lent(base_url=base_url, java_script_enabled=javascript) as context:
        page = context.new_page()
        page.goto(link)
        expect(page.get_by_role("heading", name="Hilda invites you to play")).to_be_visible()
        terms = page.locator("#terms")
        for text in ("Kingdomino, Harmony", "Time for each turn: 2 days", "A bot plays on"):
            expect(terms).to_contain_text(text)
        assert len(ok(host.mine("GET", f"/{series}/{table}"))["players"]) == 1
        if not javascript:
            return
        page.get_by_label("Your name").fill("Gerda")
        page.get_by_role("button", name="Take a seat").click()

        def seated() -> list[str]:
            return [player["name"] for player in ok(host.mine("GET", f"/{series}/{table}"))["players"]]

        eventually(lambda: seated() == ["Hilda", "Gerda"])
        page.wait_for_url("**/games/*")
        expect(page.get_by_role("banner").get_by_role("link", name="Gerda")).to_be_visible()


def test_a_guest_looks_before_sitting_down(page: Page, service: Service) -> None:
    """The lobby leads a visitor without a name to the table, which asks for it; the card shows the rules."""
    host = service.account("Otto")
    ok(host.post("/games", {"players": 2, "rules": {"game": "origins", "mode": "totem"}}), 201)
    page.goto("/")
    card = page.locator("#open .card", has_text="Otto")
    expect(card).to_contain_text("Origins, Totem; No clock")
    card.get_by_role("link", name="Look at it and sit down").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("heading", name="Otto invites you to play")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_visible()
    expect(page.locator(".unseen")).to_be_hidden()
    left = [page.locator(part).evaluate(LEFT) for part in (".result", ".panels")]
    assert left[0] == left[1]


def test_the_deal_of_a_finished_game_again(quiet_page: Page, service: Service) -> None:
    """From the result to a table with the same rules and dominoes, which is marked and cannot be rated."""
    account = service.account()
    source = finished(service, [account, service.account()], harmony=True, first_line="alternating")
    be(quiet_page, account)
    quiet_page.goto(f"/games/{source}/replay")
    expect(quiet_page.get_by_role("link", name="Play the same deal")).to_be_visible()
    quiet_page.goto(f"/games/{source}")
    quiet_page.locator("[data-key=deal]").click()
    expect(quiet_page.locator("#known-deal")).to_contain_text("Everybody can know them")
    expect(quiet_page.locator(".variants")).to_be_hidden()
    expect(choice(quiet_page, "preset", "open")).to_have_count(0)
    expect(choice(quiet_page, "rated", "true")).to_be_disabled()
    state, _, created = opened(quiet_page, service, account)
    assert (state["deal"], state["rules"]) == (source, account.state(source)["rules"])
    assert (created["draws"], created["options"]["deal"]["game"]) == (3, source)
    expect(quiet_page.locator(".known-deal")).to_contain_text("Deal of an earlier game")
    lines = [
        next(
            event["data"]
            for event in ok(account.mine("GET", f"/games/{game}/events?limit=100"))["events"]
            if event["type"] == "LineDealt"
        )["dominoes"]
        for game in (source, state["id"])
    ]
    assert lines[0] == lines[1]
    quiet_page.goto(f"/players/{account.id}")
    expect(quiet_page.locator(".tag", has_text="Deal of an earlier game")).to_have_count(1)
