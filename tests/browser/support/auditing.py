"""The audit page as its reader uses it, and the module behind it."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from harness.browser.at_table import player, table
from harness.browser.contexts import Contexts
from tests.browser.support.bundles import PUBLIC_KEY

VERDICTS = ("Integrity", "Completeness", "Fairness", "Time", "Legality", "Result")
PASSED = ("pass",) * 6
"""The verdicts on a sound, scored game without bots and clock."""


def outcomes(page: Page) -> tuple[str, ...]:
    """The verdicts on the page in words, once they are there."""
    expect(page.locator("#audit")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#verdicts th[scope=rowgroup]")).to_have_text(list(VERDICTS))
    cells = page.locator("#verdicts tr:has(th[scope=rowgroup]) .outcome")
    return tuple(text.split(" ", 1)[1] for text in cells.all_inner_texts())


def finding(page: Page, title: str) -> tuple[str, str]:
    """The outcome of a check, and its sentence."""
    row = page.locator("#verdicts tr", has=page.get_by_role("rowheader", name=title, exact=True))
    outcome, found = row.locator(".outcome").inner_text(), row.locator(".found").inner_text()
    return outcome.split(" ", 1)[1], found


def give(page: Page, content: bytes) -> None:
    """Let the page check this file, and wait for its verdicts."""
    file = FilePayload(name="game.zip", mimeType="application/zip", buffer=content)
    page.get_by_label("A bundle of your own").set_input_files(file)
    outcomes(page)


def compare(page: Page, label: str, text: str) -> None:
    """Paste the text into the field with this label, and check again."""
    page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Check").click()
    outcomes(page)


def bad_event(page: Page) -> Any:
    """The first bad event on the page."""
    return json.loads(page.locator("#bad pre").inner_text())


@contextmanager
def opened(contexts: Contexts, base_url: str) -> Iterator[Page]:
    """The audit page of an arbitrary game, from which its modules and their texts can be imported."""
    with player(contexts, base_url, "Ann") as ann:
        ann.page.goto(f"/games/{table(ann, 2)}/audit")
        yield ann.page


def audit(page: Page, content: bytes, **known: Any) -> Any:
    """The result of the page's module for a bundle, without the page."""
    script = """async ([base64, known]) => {
        const { audited } = await import("/static/audit/verdicts/verdicts.js");
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return audited(bytes, { game: null, held: "", own: "", listed: null, ...known });
    }"""
    return page.evaluate(script, [b64encode(content).decode(), known])


def words(found: Any) -> tuple[str, ...]:
    """The verdicts of `audit` in words."""
    return tuple(verdict["outcome"] for verdict in found["verdicts"])


def open_with_own_key(page: Page, game: str) -> None:
    """Open the audit page of a game with the key of the tests' bundles as the reader's key."""
    page.goto(f"/games/{game}/audit")
    outcomes(page)
    compare(page, "A public key", PUBLIC_KEY)
