"""Checks of a page by size and colour scheme, and for assistive technology."""

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 900}, PHONE)

SCHEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": ("color-contrast",)}
"""The colour schemes, and the rules of axe that depend on each; an empty tuple stands for all rules."""

LOOKS = tuple(zip(SIZES, SCHEMES, strict=True))
"""Each size with another colour scheme: what axe finds depends on the one or the other, not on both."""

LISTEN = """
    window.refused = [];
    addEventListener("securitypolicyviolation",
        ({ violatedDirective, blockedURI }) => refused.push(`${violatedDirective} ${blockedURI}`));
"""
"""A script that collects what the content security policy refuses."""

SMALLEST = 44
"""The smallest width and height of a control in pixels, for a finger (WCAG 2.5.5)."""

FOUND = """async (rules) => {
    const only = rules.length ? { runOnly: rules } : {};
    const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""

SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < least || height < least))
    .map(([html, { width, height }]) => `${width} x ${height}: ${html}`)"""


def barriers(page: Page, *rules: str) -> list[str]:
    """The barriers that axe finds, by these rules or all; the service does not serve axe."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(FOUND, rules))


def overflow(page: Page) -> int:
    """The number of pixels by which the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def small_controls(page: Page, selector: str) -> list[str]:
    """The visible elements that are smaller than `SMALLEST`, with their sizes."""
    return list(page.evaluate(SMALL, [selector, SMALLEST]))
