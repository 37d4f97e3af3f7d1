"""Talk at the table: two players and a spectator, one of them on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from harness.browser.at_table import LAPTOP, Player, player, table
from harness.browser.contexts import Contexts
from harness.browser.held import HeldResponse
from harness.service import Service, ok
from tests.browser.support.accessibility import barriers, overflow

PHONE = {"viewport": {"width": 390, "height": 844}}
SCRIPT = "<script>document.title = 'caught'</script> https://example.org"


@pytest.fixture
def three(contexts: Contexts, base_url: str) -> Iterator[tuple[Player, Player, Player]]:
    """Give three people, the second one on a phone."""
    with (
        player(contexts, base_url, "Ann", **LAPTOP) as ann,
        player(contexts, base_url, "Ben", **PHONE) as ben,
        player(contexts, base_url, "Cleo", **LAPTOP) as cleo,
    ):
        yield ann, ben, cleo


def begun(ann: Player, ben: Player) -> str:
    """The id of a game of these two."""
    game = table(ann, 2)
    ben.api(f"/games/{game}/seats", "POST", {})
    return game


def opener(here: Player) -> Locator:
    """The button that opens the talk."""
    return here.see("[data-key=talk]")


def messages(here: Player) -> Locator:
    """The messages."""
    return here.page.get_by_role("region", name="Talk").locator(".talk-text")


def write(here: Player, text: str) -> None:
    """Write a message by keyboard alone."""
    here.page.get_by_label("Your message").focus()
    here.page.keyboard.insert_text(text)
    here.page.keyboard.press("Enter")


def test_talk_by_the_keys(three: tuple[Player, Player, Player]) -> None:
    """Messages are shown verbatim, counted while unread, and move nothing; the talk is accessible."""
    ann, ben, _ = three
    game = begun(ann, ben)
    for each in (ann, ben):
        each.open(game)
        expect(opener(each)).to_be_visible()
    before = ben.see(".felt").bounding_box()
    opener(ann).focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_label("Your message")).to_be_focused()
    write(ann, SCRIPT)
    expect(messages(ann)).to_have_text([SCRIPT])
    expect(ann.page.get_by_label("Your message")).to_have_value("")
    ann.page.get_by_role("button", name="Good luck, have fun!").click()
    expect(opener(ben)).to_contain_text("2 new messages")
    opener(ben).click()
    expect(messages(ben)).to_have_text([SCRIPT, "Good luck, have fun!"])
    expect(messages(ben).get_by_role("link")).to_have_count(0)
    expect(opener(ben)).not_to_contain_text("new message")
    assert ben.see(".felt").bounding_box() == before
    for each in (ann, ben):
        assert (barriers(each.page), overflow(each.page)) == ([], 0)

    ben.see("[data-key^=more-]").last.click()
    report = ben.page.get_by_role("link", name="Report").get_attribute("href") or ""
    assert report.startswith("/report/message/")
    assert report.endswith(f"/{game}")
    ben.page.get_by_role("button", name="Mute Ann").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Mute").click()
    expect(messages(ben)).to_have_count(0)
    ben.page.get_by_role("button", name="Read Ann again").click()
    expect(messages(ben)).to_have_count(2)
    write(ben, "Oh")
    expect(messages(ann)).to_have_text([SCRIPT, "Good luck, have fun!", "Oh"])
    ben.see("[data-key^=more-]").last.click()
    ben.page.get_by_role("button", name="Delete").click()
    ben.page.keyboard.press("Escape")
    expect(messages(ben)).to_have_count(3)
    ben.page.get_by_role("button", name="Delete").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(messages(ben)).to_have_count(2)
    ben.page.keyboard.press("Escape")
    expect(opener(ben)).to_be_focused()

    ben.see(".menu summary").click()
    ben.see("[data-key=mute-talk]").click()
    expect(ben.see("[data-key=mute-talk]")).to_have_text("Read the talk again")
    ben.page.reload()
    opener(ben).click()
    expect(ben.page.get_by_text("You have muted the talk at this table.")).to_be_visible()
    expect(messages(ben)).to_have_count(0)
    ben.see("[data-key=unmute-game]").click()
    expect(messages(ben)).to_have_count(2)


def test_talk_that_comes_before_the_table(three: tuple[Player, Player, Player]) -> None:
    """The page shows the talk and its menu also if the talk arrives before the rest of the table."""
    ann, ben, _ = three
    game = begun(ann, ben)
    held = HeldResponse(ann.page, f"/api/v1/games/{game}/plan$")
    with ann.page.expect_response(f"**/api/v1/games/{game}/talk*"):
        ann.page.goto(f"/games/{game}")
    held.deliver()
    ann.settled()
    expect(ann.see("[data-key=mute-talk]")).to_have_text("Mute the talk")
    assert ann.loud == []
    ben.api(f"/games/{game}/talk", "POST", {"text": "hello"})
    expect(opener(ann)).to_contain_text("1 new message")


def test_what_was_written_is_kept_and_sent_once(three: tuple[Player, Player, Player]) -> None:
    """On a slow line a message is sent once; one that is half written stays when the game ends."""
    ann, ben, _ = three
    game = begun(ann, ben)
    ann.open(game)
    opener(ann).click()
    field = ann.page.get_by_label("Your message")
    slow = HeldResponse(ann.page, "/talk$", lambda request: request.method == "POST")
    write(ann, "Hello!")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Enter")
    slow.deliver()
    expect(field).to_have_value("")
    expect(messages(ann)).to_have_text(["Hello!"])
    field.fill("Well pla")
    ben.api(f"/games/{game}/abort", "POST")
    expect(ann.see("[data-key=room-spectators]")).to_have_count(1)
    expect(field).to_have_value("Well pla")
    assert len(ann.api(f"/games/{game}/talk")["messages"]) == 1


def test_a_room_is_left_while_its_messages_come(three: tuple[Player, Player, Player]) -> None:
    """The messages of a room that come after it was left do not lead back to it."""
    ann, ben, _ = three
    game = begun(ann, ben)
    ben.api(f"/games/{game}/abort", "POST")
    ann.open(game)
    opener(ann).click()
    spectators = ann.see("[data-key=room-spectators]")
    expect(spectators).to_have_attribute("aria-pressed", "false")
    slow = HeldResponse(ann.page, r"/talk(\?room=players)?$")
    ben.api(f"/games/{game}/talk", "POST", {"text": "hello"})
    slow.wait()
    spectators.click()
    expect(spectators).to_have_attribute("aria-pressed", "true")
    slow.deliver()
    write(ann, "To all")
    expect(messages(ann)).to_have_text(["To all"])
    expect(spectators).to_have_attribute("aria-pressed", "true")


def test_spectators_talk_apart(three: tuple[Player, Player, Player]) -> None:
    """Players see the spectators' room only after the end, and may then write there, too."""
    ann, ben, cleo = three
    game = begun(ann, ben)
    for each in (ann, cleo):
        each.open(game)
        opener(each).click()
    expect(cleo.page.get_by_text("Nobody has written yet.")).to_be_visible()
    write(cleo, "Take the swamp!")
    expect(messages(cleo)).to_have_text(["Take the swamp!"])
    expect(ann.see("[data-key=room-spectators]")).to_have_count(0)
    ann.api(f"/games/{game}/abort", "POST")
    ann.see("[data-key=room-spectators]").click()
    expect(messages(ann)).to_have_text(["Take the swamp!"])
    write(ann, "I saw it")
    expect(messages(cleo)).to_have_text(["Take the swamp!", "I saw it"])


@pytest.mark.smoke
def test_who_sits_down_as_a_guest_can_write(contexts: Contexts, base_url: str, service: Service) -> None:
    """A signed-out visitor is offered to sign in; with a seat, a guest can write in the players' room."""
    owner = service.account()
    game = str(ok(owner.post("/games", {"players": 3}), 201)["id"])
    with contexts.lent(base_url=base_url, **LAPTOP) as context:
        here = Player(context.new_page())
        here.open(game)
        opener(here).click()
        expect(here.page.get_by_role("link", name="Sign in or play as a guest to write")).to_be_visible()
        here.page.get_by_label("Your name").fill("Dora")
        here.page.get_by_role("button", name="Take a seat").click()
        expect(here.page.get_by_text("Only the players at this table read this.")).to_be_visible()
        write(here, "Hello")
        expect(messages(here)).to_have_text(["Hello"])
    assert [each["text"] for each in ok(owner.mine("GET", f"/games/{game}/talk"))["messages"]] == ["Hello"]


def test_where_nobody_talks(three: tuple[Player, Player, Player]) -> None:
    """A table without talk, or against bots alone, has no button and requests nothing."""
    ann, ben, _ = three
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    quiet = ann.api("/games", "POST", {"players": 2, "talk": False})["id"]
    ann.open(quiet)
    expect(ann.see(".result")).to_contain_text("Without talk")
    bots = table(ann, 2)
    ann.api(f"/games/{bots}/bots", "POST", {"policy": "greedy"})
    ann.open(bots)
    expect(opener(ann)).to_be_hidden()
    assert not [url for url in asked if "/talk" in url or "talk=" in url]
    ben.page.goto("/new")
    ben.page.get_by_text("Without talk").first.wait_for(state="attached")
