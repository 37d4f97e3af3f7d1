"""Stops the e-mails to a player by a link, and starts them again, also after a refusal."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from service.application.account_keys import AccountErased
from service.application.accounts.sessions import Sessions
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.preferences import Preferences
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Known, Targets
from service.application.problem import Problem

REFUSED = "mail/refused"
"""The code of a stopped target: the mail server has refused the receiver."""
MOST = 1
"""The maximum number of mailboxes of an account."""


@dataclass(frozen=True, slots=True)
class Mailings:
    """The mailings of all players. Methods raise `StoreAway`; `stop` and `begin` also `UnknownOutcome`."""

    links: UnsubscribeLinks
    targets: Targets

    def stop(self, token: str) -> bool:
        """Switch off the e-mails of the token's player; False if the token is not valid. May be repeated."""
        player = self.links.player(token)
        if player is None:
            return False
        try:
            self.targets.prefer(player, _without_emails)
        except AccountErased:
            return False
        return True

    def begin(self, player: str) -> None:
        """Send e-mails about notices from now on, also if the mail server refused the receiver before."""
        target = Target(EMAIL, player)
        _, known = self.targets.get(target)
        if known is not None and known.stopped:
            self.targets.remove(target)
        self.targets.add(target, {}, MOST)

    def of(self, player: str) -> Known | None:
        """The target of the player's mailbox; None if it does not exist."""
        return self.targets.get(Target(EMAIL, player))[1]


class Mailing(NamedTuple):
    """The confirmed address or None, whether e-mails are sent there, and why they stopped."""

    address: str | None
    sent: bool
    stopped: str | None


def mailing_of(mailings: Mailings, sessions: Sessions, player: str) -> Mailing:
    """The state of the player's e-mails; the preferences select kinds and times."""
    address, known = sessions.of(player).email, mailings.of(player)
    stopped = known.stopped if known else ""
    return Mailing(address, address is not None and known is not None and not stopped, stopped or None)


def begin_mailing(mailings: Mailings, sessions: Sessions, player: str) -> Mailing:
    """Send e-mails about games from now on, even if the mail server refused this address before.

    409 `email/missing` without a confirmed address, 503 `mail/not-configured` without a mail server.
    """
    if not sessions.sends_mail:
        raise Problem(503, "mail/not-configured", "this service sends no e-mail")
    if sessions.of(player).email is None:
        raise Problem(
            409, "email/missing", "confirm an e-mail address first: PUT /api/v1/me/password, then its link"
        )
    mailings.begin(player)
    return mailing_of(mailings, sessions, player)


def _without_emails(preferences: Preferences) -> Preferences:
    wishes = replace(preferences.channels[EMAIL], on=False)
    return replace(preferences, channels={**preferences.channels, EMAIL: wishes})
