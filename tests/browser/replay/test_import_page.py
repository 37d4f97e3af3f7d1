"""Importing a written game in the browser: pasted or from a file, rejected with the position, deleted."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.audit.recordings import ndjson, scored_game
from harness.browser.at_table import be
from harness.service import Service, ok
from service.cli.terminal.written import written
from tests.browser.support.accessibility import SIZES, barriers, overflow

STUDY = re.compile(r"/studies/[0-9a-f-]{36}#m\d+$")
IN_VIEW = """(field, line) => {
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    return field.scrollTop < line * height && line * height < field.scrollTop + field.clientHeight;
}"""
SELECTED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"


@pytest.fixture(scope="module")
def text() -> str:
    """Give the text of a scored game."""
    game, events = scored_game()
    return written(ndjson(events), "-", game)


def test_a_pasted_text_becomes_a_study(quiet_page: Page, text: str) -> None:
    """A visitor without an account imports a text from the lobby; foreign line endings are accepted."""
    quiet_page.goto("/")
    quiet_page.get_by_role("link", name="Import a game").click()
    quiet_page.get_by_label("The game in notation").fill(text.rstrip())
    quiet_page.get_by_label("Your name").fill("Iris")
    quiet_page.get_by_role("button", name="Import").click()
    expect(quiet_page).to_have_url(STUDY)
    expect(quiet_page.get_by_text("This is not a played game.")).to_be_visible()
    expect(quiet_page.locator("#account")).to_contain_text("Iris")
    with quiet_page.expect_download() as download:
        quiet_page.get_by_role("button", name="Notation").click()
    assert download.value.path().read_text() == text
    quiet_page.get_by_role("link", name="Import a game").first.click()
    expect(quiet_page.locator(".studies li")).to_have_count(1)


@dataclass(frozen=True, slots=True)
class Mistake:
    """The replaced text, the error in it, and the error message."""

    found: str
    instead: str
    wrong: str
    says: str


MISTAKES = (
    Mistake(r"\n1\. (\d) >\d+", r"\n1. \1 >99", ">99", "1 to 48"),
    Mistake(r"\n5\. (\d) \d+@\S+", r"\n5. \1 48@9,9e", "48@9,9e", "is to be placed, not domino 48"),
    Mistake(r'\[Players "2"\]', '[Players "7"]', '7"]', "Players is 2, 3 or 4, not '7'"),
)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.wrong)
def test_what_is_wrong_is_shown_in_the_text(
    page: Page, service: Service, text: str, mistake: Mistake
) -> None:
    """Errors name line, column and the correction; the wrong word is selected and in view."""
    be(page, service.account())
    page.goto("/studies")
    bad = re.sub(mistake.found, mistake.instead, text, count=1)
    field = page.get_by_label("The game in notation")
    field.fill(bad)
    page.get_by_role("button", name="Import").click()
    before = bad[: bad.index(mistake.wrong)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text(f"Line {line}, column {column}")
    expect(refused).to_contain_text(mistake.says)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.evaluate(SELECTED) == mistake.wrong
    assert field.evaluate(IN_VIEW, line)
    field.fill(text)
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(STUDY)


def test_a_file_is_read(page: Page, service: Service, text: str, tmp_path: Path) -> None:
    """A file is read into the field; a binary or too large one is refused by name, an empty field too."""
    be(page, service.account())
    page.goto("/studies")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("Paste the text of a game")
    for name, content, says in (
        ("bytes.txt", b"\xff\xfe\x00", "bytes.txt is no text in UTF-8"),
        ("large.txt", b"x" * 20_000, "has at most 16,384"),
        ("windows.txt", ("\ufeff" + text.replace("\n", "\r\n")).encode(), ""),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        page.get_by_label("Or a file").set_input_files(path)
        if says:
            expect(page.get_by_role("alert")).to_contain_text(says)
        else:
            expect(page.locator("#refused")).to_have_text("")
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(STUDY)


def test_own_studies_are_listed_and_deleted(quiet_page: Page, service: Service, text: str) -> None:
    """Own studies are listed newest first with links; deleting one asks for confirmation."""
    player = service.account()
    first, second = (ok(player.post("/studies", {"text": text}), 201)["id"] for _ in range(2))
    be(quiet_page, player)
    quiet_page.goto("/studies")
    listed = quiet_page.locator(".studies a")
    assert [link.get_attribute("href") for link in listed.all()] == [
        f"/studies/{second}",
        f"/studies/{first}",
    ]
    for answer, left in (("Cancel", 2), ("Delete", 1)):
        quiet_page.get_by_role("button", name=f"Delete study {second[:8]}").click()
        quiet_page.get_by_role("dialog").get_by_role("button", name=answer).click()
        expect(listed).to_have_count(left)
    expect(quiet_page.get_by_role("status")).to_have_text("Deleted.")
    assert player.get(f"/studies/{second}").status == 404
    for size in SIZES:
        quiet_page.set_viewport_size(size)
        assert (barriers(quiet_page), overflow(quiet_page)) == ([], 0)


def test_without_scripts(still_page: Page) -> None:
    """Without scripts the page says what it needs, and shows no form."""
    still_page.goto("/studies")
    expect(still_page.locator("noscript .notice")).to_contain_text("Importing needs JavaScript.")
    expect(still_page.locator("#import")).to_be_hidden()
