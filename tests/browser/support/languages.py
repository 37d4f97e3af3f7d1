"""Checks of a page in another language than English."""

import re

from playwright.sync_api import Page

from tests.browser.support.accessibility import barriers, overflow
from tests.unit.service.pages.test_no_english import ADDRESS, english

_SAID = """() => {
    const own = (element) => element.closest("[lang]") === document.documentElement
        && !element.closest("script, noscript, style, template, code, kbd, pre, optgroup");
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const said = [];
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (own(parentElement)) said.push(data.trim());
    }
    for (const name of ["alt", "aria-label", "placeholder", "title"]) {
        const named = [...document.querySelectorAll(`[${name}]`)].filter(own);
        said.push(...named.map((each) => each.getAttribute(name)));
    }
    return said.filter((text) => text !== "");
}"""


def check(page: Page, language: str) -> None:
    """Assert that the page speaks the language, has no barrier, and is not wider than the window."""
    assert page.evaluate("document.documentElement.lang") == language
    assert {word for text in page.evaluate(_SAID) for word in english(text, language)} == set()
    assert barriers(page) == []
    assert overflow(page) <= 0


def latin_digits(page: Page) -> list[str]:
    """The texts of the page with Latin digits, but for addresses and identities."""
    return [text for text in page.evaluate(_SAID) if re.search("[0-9]", ADDRESS.sub(" ", text))]
