"""Whatever ends access to an account is forgotten here, and reported in a stream that all processes read."""

import os
from collections.abc import Callable
from typing import Any, cast

import pytest
from fakeredis import FakeRedis

from harness.games import ADDRESS, KEY
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccessRevoked, profile_key, reset_key
from service.application.accounts import players as of_players
from service.application.accounts import tokens as of_tokens
from service.application.accounts.access import ending, suspension
from service.application.accounts.access.actors import FIRST, SERVICE, Actor, token_field
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.known import CHANGES, KnownAccess
from service.application.accounts.access.suspension import Reaching, Suspension
from service.application.accounts.credentials import credentials as of_credentials
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.accounts.players import Players
from service.application.accounts.tokens import MARKS, MOST, Access, Tokens
from service.application.grants.registry import ENDING
from service.application.mail.outbox import Email, link_digest

NAME = "Ann"


class Site:
    """Ann's account with an e-mail, a password, a browser session and a token."""

    def __init__(self) -> None:
        self.store = FakeRedis()
        self.players = Players(self.store, KEY, os.urandom, lambda: 0.0)
        self.tokens = Tokens(self.store, KEY, os.urandom)
        self.credentials = CredentialsStore(self.store, KEY, ENDING)
        self.ann = self.players.register(NAME, None, ADDRESS, 1).id
        self.propose("one@example.org")
        self.credentials.confirm(self.link(), "", None)
        self.phone = self.tokens.issue(self.ann, "phone", None, 2).id
        self.tokens.begin_session(self.ann, "browser", 3)
        self.known = KnownAccess[str](lambda: 0.0)
        self.reported()

    def link(self) -> str:
        """The token of the account's link."""
        return f"{self.ann}.secret"

    def propose(self, email: str) -> None:
        """Propose this e-mail address and a password."""
        message = Email("1", email, "subject", "text", "/verify/", 1, 2)
        self.credentials.propose(self.ann, email, "hash", self.link(), message)

    def reported(self) -> list[str]:
        """The accounts in the reports since the last call."""
        entries = cast("list[Any]", self.store.xrange(CHANGES))
        self.store.delete(CHANGES)
        self.known.confirmed = 0.0
        self.known.keep(self.ann, "digest", "access", self.known.forgotten)
        return [fields[b"account"].decode() for _, fields in entries]


@pytest.fixture
def site() -> Site:
    """Give Ann's account."""
    return Site()


def confirm(site: Site) -> None:
    """Confirm another e-mail and password, which ends the sessions."""
    site.propose("two@example.org")
    site.credentials.confirm(site.link(), "", None)


def reset(site: Site) -> None:
    """Set a new password by a link."""
    site.store.set(reset_key(site.ann), link_digest(site.link()))
    site.credentials.reset(site.link(), "new")


def replace(site: Site) -> None:
    """Begin so many sessions that the oldest one ends."""
    for number in range(MOST - len(site.tokens.of(site.ann))):
        site.tokens.begin_session(site.ann, "browser", 10 + number)
    assert site.reported() == []
    site.tokens.begin_session(site.ann, "browser", 99)


ENDS: dict[str, Callable[[Site], object]] = {
    "revoked": lambda site: site.tokens.revoke(site.ann, site.phone),
    "signed out everywhere": lambda site: site.tokens.end_sessions(site.ann, None),
    "session replaced": replace,
    "e-mail changed": confirm,
    "password changed": lambda site: site.credentials.change(site.ann, "hash", "new", SERVICE),
    "password reset": reset,
    "all grants ended": lambda site: site.credentials.end_all(site.ann, "", SERVICE, Deed.SIGNED_OUT),
    "erased": lambda site: site.players.erase(site.ann, NAME),
    "suspended": lambda site: Reaching(site.store).suspend(site.ann, 1, Suspension(9, "spam")),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_each_end_is_reported_once(site: Site, end: Callable[[Site], object]) -> None:
    """The report names the account, which this process forgets before it answers."""
    end(site)
    assert site.known.find(site.ann, "digest") is None
    assert site.reported() == [site.ann]


def test_what_ends_nothing_reports_nothing(site: Site) -> None:
    """New sessions and tokens, new names, and refused requests, which a stranger can repeat."""
    site.tokens.begin_session(site.ann, "browser", 4)
    site.tokens.issue(site.ann, "laptop", None, 5)
    site.tokens.rename(site.ann, site.phone, "mobile")
    site.players.rename(site.ann, "Anna")
    with pytest.raises(of_tokens.UnknownToken):
        site.tokens.revoke(site.ann, "0123456789abcdef")
    with pytest.raises(of_credentials.UnknownLink):
        site.credentials.reset(f"{site.ann}.guessed", "new")
    with pytest.raises(of_credentials.PasswordChanged):
        site.credentials.change(site.ann, "guessed", "new", SERVICE)
    assert site.known.find(site.ann, "digest") == "access"
    assert site.reported() == []


def test_a_report_that_fails_fails_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The token is revoked; a script of unknown outcome is reported too."""

    def away(*_: object) -> None:
        raise StoreAway("gone")

    with monkeypatch.context() as patched:
        patched.setattr(ending, "report_change", away)
        site.tokens.revoke(site.ann, site.phone)
    assert not site.tokens.holds(Access(site.ann, site.phone))
    assert site.tokens.holds(Access(site.ann, FIRST))
    assert "not notified" in caplog.text

    def lost(*_: object) -> None:
        raise UnknownOutcome("gone")

    monkeypatch.setattr("replays.store.scripts.Script.run", lost)
    with pytest.raises(UnknownOutcome):
        site.tokens.revoke(site.ann, FIRST)
    assert site.reported() == [site.ann]


MODULES = (of_players, of_tokens, of_credentials, suspension)


def test_every_script_that_ends_access_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that ends a token, or deletes the account, is an `EndingScript`."""
    made: list[tuple[str, bool]] = []

    def note(is_ending: bool) -> Callable[..., object]:  # noqa: FBT001 - the only argument
        return lambda _store, text, **_: made.append((text, is_ending))

    for module in MODULES:
        monkeypatch.setattr(module, "EndingScript", note(True))  # noqa: FBT003 - see above
        monkeypatch.setattr(module, "AccountScript", note(False), raising=False)  # noqa: FBT003 - see above
    store = FakeRedis()
    for part in (Tokens(store, KEY, os.urandom), CredentialsStore(store, KEY, ENDING), Reaching(store)):
        assert part
    Players(store, KEY, os.urandom, lambda: 0.0)
    ending_parts = ("forget_use(", f"'UNLINK', {profile_key}", suspension.FIELD)
    assert {text for text, _ in made if any(part in text for part in ending_parts)} == {
        text for text, is_ending in made if is_ending
    }


def test_ending_everything_again_and_again_takes_bounded_space(site: Site) -> None:
    """The marks of programs' tokens that ended together are as few as of those that were revoked singly."""
    kept = token_field(site.phone)
    for round_ in range(MARKS // (MOST - 2) + 3):
        for _ in range(MOST - len(site.tokens.of(site.ann))):
            site.tokens.issue(site.ann, "lost", None, round_)
        site.credentials.end_all(site.ann, kept, SERVICE, Deed.SIGNED_OUT_ELSEWHERE)
    assert [token.id for token in site.tokens.of(site.ann)] == [site.phone]
    fields = cast("dict[bytes, bytes]", site.store.hgetall(profile_key(site.ann)))
    marks = [field for field, value in fields.items() if field.startswith(b"token:") and not value]
    assert 0 < len(marks) <= MARKS


@pytest.mark.parametrize("kept", [True, False])
def test_a_revoked_token_ends_nothing_of_a_guest(kept: bool) -> None:  # noqa: FBT001 - a case
    """A request that was admitted before its token was revoked would end the guest's last way in."""
    site = Site()
    guest = site.players.register("Ben", None, ADDRESS, 1).id
    stolen = site.tokens.issue(guest, "stolen", None, 2).id
    site.tokens.begin_session(guest, "browser", 3)
    site.tokens.revoke(guest, stolen)
    before, late = site.tokens.of(guest), Actor(stolen)
    with pytest.raises(AccessRevoked):
        site.credentials.end_all(guest, late.field if kept else "", late, Deed.SIGNED_OUT_ELSEWHERE)
    with pytest.raises(AccessRevoked):
        site.tokens.end_sessions(guest, Access(guest, stolen) if kept else None, late)
    assert site.tokens.of(guest) == before
