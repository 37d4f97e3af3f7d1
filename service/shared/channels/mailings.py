"""E-mails about games: where they go, whether they do, and sending them again after a refusal."""

from typing import NamedTuple

from service.problem import Problem
from service.services import services


class Mailing(NamedTuple):
    """The confirmed address or None, whether e-mails go there, and why they do not any more."""

    address: str | None
    sent: bool
    stopped: str | None


def mailing_of(player: str) -> Mailing:
    """Where the player's e-mails go; preferences say which ones, and when."""
    address, known = services().sessions.of(player).email, services().mailings.of(player)
    stopped = known.stopped if known else ""
    return Mailing(address, address is not None and known is not None and not stopped, stopped or None)


def begin_mailing(player: str) -> Mailing:
    """Send e-mails of what happens from now on, also where the address refused them before.

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
