"""Registering accounts, for the API and the pages."""

from service.application.accounts.players import NewPlayer
from service.application.i18n.languages import ENGLISH
from service.http.client_address import address
from service.http.languages import of_reader
from service.http.rate_limits import count_registration
from service.services import services


def registered(name: str, key: str | None, now: int, *, by_program: bool = False) -> NewPlayer:
    """Register a player, counted against the registration limit of this address.

    The account of somebody who reads another language than English has that language from then on.

    Idempotent by `key`. 429 `limit/requests` beyond the limit; 422 `idempotency/reused` for a key with
    another name.
    """
    count_registration()
    players, spoken = services().players, of_reader().locale.language
    made = players.register(name, key, address(), now, by_program=by_program)
    if spoken != ENGLISH and not by_program:
        players.speak(made.id, spoken)
    return made
