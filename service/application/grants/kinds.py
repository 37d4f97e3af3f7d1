"""The declaration of a kind of lasting grant."""

from dataclasses import dataclass

from service.application.account_keys import AccountPart
from service.application.accounts.access.audit import Deed
from service.application.i18n.speaking import Text

UNCOUNTED = "return -1"
"""The counting of a kind whose grants are not stored: each is derived when it is shown."""


@dataclass(frozen=True, slots=True)
class GrantKind:
    """A kind of lasting grant, declared once.

    `name` is stable, `title` is for people. `made` and `ended` are its entries in the audit. `parts` are the
    keys of the account that hold it. `ending` is Lua that ends all grants of the kind: it may use `kept`, the
    field of a token that stays, and records each end with `audited(by, deed, id)`. `counting` is Lua that
    returns the number of grants besides that token, -1 if it is not known. `page` is the endpoint of the page
    on which the player sees and ends single ones; None for the account page itself.
    """

    name: str
    title: Text
    made: tuple[Deed, ...]
    ended: tuple[Deed, ...]
    parts: tuple[AccountPart, ...]
    ending: str
    counting: str
    page: str | None = None
