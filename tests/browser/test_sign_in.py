"""Signing in with a real browser, with scripts and without: from a guest's name to a new password."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.visiting import COOKIE
from tests.support.mail import Mailbox, mail_settings, running_mail_server
from tests.support.processes import free_port
from tests.support.service import HOST, Service, running_service_at

PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"


@pytest.fixture(scope="module")
def mailing() -> Iterator[tuple[Mailbox, Service]]:
    """Give a mailbox and a service whose letters come there, with links to where it is."""
    port = free_port()
    with (
        running_mail_server() as (mailbox, mail_port),
        running_service_at(port, **mail_settings(mail_port, f"http://{HOST}:{port}")) as service,
    ):
        yield mailbox, service


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_the_whole_way(browser: Browser, mailing: tuple[Mailbox, Service], *, javascript: bool) -> None:
    """Guest, e-mail and password, the link, out, in, a forgotten password, and the end of the account."""
    mailbox, service = mailing
    name, email = ("Ann", "ann@example.org") if javascript else ("Bob", "bob@example.org")
    base = f"http://{service.host}:{service.port}"
    with browser.new_context(java_script_enabled=javascript, base_url=base) as context:
        page = context.new_page()
        as_guest(page, name)
        (cookie,) = [each for each in context.cookies() if each["name"] == COOKIE]
        assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"]) == (True, "Lax", False)
        choose(page, email, PASSWORD)
        page.goto(mailbox.link(email))
        expect(page.get_by_text(email)).to_be_visible()
        page.get_by_role("button", name="Yes, this is my account").click()
        expect(page.get_by_role("status")).to_contain_text("confirmed")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("status")).to_have_text("You are signed out.")
        assert COOKIE not in {each["name"] for each in context.cookies()}
        sign_in(page, email, OTHER)
        expect(page.get_by_role("alert")).to_have_text("No account has this e-mail with this password.")
        sign_in(page, email, PASSWORD)
        page.goto("/account")
        expect(page.get_by_label("Your name", exact=True)).to_have_value(name)
        forgotten(page, email)
        page.goto(mailbox.link(email, 2))
        page.get_by_label("New password").fill(OTHER)
        page.get_by_role("button", name="Set this password and sign in").click()
        page.goto("/account")
        expect(page.get_by_text(f"You sign in with {email}.")).to_be_visible()
        assert page.get_by_role("row").count() == 2  # the head, and this browser alone
        page.get_by_label("To confirm, write your name").fill(name)
        page.get_by_role("button", name="Erase my account").click()
        expect(page.get_by_role("status")).to_have_text("Your account is erased.")


def as_guest(page: Page, name: str) -> None:
    """Play with nothing but a name."""
    page.goto("/account")
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Play as a guest").click()
    page.goto("/account")
    expect(page.get_by_label("Your name", exact=True)).to_have_value(name)
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


def choose(page: Page, email: str, password: str) -> None:
    """Take an e-mail and a password; a bad one first, which is refused and leaves the e-mail in its field."""
    form = page.get_by_role("form", name="E-mail and password")
    form.get_by_label("E-mail address").fill(email)
    form.get_by_label("New password").fill("qwertyuiop")
    form.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("first that anybody would try")
    expect(form.get_by_label("E-mail address")).to_have_value(email)
    form.get_by_label("New password").fill(password)
    form.get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("A letter is on its way")


def sign_in(page: Page, email: str, password: str) -> None:
    """Fill in e-mail and password."""
    page.goto("/sign-in")
    form = page.get_by_role("form", name="With e-mail and password")
    form.get_by_label("E-mail address").fill(email)
    form.get_by_label("Password", exact=True).fill(password)
    form.get_by_role("button").click()


def forgotten(page: Page, email: str) -> None:
    """Ask for a link to a new password."""
    page.goto("/sign-in")
    page.get_by_text("I do not know my password any more").click()
    form = page.get_by_role("group").get_by_label("E-mail address")
    form.fill(email)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_role("status")).to_contain_text("If an account has this e-mail address")
