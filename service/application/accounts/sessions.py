"""Signing in: guests by a name, others by e-mail and password; and setting e-mail and password.

Methods raise `Problem` with sentences for the person who fills in the form.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from replays.log.event_log import StoreAway
from service.application.accounts.access.actors import SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.accounts.credentials import passwords
from service.application.accounts.credentials.credentials import (
    Credentials,
    CredentialsStore,
    EmailTaken,
    PasswordChanged,
    Proposal,
    UnknownLink,
)
from service.application.accounts.credentials.email_addresses import NoEmail, normalised
from service.application.accounts.credentials.passwords import Passwords, TooBusy, WeakPassword
from service.application.accounts.players import Players
from service.application.accounts.tokens import NAMED, Access, PasswordReplaced, Tokens, field_of
from service.application.i18n.speaking import speaking
from service.application.mail.kinds import ALREADY_KNOWN, CONFIRM, FAREWELL, RESET, EmailWriter
from service.application.mail.outbox import Links, Outbox
from service.application.problem import RETRY, Problem, unauthorized
from service.application.quotas.storage import Storage
from service.application.quotas.throttle import Attempt, Throttle, TooOften, too_often


@dataclass(frozen=True, slots=True)
class Session:
    """A session just begun; the token is for the cookie and is not stored.

    `device` is the new device cookie of the browser; None for a guest, who never signs in again.
    """

    player: str
    name: str
    token: str
    device: str | None = None


@dataclass(frozen=True, slots=True)
class GuessSource:
    """The source of a password guess: the network address, and the device cookie, if any."""

    address: str
    device: str | None


class GuessedAccount(NamedTuple):
    """The account of a guessed password: its e-mail's id in counts, its own id, and its devices' number."""

    entry: str
    player: str
    devices: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The player whose e-mail was confirmed; `changed` is true if this replaced an earlier password."""

    player: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """The parts that write and send e-mails; `configured` is true if there is a mail server."""

    outbox: Outbox
    links: Links
    writer: EmailWriter
    configured: bool


class Sessions:
    """Begins and ends sessions, and changes e-mails and passwords. `now` is in ms UTC."""

    def __init__(  # noqa: PLR0913, PLR0917 - its parts
        self,
        players: Players,
        tokens: Tokens,
        credentials: CredentialsStore,
        throttle: Throttle,
        mail: Mail,
        storage: Storage,
        passwords: Passwords,
    ) -> None:
        self._players = players
        self._tokens = tokens
        self._credentials = credentials
        self._passwords = passwords
        self._throttle = throttle
        self._mail = mail
        self._storage = storage

    @property
    def sends_mail(self) -> bool:
        """True if there is a mail server; without one, what needs e-mail raises `mail/not-configured`."""
        return self._mail.configured

    def of(self, player: str) -> Credentials:
        """The player's credentials."""
        return self._credentials.of(player)

    def begin_guest(self, player: str, name: str, token: str, now: int) -> Session:
        """Begin the first session of a newly registered player, with this token."""
        self._tokens.begin_first_session(player, _named(now))
        return Session(player, name, token)

    def sign_in(
        self, email: str, password: str, source: GuessSource, now: int, by: Actor = SERVICE
    ) -> Session:
        """Begin a session with e-mail address and password.

        401 `auth/wrong` does not tell which of the two is wrong, and takes as long for an unknown e-mail.
        """
        wanted = _address(email)
        with _refusals():
            player, found = self._credentials.holder(wanted)
            guess = GuessedAccount(self._credentials.nobody(wanted), player, found.devices)
            what, who = self._count_guess(guess, source)
            if not self._passwords.matches(found.password, password):
                raise unauthorized("auth/wrong", "no account has this e-mail with this password")
            self._throttle.forget(what, who)
            return self._begin(player, found.password or "", source.device, now, by)

    def _count_guess(self, at: "GuessedAccount", source: GuessSource) -> tuple[Attempt, str]:
        """Count a guess at the password of this account; returns the count to reset if the guess is right.

        A device that signed in to the account before has a count of its own, so that nobody else can lock it
        out. The count over all addresses comes last, so that a client whose
        own limit refuses it adds nothing to that count.
        """
        account = at.entry
        known = self._credentials.devices.known(source.device, at.player, at.devices)
        if known is not None:
            guess = Attempt.SIGN_IN_BY, f"{known} {account}"
            self._throttle.count(*guess)
            return guess
        guess = Attempt.SIGN_IN_PAIR, f"{source.address} {account}"
        self._throttle.count(Attempt.SIGN_IN_FROM, source.address)
        self._throttle.count(*guess)
        self._throttle.count(Attempt.SIGN_IN_TO, account)
        return guess

    def remembered(self, player: str, device: str | None) -> str | None:
        """The device cookie for a browser that is signed in to the account; None for a guest account."""
        found = self.of(player)
        return self._credentials.devices.with_account(device, player, found.devices) if found.email else None

    def knows(self, player: str, device: str | None) -> bool:
        """True if a browser with this device cookie signed in to the account before."""
        return self._credentials.devices.known(device, player, self.of(player).devices) is not None

    def sign_out(self, access: Access, by: Actor = SERVICE) -> None:
        """End the session; raises `LastToken` if nobody could sign in again."""
        self._tokens.revoke(access.player, access.token, by, Deed.SIGNED_OUT)

    def end_all(self, access: Access, by: Actor, *, here: bool) -> None:
        """End all lasting grants, and the token of the request too if `here`; raises `LastToken`."""
        deed = Deed.SIGNED_OUT_EVERYWHERE if here else Deed.SIGNED_OUT_ELSEWHERE
        self._credentials.end_all(access.player, "" if here else field_of(access), by, deed)

    def set_password(  # noqa: PLR0913, PLR0917 - the form's fields, the access, the address and the time
        self,
        access: Access,
        email: str,
        password: str,
        current: str | None,
        address: str,
        now: int,
        by: Actor | None = None,
        *,
        end_grants: bool = False,
    ) -> bool:
        """Change the password now, or propose e-mail address and password; True if the change waits.

        A change of the e-mail address waits until the link in an e-mail is followed. An account with a
        password must give it as `current`: 403 `password/wrong`. A change of password ends all sessions
        except that of `access`; with `end_grants` it ends everything else that lasts, too.
        """
        player, by = access.player, by or Actor(access.token)
        wanted, found = _address(email), self._credentials.of(player)
        text = _strong(password, self._players.profile(player).name, wanted, wanted.partition("@")[0])
        waits = found.email is None or found.email.casefold() != wanted.casefold()
        with _refusals():
            self._throttle.count(Attempt.PASSWORD_OF, player)
            if waits:
                self._demand_mail()
                self._throttle.count(Attempt.MAIL_FROM, address)
            self._check_current(found.password, current)
            hashed = self._passwords.hashed(text)
            if waits or found.password is None:
                self._propose(player, wanted, hashed, now, by, end_grants=end_grants)
            else:
                self._credentials.change(player, found.password, hashed, by, end_grants=end_grants)
                self._throttle.forget(Attempt.PASSWORD_OF, player)
        return waits

    def proposal(self, token: str) -> Proposal:
        """The proposal that this link confirms."""
        with _refusals():
            return self._credentials.proposed(token)

    def confirm(
        self, token: str, access: Access | None, password: str | None, now: int, by: Actor = SERVICE
    ) -> Confirmed:
        """Confirm a proposal by the link in an e-mail; the account's previous address, if any, is notified.

        The link only proves access to the mailbox, but somebody else may have chosen the proposed password.
        So the client must also prove that the proposal is its own: by access to the account, or by the
        proposed password. 403 `email/unproven` if there is neither, 403 `password/wrong`.
        """
        with _refusals():
            proposal = self._credentials.proposed(token)
            player = proposal.player
            own = access if access is not None and access.player == player else None
            if own is None:
                self._prove(proposal, password)
            before = self._credentials.of(player)
            session = field_of(own) if own else ""
            if before.email is None:
                self._credentials.confirm(token, session, None, by)
                with suppress(StoreAway):  # otherwise the account's next change does it
                    self._storage.leave(player)
            else:
                with self._mail.outbox.posting(player):
                    with speaking(self._players.language(player)):
                        farewell = self._mail.writer.write(FAREWELL, before.email, now)
                    self._credentials.confirm(token, session, farewell, by)
        return Confirmed(player, changed=before.password is not None)

    def _prove(self, proposal: Proposal, password: str | None) -> None:
        """Check the proposed password, which was chosen together with the e-mail address."""
        if not password:
            raise Problem(
                403,
                "email/unproven",
                "prove that the account is yours too: send a token or session of the account that asked "
                "for this e-mail, or the password that was chosen with it",
            )
        self._throttle.count(Attempt.CONFIRM_OF, proposal.player)
        if not self._passwords.matches(proposal.password, password):
            raise Problem(403, "password/wrong", "this is not the password that was chosen with this e-mail")
        self._throttle.forget(Attempt.CONFIRM_OF, proposal.player)

    def ask_reset(self, email: str, address: str, now: int, by: Actor = SERVICE) -> None:
        """Send a link for a new password to the e-mail address if an account has it.

        For an unknown address the same is written to the store, so that it takes as long.
        """
        self._demand_mail()
        wanted = _address(email)
        with _refusals():
            self._throttle.count(Attempt.MAIL_FROM, address)
            self._throttle.count(Attempt.MAIL_TO, self._credentials.nobody(wanted))
        player, found = self._credentials.holder(wanted)
        message = self._mail.writer.write(RESET, found.email or "", now)
        with self._mail.outbox.posting(player):
            self._credentials.order_reset(player, self._mail.links.token(player, message.id), message, by)

    def check_reset(self, token: str) -> str:
        """The player for whom the link sets a new password; raises 404 `link/unknown`."""
        with _refusals():
            return self._credentials.resettable(token)

    def reset(self, token: str, password: str, device: str | None, now: int, by: Actor = SERVICE) -> Session:
        """Set a new password by the link in an e-mail; ends every lasting grant of the account."""
        with _refusals():
            player = self._credentials.resettable(token)
            found = self._credentials.of(player)
            name, email = self._players.profile(player).name, found.email or ""
            text = _strong(password, name, email, email.partition("@")[0])
            hashed = self._passwords.hashed(text)
            self._credentials.reset(token, hashed, by)
            return self._begin(player, hashed, device, now, by)

    def begin_by_passkey(self, player: str, passkey: str, device: str | None, now: int, by: Actor) -> Session:
        """Begin a session by the passkey with this id, which was checked just now.

        Raises `PasswordReplaced` if it was removed since.
        """
        return self._begin(player, "", device, now, by, passkey)

    def prove(self, player: str, password: str | None) -> str | None:
        """Check the password of an account that has one: 403 `password/wrong`; counted as a guess.

        Returns its hash, None if there is no password.
        """
        kept = self._credentials.of(player).password
        with _refusals():
            self._throttle.count(Attempt.PASSWORD_OF, player)
            self._check_current(kept, password)
            self._throttle.forget(Attempt.PASSWORD_OF, player)
        return kept

    def forget(self, player: str) -> None:
        """Remove the account's e-mail from the index, before the account is erased."""
        self._credentials.forget(player)

    def _begin(  # noqa: PLR0913, PLR0917 - the player, what proved their identity, and the actor
        self, player: str, hashed: str, device: str | None, now: int, by: Actor, passkey: str = ""
    ) -> Session:
        """Begin a session by the hashed password or the passkey, unless that is gone since it was checked."""
        token = self._tokens.begin_session(player, _named(now), now, hashed, by, passkey)
        known = self._credentials.devices.with_account(device, player, self.of(player).devices)
        return Session(player, self._players.profile(player).name, token.text, known)

    def _check_current(self, kept: str | None, password: str | None) -> None:
        if kept is not None and not self._passwords.matches(kept, password or ""):
            raise Problem(403, "password/wrong", "this is not your current password")

    def _propose(  # noqa: PLR0913 - the proposal, its time, its actor, and what it ends
        self, player: str, email: str, hashed: str, now: int, by: Actor, *, end_grants: bool
    ) -> None:
        """Post the e-mail with the link, or one saying that the recipient already has an account."""
        self._throttle.count(Attempt.MAIL_TO, self._credentials.nobody(email))
        holder, held = self._credentials.holder(email)
        writer = self._mail.writer
        taken = held.email is not None and holder != player
        name = self._players.profile(player).name
        with speaking(self._players.language(player)):
            message = writer.write(ALREADY_KNOWN if taken else CONFIRM, email, now, name=name)
        with self._mail.outbox.posting(player):
            token = self._mail.links.token(player, message.id)
            self._credentials.propose(player, email, hashed, token, message, by, end_grants=end_grants)

    def _demand_mail(self) -> None:
        if not self._mail.configured:
            raise Problem(
                503,
                "mail/not-configured",
                "this needs e-mail, and this service sends none; you can play as a guest",
            )


def _named(now: int) -> str:
    """The name of a browser's token in the list of tokens."""
    return f"{NAMED}{datetime.fromtimestamp(now / 1000, UTC):%Y-%m-%d}"


def _address(email: str) -> str:
    try:
        return normalised(email)
    except NoEmail:
        raise Problem(
            422, "email/invalid", "this is not an e-mail address, such as ann@example.org"
        ) from None


def _strong(password: str, *telling: str) -> str:
    try:
        return passwords.checked(password, *telling)
    except WeakPassword as weak:
        raise Problem(422, "password/weak", str(weak)) from None


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn errors of the parts into problems."""
    try:
        yield
    except TooOften as often:
        raise too_often(often) from None
    except WeakPassword as weak:
        raise Problem(422, "password/weak", str(weak)) from None
    except TooBusy:
        raise Problem(
            503, "password/busy", "too many people are signing in: try again", headers=RETRY
        ) from None
    except UnknownLink:
        raise Problem(
            404, "link/unknown", "this link was already used, has expired or was replaced"
        ) from None
    except EmailTaken:
        raise Problem(409, "email/taken", "another account has this e-mail address") from None
    except (PasswordChanged, PasswordReplaced):
        raise Problem(409, "password/changed", "the password was changed just now") from None
