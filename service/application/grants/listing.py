"""The lasting grants of an account, for its owner."""

from typing import NamedTuple

from redis import Redis

from service.application.account_keys import AccountScript
from service.application.accounts.tokens import Access, field_of
from service.application.grants.kinds import GrantKind
from service.application.grants.registry import COUNTING, KINDS


class GrantCount(NamedTuple):
    """A kind of grant, and the number that the account has; None if they are not counted."""

    kind: GrantKind
    number: int | None


class LastingGrants:
    """The lasting grants of all accounts."""

    def __init__(self, store: Redis) -> None:
        self._count = AccountScript(store, COUNTING)

    def of(self, access: Access) -> list[GrantCount]:
        """What would end if the owner ended all grants but the token of this access.

        Kinds of which there are none are left out. Raises `StoreAway` and `AccountErased`.
        """
        found = self._count.run(access.player, field_of(access))
        return [
            GrantCount(kind, None if count < 0 else count)
            for kind, count in zip(KINDS, found, strict=True)
            if count
        ]
