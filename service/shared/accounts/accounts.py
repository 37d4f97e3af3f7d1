"""Registering accounts, for the API and the pages."""

from service.application.accounts.players import NewPlayer
from service.http.client_address import address
from service.http.rate_limits import count_registration
from service.services import services


def registered(name: str, key: str | None, now: int, *, by_program: bool = False) -> NewPlayer:
    """Register a player, counted against the registration limit of this address.

    Idempotent by `key`. 429 `limit/requests` beyond the limit; 422 `idempotency/reused` for a key with
    another name.
    """
    count_registration()
    return services().players.register(name, key, address(), now, by_program=by_program)
