"""Erasing an account with everything that is kept of it."""

from service.application.account_data.elsewhere import ELSEWHERE
from service.application.account_data.stores import AccountStores
from service.application.accounts.players import NameMismatch
from service.application.problem import Problem


def erase(stores: AccountStores, player: str, confirm: str, now: int) -> None:
    """Erase the account at `now` in ms UTC; 422 `account/name` if `confirm` is not its name.

    What lies outside its slot goes first: if the process dies in between, the account is still there, and its
    player may erase it again. Raises `StoreAway`, `UnknownOutcome` and `AccountErased`.
    """
    try:
        if stores.players.profile(player).name == confirm:
            for each in ELSEWHERE:
                if each.forget:
                    each.forget(stores, player, now)
        stores.players.erase(player, confirm)
    except NameMismatch:
        raise Problem(
            422, "account/name", "this is not your name: confirm with your exact name to erase the account"
        ) from None
