"""The audit of an account: its entries, their number, and their deletion with the account."""

from collections.abc import Iterator

import pytest

from harness.play.signing_in import OTHER, PASSWORD, Browser, World, code
from service.application.account_keys import AccountErased, audit_key
from service.application.accounts.access.actors import FIRST
from service.application.accounts.access.audit import MOST, AccountAuditEntry, Deed
from service.application.i18n.pages.account import DEEDS

EMAIL = "ann@example.org"


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


def deeds(browser: Browser) -> list[str]:
    """The actions on the account, newest first."""
    answer = browser.ask("GET", "/me/audit").json
    assert answer is not None
    return [entry["what"] for entry in answer["audit"]]


@pytest.mark.slow
def test_what_was_done_is_told(world: World) -> None:
    """The first sign-in on a device has its own entry, and so has each change."""
    ann = world.browser()
    ann.member(EMAIL)
    assert deeds(ann)[-1] == "signed-in-new-device"
    assert deeds(ann)[:2] == ["email-confirmed", "email-asked"]
    other = world.browser()
    assert other.sign_in(EMAIL).status_code == 201
    assert deeds(other)[0] == "signed-in-new-device"
    assert other.ask("DELETE", "/session").status_code == 204
    assert other.sign_in(EMAIL).status_code == 201
    assert deeds(other)[:2] == ["signed-in", "signed-out"]
    made = other.ask("POST", "/me/tokens", {"name": "bot"}).json
    assert made is not None
    assert other.ask("DELETE", f"/me/tokens/{made['id']}").status_code == 204
    assert other.ask("PUT", "/me", {"name": "Zoe"}).status_code == 200
    change = {"email": EMAIL, "password": OTHER, "current": PASSWORD}
    assert other.ask("PUT", "/me/password", change).status_code == 204
    assert deeds(other)[:3] == ["password-changed", "session-ended", "name-changed"]
    assert deeds(other)[3:5] == ["token-revoked", "token-made"]
    assert other.ask("GET", "/me/export").status_code == 200
    assert other.ask("DELETE", "/me/sessions").status_code == 204
    assert deeds(other)[:2] == ["signed-out-elsewhere", "exported"]


def test_who_did_it_from_where(world: World) -> None:
    """An entry has the token's id and a pseudonym of the address, equal for equal addresses."""
    ann = world.browser()
    ann.guest()
    ann.ask("PUT", "/me", {"name": "Zoe"})
    answer = ann.ask("GET", "/me/audit").json
    assert answer is not None
    newest, first = answer["audit"]
    assert newest["token"] == first["token"] == FIRST
    assert newest["address"] == first["address"]
    assert "127.0.0.1" not in str(answer)


def test_a_refused_change_is_no_deed(world: World) -> None:
    """A refused change has no entry."""
    ann = world.browser()
    ann.guest()
    before = deeds(ann)
    assert ann.ask("DELETE", "/me/tokens/no").status_code == 404
    assert ann.ask("PUT", "/me", {"name": ""}).status_code == 422
    assert deeds(ann) == before


@pytest.mark.slow
def test_the_newest_are_kept_and_paged(world: World) -> None:
    """The newest 200 entries are stored; the last page has no cursor; erasing the account deletes all."""
    ann = world.browser()
    player = ann.guest()
    audit = world.services.audit
    for at in range(MOST + 5):
        audit.record(player, AccountAuditEntry(at, Deed.NAME_CHANGED.value, "0", "x"))
    assert world.store.xlen(audit_key(player)) == MOST
    entries, following = audit.page(player, MOST - 1)
    assert entries[0].at == MOST + 4
    last, over = audit.page(player, 50, following)
    assert ([entry.at for entry in last], over) == ([5], None)
    assert len(list(audit.every(player))) == MOST
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert not world.store.exists(audit_key(player))
    with pytest.raises(AccountErased):
        audit.record(player, entries[0])


def test_every_deed_has_words() -> None:
    """Each deed has words on the page, and no other name has."""
    assert DEEDS.keys() == {deed.value for deed in Deed}


@pytest.mark.slow
def test_the_page_shows_it(world: World) -> None:
    """The page shows the deeds in words, also after a change by a form."""
    ann = world.browser()
    ann.guest()
    sent = {"Sec-Fetch-Site": "same-origin"}
    assert ann.client.post("/account/name", data={"name": "Zoe"}, headers=sent).status_code == 303
    text = ann.client.get("/account").text
    assert "Name changed" in text
    assert "Signed in on a new device" in text


@pytest.mark.parametrize("cursor", ["x", "1", "1-", "-1-1", "1-1-1", "0-0", "000-00", "1234567890123456-0"])
def test_a_cursor_that_no_page_gave(world: World, cursor: str) -> None:
    """The store refuses a start of 0-0, so it must not get there: the error would be that of a store away."""
    ann = world.browser()
    ann.guest()
    refused = ann.ask("GET", f"/me/audit?cursor={cursor}")
    assert code(refused) == (422, "request/invalid")
