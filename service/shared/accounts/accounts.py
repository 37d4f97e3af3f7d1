"""Registering, signing out and renaming accounts, for the API and the pages."""

from service.application.accounts.access.audit import Deed
from service.application.accounts.players import NameMismatch, NewPlayer
from service.application.accounts.tokens import Access
from service.application.problem import Problem
from service.http.client_address import address
from service.http.rate_limits import count_registration
from service.services import services
from service.shared.accounts.audit import acting, record


def registered(name: str, key: str | None, now: int, *, by_program: bool = False) -> NewPlayer:
    """Register a player, counted against the registration limit of this address.

    Idempotent by `key`. 429 `limit/requests` beyond the limit; 422 `idempotency/reused` for a key with
    another name.
    """
    count_registration()
    try:
        return services().players.register(name, key, address(), now, by_program=by_program)
    except NameMismatch:
        raise Problem(
            422,
            "idempotency/reused",
            "this Idempotency-Key was used with another name, or its account was erased: use a new key",
        ) from None


def sign_out_here(access: Access) -> None:
    """End this session and its push messages; raises `LastToken` if nobody could sign in again."""
    services().sessions.sign_out(access, acting(access))
    services().browsers.end_session(access.player, access.token, acting(access))


def revoke_token(player: str, token: str) -> None:
    """Revoke a token and end its push messages; raises `UnknownToken` and `LastToken`."""
    by = acting()
    services().tokens.revoke(player, token, by)
    services().browsers.end_session(player, token, by)


def sign_out_everywhere(access: Access, *, here: bool, end_grants: bool = False) -> None:
    """End all sessions and their push messages, including the current session if `here`.

    With `end_grants` it ends all lasting grants, otherwise tokens of programs stay valid. Raises `LastToken`
    if nobody could sign in again.
    """
    by = acting(access)
    if end_grants:
        with services().browsers.releasing(access.player):
            services().sessions.end_all(access, by, here=here)
        return
    sessions = [token.id for token in services().tokens.of(access.player) if token.session]
    services().tokens.end_sessions(access.player, None if here else access, by)
    deed = Deed.SIGNED_OUT_EVERYWHERE if here else Deed.SIGNED_OUT_ELSEWHERE
    record(access.player, deed, by=access.token)
    for session in sessions:
        if here or session != access.token:
            services().browsers.end_session(access.player, session, by)


def rename_account(player: str, name: str) -> None:
    """Rename the player; 422 `account/name-refused` if a moderator removed this name or a similar one."""
    if services().players.refuses(player, name):
        raise Problem(
            422,
            "account/name-refused",
            "a moderator has refused this name or a similar one: choose another one",
        )
    services().players.rename(player, name)
    record(player, Deed.NAME_CHANGED)
