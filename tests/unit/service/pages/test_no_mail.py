"""Without a mail server no page offers e-mails."""

import re
from html.parser import HTMLParser

import pytest

from harness.play.signing_in import Browser, World

MAIL = re.compile(r"e-?mail|\bmails?\b|mailbox|newsletter", re.IGNORECASE)
SAID = {
    "/sign-in": ["E-mail address"],
    "/account": ["This service sends no e-mail, so", "Your name, e-mail address, notes, comments"],
}
"""The mentions of e-mails that are allowed on a page.

They are the closed form for accounts with an earlier password, what is not possible, and what an erasure
deletes.
"""

TOLD = {"alt", "aria-label", "href", "placeholder", "title"}


class Spoken(HTMLParser):
    """The text of a page and the attributes shown or read to people, without scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes."""
        self._silent = tag in {"script", "style"}
        self.said += [value or "" for name, value in attrs if name in TOLD]

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        if not self._silent:
            self.said.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a script or style."""
        self._silent = self._silent and tag not in {"script", "style"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [None, "Ann"], ids=["nobody", "guest"])
def test_no_page_offers_mail(name: str | None) -> None:
    """No page without path arguments offers e-mails to strangers or guests."""
    world = World(mail=False)
    browser = world.browser()
    if name:
        browser.guest(name)
    rules = [rule for rule in world.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = {rule.rule for rule in rules if not rule.arguments and not rule.rule.startswith("/api/")}
    assert {page for page in pages if mail_in(browser, page)} == (set(SAID) if name else {"/sign-in"})
    assert '<details class="card">' in browser.client.get("/sign-in").text
    world.hub.close()


def mail_in(browser: Browser, page: str) -> list[str]:
    """The mentions of e-mails on a page, all of which must be allowed."""
    answer = browser.client.get(page)
    if answer.status_code != 200 or not answer.content_type.startswith("text/html"):
        return []
    parser = Spoken()
    parser.feed(answer.text)
    said = [text.strip() for text in parser.said if MAIL.search(text)]
    assert all(any(words in text for words in SAID.get(page, [])) for text in said), (page, said)
    return said
