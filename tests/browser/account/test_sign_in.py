"""Signing in with a browser, with and without scripts: from a guest's name to a new password."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, by_mouse
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.processes import free_port
from harness.service import HOST, Service, ok, running_service_at
from harness.waiting import PATIENCE, eventually
from harness.wire.mail import Mailbox, mail_settings, running_mail_server
from service.http.authentication import COOKIE

PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"


@pytest.fixture(scope="module")
def mailing() -> Iterator[tuple[Mailbox, Service]]:
    """Give a mailbox, and a service that sends its e-mails there with links to itself."""
    port = free_port()
    with (
        running_mail_server() as (mailbox, mail_port),
        running_service_at(port, **mail_settings(mail_port, f"http://{HOST}:{port}")) as service,
    ):
        yield mailbox, service


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_from_guest_to_member_and_back_to_nobody(
    contexts: Contexts, mailing: tuple[Mailbox, Service], *, javascript: bool
) -> None:
    """Guest, password, confirmation, signing out and in, a forgotten password, and erasing the account."""
    mailbox, service = mailing
    name, email = ("Ann", "ann@example.org") if javascript else ("Bob", "bob@example.org")
    base = f"http://{service.host}:{service.port}"
    with contexts.lent(java_script_enabled=javascript, base_url=base) as context:
        page = context.new_page()
        as_guest(page, name)
        (cookie,) = [each for each in context.cookies() if each["name"] == COOKIE]
        assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"]) == (True, "Lax", False)
        choose(page, email, PASSWORD)
        page.goto(mailbox.link(email))
        expect(page.get_by_text(email)).to_be_visible()
        page.get_by_role("button", name="Yes, this is my account").click()
        expect(page.get_by_role("status")).to_contain_text("confirmed")
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("status")).to_have_text("You are signed out.")
        assert COOKIE not in {each["name"] for each in context.cookies()}
        sign_in(page, email, OTHER)
        expect(page.get_by_role("alert")).to_have_text("E-mail address or password is wrong.")
        sign_in(page, email, PASSWORD)
        page.goto("/account")
        expect(page.get_by_label("Your name", exact=True)).to_have_value(name)
        forgotten(page, email)
        page.goto(mailbox.link(email, 2))
        page.get_by_label("New password").fill(OTHER)
        with page.expect_navigation():
            page.get_by_role("button", name="Set this password and sign in").click()
        page.goto("/account")
        expect(page.get_by_text(f"You sign in with {email}.")).to_be_visible()
        assert page.get_by_role("row").count() == 2  # the header row, and this browser alone
        page.get_by_label("To confirm, write your name").fill(name)
        page.get_by_role("button", name="Erase my account").click()
        expect(page.get_by_role("status")).to_have_text("Your account is erased.")


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_a_letters_link_on_another_browser(
    contexts: Contexts, mailing: tuple[Mailbox, Service], *, javascript: bool
) -> None:
    """The link asks a second browser for the password; a new password signs the other browser out."""
    mailbox, service = mailing
    email = "two@example.org" if javascript else "too@example.org"
    base = f"http://{service.host}:{service.port}"
    options: Any = {"java_script_enabled": javascript, "base_url": base}
    with contexts.lent(**options) as here, contexts.lent(**options) as there:
        first, second = here.new_page(), there.new_page()
        as_guest(first, "Ann")
        choose(first, email, PASSWORD)
        second.goto(mailbox.link(email))
        expect(second.get_by_text("This browser is not signed in to that account")).to_be_visible()
        field = second.get_by_label("Password", exact=True)
        for wrong in (OTHER, PASSWORD):
            field.fill(wrong)
            second.get_by_role("button", name="Yes, this is my account").click()
            if wrong == OTHER:
                expect(second.get_by_role("alert")).to_have_text("This is not the right password.")
        expect(second.get_by_role("status")).to_contain_text("confirmed")
        expect(second.get_by_role("heading", level=2).first).to_have_text("With e-mail and password")
        sign_in(second, email, PASSWORD)
        change_password(second, OTHER, PASSWORD)
        said = "Your password is changed, and every other browser is signed out."
        expect(second.get_by_role("status")).to_have_text(said)
        assert second.get_by_role("row").count() == 2  # the header row, and this browser alone
        first.goto("/account")
        expect(first.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()


@pytest.mark.smoke
@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_signing_in_leads_back(contexts: Contexts, base_url: str, *, javascript: bool) -> None:
    """Signing in returns to the page first requested, even after an error in the form."""
    with contexts.lent(java_script_enabled=javascript, base_url=base_url) as context:
        page = context.new_page()
        page.goto("/account/notices")
        expect(page).to_have_url(f"{base_url}/sign-in?back=/account/notices")
        for name in (" ", "Ann"):
            page.get_by_label("Your name").fill(name)
            with page.expect_navigation():
                page.get_by_role("button", name="Play as a guest").click()
        expect(page).to_have_url(f"{base_url}/account/notices")


@pytest.mark.parametrize("elsewhere", ["//example.org", "https://example.org/", "/\\example.org", "/a/../x"])
def test_signing_in_leads_nobody_away(still_page: Page, base_url: str, elsewhere: str) -> None:
    """A link with another site's URL is not followed."""
    still_page.goto(f"/sign-in?back={elsewhere}")
    still_page.get_by_label("Your name").fill("Ann")
    still_page.get_by_role("button", name="Play as a guest").click()
    expect(still_page).to_have_url(f"{base_url}/")


def test_an_email_leads_to_a_private_game(contexts: Contexts, mailing: tuple[Mailbox, Service]) -> None:
    """Whoever opens the link of a turn where they are signed out signs in, is at the table, and moves."""
    mailbox, service = mailing
    email, random = "eve@example.org", seeded(6)
    base = f"http://{service.host}:{service.port}"
    with contexts.lent(base_url=base) as context:
        eve = Player(context.new_page())
        as_guest(eve.page, "Eve")
        choose(eve.page, email, PASSWORD)
        eve.page.goto(mailbox.link(email))
        eve.page.get_by_role("button", name="Yes, this is my account").click()
        expect(eve.page.get_by_role("status")).to_contain_text("confirmed")
        eve.api("/me/notices/email", "PUT")
        eve.api("/me/notices/preferences", "PUT", {"channels": {"email": {"digest": "at_once"}}})
        game = eve.api("/games", "POST", {"players": 2, "rules": {}, "visibility": "private"})["id"]
        key = eve.api(f"/games/{game}/invitation")["key"]
    ben = service.account("Ben")
    ok(ben.post(f"/games/{game}/seats?invitation={key}", {}), 201)
    while (state := ok(ben.mine("GET", f"/games/{game}")))["to_act"]["seat"] == 1:
        move = ok(ben.mine("GET", f"/games/{game}/moves"))["moves"][0]
        ok(ben.move(game, move, state["version"]), 201)
    with contexts.lent(base_url=base, **LAPTOP) as context:
        elsewhere = Player(context.new_page())
        elsewhere.page.goto(eventually(lambda: turn_link(mailbox, email, game), 2 * PATIENCE))
        elsewhere.page.get_by_role("main").get_by_role("link", name="Sign in").click()
        form = elsewhere.page.get_by_role("form", name="With e-mail and password")
        form.get_by_label("E-mail address").fill(email)
        form.get_by_label("Password", exact=True).fill(PASSWORD)
        form.get_by_role("button").click()
        elsewhere.page.wait_for_url(f"**/games/{game}*")
        elsewhere.settled()
        before = elsewhere.api(f"/games/{game}")["version"]
        assert elsewhere.has_turn
        by_mouse(elsewhere, random)
        assert elsewhere.api(f"/games/{game}")["version"] > before


def turn_link(mailbox: Mailbox, email: str, game: str) -> str | None:
    """The link to the game in an e-mail about the player's turn there; None before it came."""
    for message in mailbox.to(email):
        text = str(message.get_body(("plain",)).get_content())  # type: ignore[union-attr]
        found = re.search(rf"http://\S+/games/{game}\S*", text)
        if found and "It is your turn" in text:
            return found[0]
    return None


def change_password(page: Page, new: str, present: str) -> None:
    """Fill in a new password and the current one."""
    page.goto("/account")
    form = page.get_by_role("form", name="E-mail and password")
    form.get_by_label("Present password").fill(present)
    form.get_by_label("New password").fill(new)
    with page.expect_navigation():
        form.get_by_role("button").click()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("\u3164", "U+3164"),
        ("Ann ", "no space at its beginning or end"),
        ("Z\u0310\u0311\u0312\u0313\u0314", "at most 4 accents"),
    ],
    ids=["invisible", "space", "marks"],
)
def test_what_is_no_name_is_said_beside_its_field(page: Page, name: str, says: str) -> None:
    """An invalid name marks the field, and the sentence describes it."""
    page.goto("/sign-in")
    field = page.get_by_label("Your name", exact=True)
    field.fill(name)
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.get_by_role("alert")).to_have_text("Please look again at what is marked below.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(says)))


def as_guest(page: Page, name: str) -> None:
    """Play as a guest, with only a name."""
    page.goto("/account")
    page.get_by_label("Your name", exact=True).fill(name)
    with page.expect_navigation():
        page.get_by_role("button", name="Play as a guest").click()
    page.goto("/account")
    expect(page.get_by_label("Your name", exact=True)).to_have_value(name)
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)


def choose(page: Page, email: str, password: str) -> None:
    """Choose an e-mail and a password; a weak one is refused first, and the e-mail stays in its field."""
    form = page.get_by_role("form", name="E-mail and password")
    form.get_by_label("E-mail address").fill(email)
    form.get_by_label("New password").fill("qwertyuiop")
    form.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("too common")
    expect(form.get_by_label("E-mail address")).to_have_value(email)
    form.get_by_label("New password").fill(password)
    form.get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("An e-mail is on its way")


def sign_in(page: Page, email: str, password: str) -> None:
    """Fill in the e-mail and password."""
    page.goto("/sign-in")
    form = page.get_by_role("form", name="With e-mail and password")
    form.get_by_label("E-mail address").fill(email)
    form.get_by_label("Password", exact=True).fill(password)
    with page.expect_navigation():
        form.get_by_role("button").click()


def forgotten(page: Page, email: str) -> None:
    """Request a link for a new password."""
    page.goto("/sign-in")
    page.get_by_text("I do not know my password any more").click()
    form = page.get_by_role("group").get_by_label("E-mail address")
    form.fill(email)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_role("status")).to_contain_text("If an account has this e-mail address")
