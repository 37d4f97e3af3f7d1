"""The page of notice preferences, with scripts and without."""

from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.service import Account, Service, ok

PATH = "/account/notices"
HOURLY = "You will get an e-mail at most once an hour."
NIGHT = "You will get an e-mail at most once an hour, not between 22:00 and 07:00."


def preferences(owner: Account) -> dict[str, object]:
    """The stored preferences."""
    found: dict[str, object] = ok(owner.mine("GET", "/me/notices/preferences"))
    return found


def test_it_is_found_from_the_bell_and_from_the_account(page: Page, service: Service) -> None:
    """The page of notices and the account page both link to the preferences."""
    be(page, service.account())
    for path in ("/notices", "/account"):
        page.goto(path)
        page.get_by_role("link", name="Notification settings").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Notification settings")


def test_the_browser_proposes_its_zone(contexts: Contexts, base_url: str, service: Service) -> None:
    """The browser's time zone is proposed until one is saved; the preview follows each choice at once."""
    ann = service.account()
    with contexts.lent(base_url=base_url, timezone_id="Asia/Tokyo", **LAPTOP) as here:
        page = here.new_page()
        be(page, ann)
        page.goto(PATH)
        zone, told = page.get_by_label("Time zone"), page.locator("#email .preview")
        expect(zone).to_have_value("Asia/Tokyo")
        expect(page.locator("#zone-told")).to_contain_text("Asia/Tokyo")
        assert preferences(ann)["time_zone"] is None
        expect(told).to_have_text(HOURLY)
        page.get_by_role("checkbox", name="Quiet hours").check()
        expect(told).to_have_text(NIGHT)
        page.get_by_role("checkbox", name="Tell me by e-mail").uncheck()
        expect(told).to_have_text("You will get no e-mail about notices.")
        page.get_by_role("checkbox", name="Tell me by e-mail").check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert preferences(ann)["time_zone"] == "Asia/Tokyo"
        expect(told).to_have_text(NIGHT)
        zone.select_option("Europe/Berlin")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(zone).to_have_value("Europe/Berlin")
        expect(page.locator("#zone-told")).to_be_empty()


def test_without_scripts(still_page: Page, service: Service) -> None:
    """Without scripts the same form saves everything, and shows errors at the fields with their values."""
    ann, page = service.account(), still_page
    be(page, ann)
    page.goto(PATH)
    email = page.locator("#email")
    expect(page.locator("#email .preview")).to_have_text(HOURLY)
    email.get_by_role("radio", name="Once a day").check()
    email.get_by_label("Hour of the daily message").select_option("18:00")
    email.get_by_text("Which notices").click()
    email.get_by_role("checkbox", name="Comments").uncheck()
    page.get_by_role("checkbox", name="Quiet hours").check()
    page.get_by_label("From", exact=True).fill("08:00")
    page.get_by_label("To", exact=True).fill("08:00")
    page.get_by_role("button", name="Save").click()
    wrong = page.get_by_label("To", exact=True)
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description("Quiet hours must end at another time than they begin.")
    wrong.fill("09:30")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#email .preview")).to_have_text(
        "You will get an e-mail at most once a day, at 18:00, not between 08:00 and 09:30."
    )
    kept = preferences(ann)
    assert kept["quiet"] == {"from": "08:00", "to": "09:30"}
    assert kept["channels"]["email"]["kinds"]["comment"] is False  # type: ignore[index]
    assert kept["channels"]["email"]["kinds"]["turn"] is True  # type: ignore[index]


def test_by_the_keys(page: Page, service: Service) -> None:
    """Enter in a field saves, and the tab order follows the page."""
    ann = service.account()
    be(page, ann)
    page.goto(PATH)
    page.get_by_role("checkbox", name="Quiet hours").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_label("From", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert preferences(ann)["quiet"] == {"from": "22:00", "to": "07:00"}


def test_a_game_is_muted_at_its_table(page: Page, service: Service) -> None:
    """The table's menu mutes a game on all channels; the preferences page unmutes it."""
    ann, ben = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    be(page, ann)
    page.goto(f"/games/{game}")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Do not notify me of this game").click()
    expect(page.get_by_role("button", name="Notify me of this game again")).to_be_focused()
    (muted,) = ok(ann.mine("GET", "/me/notices/mutes"))["mutes"]
    assert muted["game"] == game
    assert "email" in muted["channels"]
    page.goto(PATH)
    page.get_by_role("button", name=f"Tell me again of the game with {ann.name}, {ben.name}").click()
    expect(page.get_by_text("You get notices about this game again.")).to_be_visible()
    expect(page.locator("#muted")).to_have_count(0)
    assert ok(ann.mine("GET", "/me/notices/mutes"))["mutes"] == []


def test_who_only_watches_mutes_nothing(page: Page, service: Service) -> None:
    """A spectator's menu has no button to mute the game."""
    ann, ben, cleo = service.accounts(3)
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    be(page, cleo)
    page.goto(f"/games/{game}")
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("link", name="Audit")).to_be_visible()
    expect(page.get_by_role("button", name="notify me of this game")).to_have_count(0)


def test_the_calendar_has_a_link_without_scripts(still_page: Page, service: Service) -> None:
    """Buttons create, replace and revoke the link of the calendar."""
    page = still_page
    be(page, service.account())
    page.goto(PATH)
    page.get_by_role("button", name="Make a secret link").click()
    link = page.get_by_label("The secret link of your calendar")
    first = link.input_value()
    assert page.request.get(first).headers["content-type"] == "text/calendar; charset=utf-8"
    with page.expect_navigation():
        page.get_by_role("button", name="Replace the link").click()
    assert page.request.get(first).status == 404
    assert page.request.get(link.input_value()).status == 200
    page.get_by_role("button", name="Revoke the link").click()
    expect(link).to_have_count(0)
