"""Registering accounts, for the API and the pages."""

from service.application.accounts.players import NameMismatch, NewPlayer
from service.application.problem import Problem
from service.http.client_address import address
from service.http.rate_limits import count_registration
from service.services import services


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
