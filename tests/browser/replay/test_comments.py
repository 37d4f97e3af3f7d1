"""Comments on the replay page of a finished game, by keyboard alone."""

from playwright.sync_api import Locator, expect

from harness.browser.at_table import Player, player, table
from harness.browser.contexts import Contexts
from harness.browser.held import HeldResponse
from harness.service import Account, Service, ok
from tests.browser.support.accessibility import SIZES, barriers, overflow

SCRIPT = "<script>document.title = 'caught'</script> https://example.org"


def called_off(owner: Player, other: Account) -> str:
    """The id of a cancelled game of these two."""
    game = table(owner, 2)
    ok(other.post(f"/games/{game}/seats", {}), 201)
    owner.api(f"/games/{game}/abort", "POST")
    return game


def enter(here: Player, found: Locator, text: str | None = None) -> None:
    """Go to the element by keyboard, enter the text if there is one, and press the next control."""
    found.focus()
    if text is not None:
        here.page.keyboard.press("ControlOrMeta+A")
        here.page.keyboard.insert_text(text)
        here.page.keyboard.press("Tab")
    here.page.keyboard.press("Enter")


def test_a_comment_by_the_keys(contexts: Contexts, base_url: str, service: Service) -> None:
    """Another player's comment is shown as plain text; the own one is written, edited and deleted."""
    other = service.account()
    with player(contexts, base_url, "Ann") as ann:
        game = called_off(ann, other)
        ok(other.post(f"/games/{game}/comments", {"version": 1, "text": SCRIPT}), 201)
        ann.page.goto(f"/games/{game}/replay#m2")
        part = ann.page.get_by_role("region", name="Comments")
        items = part.locator(".comments").get_by_role("listitem")
        told = part.get_by_role("status")
        expect(part).to_contain_text("Nobody has commented on this move.")
        part.get_by_label("Your comment on move 2").fill("begun")
        enter(ann, part.get_by_role("link", name="Move 1: 1 comment"))
        expect(items).to_contain_text([other.name])
        expect(items).to_contain_text([SCRIPT])
        expect(items.get_by_role("button")).to_have_count(0)
        expect(items.get_by_role("link")).to_have_text([other.name, "Report"])
        assert ann.page.title() != "caught"

        ann.page.goto(f"/games/{game}/replay#m2")
        field = part.get_by_label("Your comment on move 2")
        expect(field).to_have_value("begun")
        enter(ann, field, "Why not\nthe swamp?")
        expect(told).to_have_text("Your comment was added.")
        expect(items).to_contain_text(["Why not\nthe swamp?"])
        expect(field).to_have_value("")
        expect(field).to_be_focused()
        assert [comment["version"] for comment in listed(ann, game)] == [1, 2]

        enter(ann, part.get_by_role("button", name="Change"))
        ann.page.set_viewport_size(SIZES[1])
        assert (barriers(ann.page), overflow(ann.page)) == ([], 0)
        enter(ann, part.get_by_label("Your comment", exact=True), "The swamp!")
        expect(items).to_contain_text(["changed"])
        expect(items).to_contain_text(["The swamp!"])
        expect(part.get_by_role("button", name="Change")).to_be_focused()

        enter(ann, part.get_by_role("button", name="Delete"))
        ann.page.keyboard.press("Escape")
        expect(items).to_contain_text(["The swamp!"])
        enter(ann, part.get_by_role("button", name="Delete"))
        enter(ann, ann.page.get_by_role("dialog").get_by_role("button", name="Delete"))
        expect(told).to_have_text("Your comment is deleted.")
        expect(items).to_have_count(0)
        assert [comment["version"] for comment in listed(ann, game)] == [1]


def test_what_is_written_during_a_request_stays(contexts: Contexts, base_url: str, service: Service) -> None:
    """While a comment is being sent, the next one can be begun, and another one be changed."""
    other = service.account()
    with player(contexts, base_url, "Ann") as ann:
        game = called_off(ann, other)
        ann.api(f"/games/{game}/comments", "POST", {"version": 2, "text": "the first"})
        ann.page.goto(f"/games/{game}/replay#m2")
        part = ann.page.get_by_role("region", name="Comments")
        field = part.get_by_label("Your comment on move 2")
        slow = HeldResponse(ann.page, "/comments$", lambda request: request.method == "POST")
        enter(ann, field, "the second")
        slow.wait()
        field.fill("the third")
        part.get_by_role("button", name="Change").click()
        part.get_by_label("Your comment", exact=True).fill("changed")
        slow.deliver()
        expect(part.get_by_role("status")).to_have_text("Your comment was added.")
        expect(field).to_have_value("the third")
        expect(part.get_by_label("Your comment", exact=True)).to_have_value("changed")


def listed(here: Player, game: str) -> list[dict[str, object]]:
    """The comments on the game."""
    return list(here.api(f"/games/{game}/comments")["comments"])
