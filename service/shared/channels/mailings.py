"""E-mails about games: their address and state, and resuming them after a refusal."""

from typing import NamedTuple

from service.application.problem import Problem
from service.services import services


class Mailing(NamedTuple):
    """The confirmed address or None, whether e-mails are sent there, and why they stopped."""

    address: str | None
    sent: bool
    stopped: str | None


def mailing_of(player: str) -> Mailing:
    """The state of the player's e-mails; the preferences select kinds and times."""
    address, known = services().sessions.of(player).email, services().mailings.of(player)
    stopped = known.stopped if known else ""
    return Mailing(address, address is not None and known is not None and not stopped, stopped or None)


def begin_mailing(player: str) -> Mailing:
    """Send e-mails about games from now on, even if the mail server refused this address before.

    409 `email/missing` without a confirmed address, 503 `mail/not-configured` without a mail server.
    """
    parts = services()
    if not parts.sessions.sends_mail:
        raise Problem(503, "mail/not-configured", "this service sends no e-mail")
    if parts.sessions.of(player).email is None:
        raise Problem(
            409, "email/missing", "confirm an e-mail address first: PUT /api/v1/me/password, then its link"
        )
    parts.mailings.begin(player)
    return mailing_of(player)
