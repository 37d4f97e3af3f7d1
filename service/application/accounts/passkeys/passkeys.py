"""Adding, renaming, removing and using passkeys. Methods raise `Problem` with sentences for people."""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from replays.encoding.base64url import from_base64
from replays.encoding.identity import is_uuid
from service.application.account_keys import AccountErased
from service.application.accounts.access.actors import Actor
from service.application.accounts.passkeys import ceremonies
from service.application.accounts.passkeys.ceremonies import NotProven
from service.application.accounts.passkeys.challenges import SIGN_IN, Challenges, adding
from service.application.accounts.passkeys.passkey import MOST, Passkey, RelyingParty, passkey_id
from service.application.accounts.passkeys.store import (
    PasskeyKnown,
    PasskeyStore,
    TooManyPasskeys,
    UnknownPasskey,
)
from service.application.accounts.players import Players
from service.application.accounts.sessions import GuessSource, Mail, Session, Sessions
from service.application.accounts.tokens import Access, PasswordReplaced
from service.application.mail.kinds import PASSKEY_ADDED
from service.application.problem import Problem, unauthorized
from service.application.quotas.throttle import Attempt, Throttle, TooOften, too_often


@dataclass(frozen=True, slots=True)
class Passkeys:
    """Adds passkeys, and signs in with them. `now` is in ms UTC; a credential is the JSON of a browser."""

    stored: PasskeyStore
    challenges: Challenges
    players: Players
    sessions: Sessions
    throttle: Throttle
    mail: Mail

    def of(self, player: str) -> list[Passkey]:
        """The player's passkeys, the oldest first."""
        return self.stored.of(player)

    def ask_to_add(
        self, access: Access, party: RelyingParty, password: str | None, now: int
    ) -> dict[str, Any]:
        """The options with which the browser makes a passkey for this account; its password if it has one.

        403 `password/wrong`, 409 `passkey/too-many`. The challenge proves that the password was right.
        """
        player = access.player
        proven = self.sessions.prove(player, password)
        known = self.stored.of(player)
        if len(known) >= MOST:
            raise _full()
        name, email = self.players.profile(player).name, self.sessions.of(player).email
        challenge = self.challenges.issue(adding(player, access.token, proven), now)
        return ceremonies.creation(party, player, email or name, name, challenge, known)

    def add(  # noqa: PLR0913, PLR0917 - the access, the form's fields, the party, the time and the actor
        self,
        access: Access,
        credential: dict[str, Any],
        name: str,
        party: RelyingParty,
        now: int,
        by: Actor,
    ) -> Passkey:
        """Add the passkey that the browser made; its player gets an e-mail that says so.

        422 `passkey/invalid`, 409 `passkey/expired`, `passkey/known` and `passkey/too-many`.
        """
        player = access.player
        account = self.sessions.of(player)
        challenge = self._answered(credential, adding(player, access.token, account.password), now)
        try:
            made = ceremonies.registered(credential, challenge, party, name, now)
        except NotProven as error:
            raise Problem(422, "passkey/invalid", f"this is no new passkey for {party.id}: {error}") from None
        email = account.email
        message = (
            self.mail.writer.write(PASSKEY_ADDED, email, now) if email and self.mail.configured else None
        )
        with self.mail.outbox.posting(player) if message else nullcontext():
            try:
                self.stored.add(player, made, message, account.password, by)
            except PasskeyKnown:
                raise Problem(409, "passkey/known", "the account has this passkey already") from None
            except TooManyPasskeys:
                raise _full() from None
            except PasswordReplaced:
                raise _expired() from None
        return made

    def rename(self, player: str, passkey: str, name: str) -> Passkey:
        """Give a passkey another name; 404 `passkey/unknown`."""
        try:
            return self.stored.rename(player, passkey, name)
        except UnknownPasskey:
            raise _unknown() from None

    def remove(self, player: str, passkey: str, by: Actor) -> None:
        """Remove a passkey: it signs in no more; 404 `passkey/unknown`."""
        try:
            self.stored.remove(player, passkey, by)
        except UnknownPasskey:
            raise _unknown() from None

    def ask_to_sign_in(self, party: RelyingParty, now: int) -> dict[str, Any]:
        """The options with which the browser signs in with a passkey of this service."""
        return ceremonies.assertion(party, self.challenges.issue(SIGN_IN, now))

    def sign_in(
        self, credential: dict[str, Any], party: RelyingParty, source: GuessSource, now: int, by: Actor
    ) -> Session:
        """Begin a session with a passkey, which names its player.

        401 `passkey/refused` does not tell whether the account or the passkey is unknown, or the signature
        is wrong; 409 `passkey/expired`.
        """
        try:
            self.throttle.count(Attempt.PASSKEY_FROM, source.address)
        except TooOften as often:
            raise too_often(often) from None
        challenge = self._answered(credential, SIGN_IN, now)
        player, id_ = _player_of(credential), passkey_id(credential["id"])
        passkey = self.stored.find(player, id_) if player else None
        if passkey is None or passkey.credential != credential["id"]:
            raise _refused()
        try:
            count = ceremonies.signed(credential, challenge, party, passkey)
            self.stored.use(player, passkey.used(count, now))
            return self.sessions.begin_by_passkey(player, passkey.id, source.device, now, by)
        except (NotProven, UnknownPasskey, PasswordReplaced, AccountErased):
            raise _refused() from None

    def _answered(self, credential: dict[str, Any], purpose: bytes, now: int) -> bytes:
        """The challenge that the credential answers, which is used up by this."""
        challenge = ceremonies.challenge_of(credential)
        if not self.challenges.take(challenge, purpose, now):
            raise _expired()
        return challenge


def _player_of(credential: dict[str, Any]) -> str:
    """The player whom the passkey names; empty if it names none."""
    try:
        player = from_base64(credential["response"]["userHandle"] or "").decode()
    except ValueError:
        return ""
    return player if is_uuid(player) else ""


def _refused() -> Problem:
    return unauthorized("passkey/refused", "this passkey belongs to no account here, or was removed")


def _unknown() -> Problem:
    return Problem(404, "passkey/unknown", "you have no passkey with this id")


def _expired() -> Problem:
    return Problem(
        409,
        "passkey/expired",
        "the challenge is not one that this service gave for this, has expired or was answered, or the "
        "password was changed: ask for new options",
    )


def _full() -> Problem:
    return Problem(409, "passkey/too-many", f"you have {MOST} passkeys, the maximum: remove one first")
