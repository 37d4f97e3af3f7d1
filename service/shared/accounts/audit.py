"""Records changes to an account in its audit, for the API and the pages."""

from replays.bootstrap import now_ms
from service.application.accounts.access.actors import Actor
from service.application.accounts.access.audit import AccountAuditEntry, Deed
from service.application.accounts.tokens import Access
from service.http.authentication import device_cookie, holder
from service.http.client_address import address
from service.services import services


def acting(access: Access | None = None) -> Actor:
    """The actor of the request, by default with its token; the address is that of the client."""
    found = access or holder()
    return Actor(found.token if found else None, services().players.origin(address()))


def record(player: str, deed: Deed, *, of: str | None = None) -> None:
    """Record a change that the request has just made to this account, without the token of another one."""
    found = holder()
    token = found.token if found and found.player == player else None
    services().audit.note(player, AccountAuditEntry(now_ms(), deed.value, token, acting().address, of))


def record_session(player: str, token: str) -> None:
    """Record a sign-in with this token, from a device that is known or new to the account."""
    parts = services()
    deed = Deed.SIGNED_IN if parts.sessions.knows(player, device_cookie()) else Deed.SIGNED_IN_ANEW
    found = parts.tokens.authenticate(token)
    session = found.token if found else None
    parts.audit.note(player, AccountAuditEntry(now_ms(), deed.value, session, acting().address, session))
