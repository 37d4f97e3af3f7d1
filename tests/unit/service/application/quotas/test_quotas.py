"""Quotas, on the whole application with an in-memory store."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from harness.play.signing_in import API, OURS, PASSWORD, Browser, World, ann, code
from service import services as composition
from service.application.quotas.storage import QUOTAS, Quotas
from tests.unit.service.application.games.test_seat_quota import table

__all__ = ["ann"]

SMALL = Quotas(guest=3_000, address=5_000, member=9_000)
FULL = (409, "limit/storage")


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application with small quotas."""
    with patch.object(composition, "QUOTAS", SMALL):
        made = World(limits=True)
    yield made
    made.hub.close()


def note(browser: Browser, game: str, size: int) -> Any:
    """The response to a note of this many bytes."""
    return browser.ask("PUT", f"/games/{game}/notes", {"text": "x" * size})


def storage(browser: Browser) -> Any:
    """The storage in the account's profile."""
    answer = browser.ask("GET", "/me")
    return answer.json and answer.json["storage"]


def test_a_guest_is_told_how_much_and_what_helps(ann: Browser) -> None:
    """The sentence has quota, usage, what to delete, and that a confirmed e-mail gives more."""
    game = table(ann)
    assert note(ann, game, 2_000).status_code == 204
    refused = note(ann, table(ann), 1_000)
    assert code(refused) == FULL
    assert (refused.json["bytes"], refused.json["limit"]) == (2_150, 3_000)
    detail = refused.json["detail"]
    assert "you keep 2,150 bytes, and a guest may keep 3,000" in detail
    assert "delete notes, comments, messages, studies or plans, or confirm an e-mail address" in detail
    assert storage(ann) == {"bytes": 2_150, "limit": 3_000}
    assert ann.ask("DELETE", f"/games/{game}/notes").status_code == 204
    assert storage(ann) == {"bytes": 0, "limit": 3_000}


@pytest.mark.slow
def test_who_confirms_an_e_mail_may_keep_more(world: World, ann: Browser) -> None:
    """A member has a larger quota and frees the share of the guests at the address."""
    member, game = world.browser(), table(ann)
    member.guest("Bob")
    assert [note(each, game, 2_300).status_code for each in (ann, member)] == [204, 204]
    other = world.browser()
    other.guest("Cid")
    refused = note(other, game, 2_300)
    assert code(refused) == FULL
    assert "the guests at your network address may keep 5,000 bytes together" in refused.json["detail"]
    body = {"email": "bob@example.org", "password": PASSWORD}
    assert member.ask("PUT", "/me/password", body).status_code == 202
    _, token = world.message("bob@example.org")
    assert member.ask("POST", f"/session/verify/{token}").status_code == 204
    assert note(other, game, 2_300).status_code == 204
    assert storage(member) == {"bytes": 2_450, "limit": 9_000}
    assert note(member, game, 8_000).status_code == 204


def test_every_kind_is_refused(world: World, ann: Browser) -> None:
    """All kinds are refused for a guest with a full quota."""
    game = table(ann)
    ann.ask("POST", f"/games/{game}/bots", {"policy": "random"})
    text = ann.ask("GET", f"/games/{game}", Accept="text/plain").text
    assert note(ann, game, 2_800).status_code == 204
    study = ann.client.post(f"{API}/studies", data=text, headers=OURS, content_type="text/plain")
    assert code(study) == FULL
    assert code(ann.ask("PUT", f"/games/{game}/seen", {"version": 1})) == FULL
    assert code(note(ann, game, 2_900)) == FULL


@pytest.mark.slow
def test_the_page_says_how_much_there_is(world: World, ann: Browser) -> None:
    """The page shows kilobytes and that members may store more; without limits only the usage."""
    note(ann, table(ann), 2_400)
    page = ann.client.get("/account").text
    assert "take 2.5 of 2 KB" in page
    assert "With a confirmed e-mail address you may keep more." in page
    free = World().browser()
    free.guest()
    assert "take 0 KB" in free.client.get("/account").text.replace("0.0", "0")


def test_without_limits_there_is_no_quota() -> None:
    """`KINGDOMINO_LIMITS=off` removes the quotas."""
    with patch.object(composition, "QUOTAS", SMALL):
        world = World()
    browser = world.browser()
    browser.guest()
    assert note(browser, table(browser), 10_000).status_code == 204
    assert storage(browser) == {"bytes": 10_150, "limit": None}
    world.hub.close()


def test_the_quotas() -> None:
    """The quotas are those of `docs/operate/operation.md`."""
    assert (QUOTAS.guest, QUOTAS.address, QUOTAS.member) == (256 * 1024, 2 * 1024**2, 8 * 1024**2)
