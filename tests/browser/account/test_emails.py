"""E-mails about games as a browser shows them, and their pages: unsubscribing, a refused mailbox."""

from base64 import b64encode
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Literal

import pytest
from fakeredis import FakeRedis, FakeServer
from playwright.sync_api import Page, expect

from harness.browser.at_table import be
from harness.play.telling.mailed import mailed, wanted
from harness.service import KEY, Account, Service, ok
from service.application.account_keys import credentials_key
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailings import REFUSED
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Targets
from service.application.pictures.raster import png_of
from tests.browser.support.accessibility import barriers, overflow

ADDRESS = "ann@example.org"
WIDTHS = (320, 390, 700)


@pytest.fixture(scope="module")
def email() -> Iterator[EmailMessage]:
    """Give the e-mail of a turn after some moves, with a name that is too long for a line."""
    with mailed(FakeRedis(server=FakeServer()), names={"ben": "B" * 40}, png=png_of) as here:
        here.begin(wanted(zone="America/Argentina/Buenos_Aires"))
        for _ in range(5):
            here.turn()
        yield here.emails(here.mover)[-1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_email_is_read_everywhere(
    page: Page, email: EmailMessage, scheme: Literal["light", "dark"]
) -> None:
    """An e-mail fits phones and the preview pane of a mail program, loads nothing and is accessible."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.emulate_media(color_scheme=scheme)
    page.set_content(shown(email))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) <= 0
        picture = page.get_by_role("img")
        assert picture.evaluate("each => each.complete && each.naturalWidth > 500")
        box = picture.bounding_box()
        assert box is not None
        assert 280 <= box["width"] <= min(width, 568)
        button = page.get_by_role("link", name="Open the game").bounding_box()
        assert button is not None
        assert button["height"] >= 44
    assert barriers(page) == []
    assert [url for url in asked if not url.startswith("data:")] == []


def shown(email: EmailMessage) -> str:
    """The HTML body, with its embedded picture as a data URL."""
    body = email.get_body(("html",))
    assert body is not None
    html = str(body.get_content())
    for part in email.walk():
        if part.get_content_type() == "image/png":
            data = b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{data}")
    assert "cid:" not in html
    return html


def test_emails_are_stopped_without_a_session(still_page: Page, service: Service) -> None:
    """The page's button unsubscribes without scripts and by keyboard; opening the link changes nothing."""
    ann, page = mailbox(service), still_page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/unsubscribe/{UnsubscribeLinks(KEY).token(ann.id)}")
    button = page.get_by_role("button", name="Send me no more of them")
    expect(button).to_be_visible()
    assert overflow(page) <= 0
    assert wants(ann)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("You get no more e-mails about your games.")
    assert not wants(ann)


def test_a_refused_mailbox_is_told_and_tried_again(page: Page, service: Service) -> None:
    """The account page reports a refused mailbox and links to the button that resumes e-mails."""
    ann = mailbox(service)
    targets = Targets(service.store)
    _, known = targets.get(Target(EMAIL, ann.id))
    assert known is not None
    targets.save(known, stopped=REFUSED)
    be(page, ann)
    page.goto("/account")
    told = page.get_by_text("The mail server says that there is no such mailbox.")
    told.get_by_role("link", name="Try again").click()
    section = page.locator("#email")
    expect(section).to_contain_text(f"there is no mailbox {ADDRESS}")
    assert barriers(page) == []
    section.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("status").first).to_have_text("E-mails go out from now on.")
    expect(section).to_contain_text(f"They go to {ADDRESS}.")
    page.goto("/account")
    expect(told).to_have_count(0)


def mailbox(service: Service) -> Account:
    """An account with a confirmed address."""
    ann = service.account()
    service.store.hset(credentials_key(ann.id), "email", ADDRESS)
    ok(ann.mine("PUT", "/me/notices/email"))
    return ann


def wants(owner: Account) -> bool:
    """True if e-mails are switched on."""
    return bool(ok(owner.mine("GET", "/me/notices/preferences"))["channels"][EMAIL]["on"])
