"""Passkeys in Chromium, with its own authenticator: added, used by button and in the field, removed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from harness.browser.contexts import Contexts
from harness.service import running_service

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

BUTTON_ONLY = """
if (localStorage.buttonOnly) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
"""
"""The authenticator would take the offer in the field at once, before the button is pressed."""


@pytest.fixture
def page(contexts: Contexts) -> Iterator[Page]:
    """Give a page of a service under a host name, without which there are no passkeys."""
    with running_service() as service, contexts.lent(base_url=f"http://localhost:{service.port}") as context:
        yield context.new_page()


def sign_out(page: Page) -> None:
    """Sign out, which leads to the page for signing in."""
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("status").first).to_have_text("You are signed out.")


def test_a_guest_comes_back_with_a_passkey(page: Page) -> None:
    """The button and the field for the address sign in; a removed passkey is refused with a sentence."""
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    made = browser.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.add_init_script(BUTTON_ONLY)
    present = {"authenticatorId": made["authenticatorId"], "enabled": False}
    page.goto("/sign-in")
    browser.send("WebAuthn.setAutomaticPresenceSimulation", present)
    page.get_by_label("Your name", exact=True).fill("Ann")
    with page.expect_navigation():
        page.get_by_role("button", name="Play as a guest").click()
    browser.send("WebAuthn.setAutomaticPresenceSimulation", {**present, "enabled": True})
    page.goto("/account")
    form = page.get_by_role("form", name="Add a passkey")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Chrome on Linux")
    form.get_by_role("button").click()
    expect(page.get_by_role("status").first).to_contain_text("The passkey is added.")
    passkeys = page.locator("#passkeys")
    expect(passkeys.get_by_role("row")).to_have_count(2)

    browser.send("WebAuthn.setAutomaticPresenceSimulation", present)
    page.evaluate("localStorage.buttonOnly = 'yes'")
    sign_out(page)
    browser.send("WebAuthn.setAutomaticPresenceSimulation", {**present, "enabled": True})
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in with a passkey").click()
    page.evaluate("localStorage.removeItem('buttonOnly')")
    page.goto("/account")
    expect(page.get_by_label("Your name", exact=True)).to_have_value("Ann")

    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/")  # the authenticator has taken the offer in the field at once
    page.goto("/account")
    browser.send("WebAuthn.setAutomaticPresenceSimulation", present)
    passkeys.get_by_role("button", name="Remove Chrome on Linux").click()
    expect(page.get_by_role("status").first).to_contain_text("The passkey is removed.")
    page.context.clear_cookies()
    browser.send("WebAuthn.setAutomaticPresenceSimulation", {**present, "enabled": True})
    page.goto("/sign-in", wait_until="commit")
    expect(page.get_by_role("alert")).to_have_text(
        "This passkey belongs to no account here, or it was removed."
    )
