"""Erasing an account with everything that is kept of it."""

from service.application.account_data.elsewhere import ELSEWHERE
from service.application.account_data.stores import AccountStores
from service.application.account_data.tournaments import check_handed_over, withdraw


def erase(stores: AccountStores, player: str, confirm: str, now: int) -> None:
    """Erase the account at `now` in ms UTC; 422 `account/name` if `confirm` is not its name.

    409 `tournament/directs` while a tournament runs that nobody else directs.

    What lies outside its slot goes first: if the process dies in between, the account is still there, and its
    player may erase it again. Raises `StoreAway`, `UnknownOutcome` and `AccountErased`.
    """
    if stores.players.profile(player).name == confirm:
        check_handed_over(stores, player)
        for each in ELSEWHERE:
            if each.forget:
                each.forget(stores, player, now)
    stores.players.erase(player, confirm)
    withdraw(stores, player)  # a request that was admitted before may have entered a tournament since
