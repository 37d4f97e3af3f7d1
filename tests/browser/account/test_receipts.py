"""A browser stores the receipts of its player's moves, says so at the table, and exports them as a file."""

import json
import re
from datetime import datetime
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import expect

from harness.browser.at_table import any_of, table
from harness.games import seeded
from harness.service import Service, ok
from service.cli.commands.audit import audit
from tests.browser.support.auditing import compare, finding, outcomes
from tests.browser.support.guests import Guest, begun


def moved(guests: list[Guest], game: str) -> Guest:
    """The guest who had the turn and chose a domino on the page."""
    mover: Guest = guests[guests[0].account.state(game)["to_act"]["seat"]]
    mover.here.open(game)
    any_of(mover.here.see(".lines button:not(:disabled)"), seeded(1)).click()
    mover.here.see("[data-key=confirm]").click()
    mover.here.settled()
    return mover


def test_receipts_of_moves(guests: list[Guest], service: Service, tmp_path: Path) -> None:
    """The table shows the first digits of the head; an audit accepts the exported file."""
    game = begun(guests[:2])
    mover = moved(guests[:2], game)
    here = mover.here.page
    event = ok(mover.account.get(f"/games/{game}/events"))["events"][-1]
    head = f"{event['version']}:{event['hash'][:8]}"
    expect(here.locator(".receipt")).to_have_attribute("title", head)
    mover.here.open(game)
    expect(here.locator(".receipt")).to_have_attribute("title", head)
    expect(here.locator(".receipt")).to_have_text("Your move is recorded and signed.")
    here.goto("/account")
    expect(here.locator("#receipts [data-count]")).to_have_text("This browser holds 1 receipt.")
    expect(here.locator("#receipts")).to_be_hidden()
    here.get_by_text("For programs, and for checking").click()
    with here.expect_download() as download:
        here.get_by_role("button", name="Receipts of this browser, as a file").click()
    kept = tmp_path / "receipts"
    download.value.save_as(kept)
    received, receipt = kept.read_text().split(" ", 1)
    assert json.loads(receipt)["version"] == event["version"]
    assert abs(datetime.fromisoformat(received).timestamp() * 1000 - event["at"]) < 60_000
    address = f"http://{service.host}:{service.port}"
    checked = CliRunner().invoke(audit, [game, "--url", address, "--against", str(kept), "--json"])
    report = json.loads(checked.stdout)
    assert (report["faults"], report["conditions"]["dates"]) == ([], "shown")
    here.goto(f"/games/{game}/audit")
    outcomes(here)
    expect(here.locator("#kept")).to_contain_text("has kept 1 receipt of this game")
    outcome, found = finding(here, "The head you hold")
    assert outcome == "pass"
    assert f"Version {event['version']} has the hash" in found
    compare(here, "Receipts that you kept", f"1:{event['hash']}")
    assert finding(here, "The head you hold")[0] == "fail"


def test_a_seat_is_no_move(guests: list[Guest]) -> None:
    """At a table without a move of the viewer, the receipt of their seat is not called a move."""
    owner, other = guests[0].here, guests[1]
    owner.page.goto("/")
    game = table(owner, 2)
    owner.open(game)
    receipt = owner.see(".receipt")
    expect(receipt).to_have_attribute("title", re.compile(r"^\d+:"))
    expect(receipt).to_be_hidden()
    ok(other.account.post(f"/games/{game}/seats", {}), 201)
    expect(owner.see(".lines")).to_be_visible()
    expect(receipt).to_be_hidden()


def test_receipts_stay_if_the_account_is_not_erased(guests: list[Guest]) -> None:
    """A wrong name erases nothing, nor does it delete the receipts in the browser."""
    mover = moved(guests[:2], begun(guests[:2]))
    page = mover.here.page
    page.goto("/account")
    count = page.locator("#receipts [data-count]")
    expect(count).to_have_text(re.compile(r"^This browser holds \d+ receipts?\.$"))
    before = count.text_content() or ""
    page.get_by_label("To confirm, write your name").fill("somebody else")
    page.get_by_role("button", name="Erase my account").click()
    expect(page.get_by_text("this is not your name")).to_be_visible()
    del mover.here.loud[:]  # the browser's error about the refused form
    page.goto("/account")
    expect(count).to_have_text(before)
