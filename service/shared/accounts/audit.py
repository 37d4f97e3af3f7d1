"""Records changes to an account in its audit, for the API and the pages."""

import logging

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased
from service.application.accounts.access.actors import Actor
from service.application.accounts.access.audit import AccountAuditEntry, Deed
from service.application.accounts.tokens import Access
from service.http.authentication import device_cookie, holder
from service.http.client_address import address
from service.services import services

log = logging.getLogger(__name__)


def acting(access: Access | None = None) -> Actor:
    """The actor of the request, by default with its token; the address is that of the client."""
    found = access or holder()
    return Actor(found.token if found else None, services().players.origin(address()))


def acting_for(player: str) -> Actor:
    """The actor of the request on this account, without the token of another account."""
    found = holder()
    return Actor(found.token if found and found.player == player else None, acting().address)


def record(player: str, deed: Deed, *, by: str | None = None, of: str | None = None) -> None:
    """Record a change that was just made with the token `by`, by default the token of the request.

    If the store fails, the change stands, and a warning is logged instead.
    """
    access = holder()
    token = by or (access.token if access and access.player == player else None)
    parts = services()
    entry = AccountAuditEntry(now_ms(), deed.value, token, parts.players.origin(address()), of)
    try:
        parts.audit.record(player, entry)
    except AccountErased:
        pass
    except (StoreAway, UnknownOutcome):
        log.warning("the audit of an account lacks an entry: %s", deed.value)


def record_session(player: str, token: str) -> None:
    """Record a sign-in with this token, from a device that is known or new to the account."""
    known = services().sessions.knows(player, device_cookie())
    found = services().tokens.authenticate(token)
    session = found.token if found else None
    record(player, Deed.SIGNED_IN if known else Deed.SIGNED_IN_ANEW, by=session, of=session)
