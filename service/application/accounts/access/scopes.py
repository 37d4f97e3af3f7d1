"""Scopes: the permissions of a token. A session, and a token without stated scopes, has all of them."""

from collections.abc import Collection, Iterable
from enum import Enum


class Scope(Enum):
    """A permission of a token. The value is stored and used in the API; each scope includes `READ`."""

    READ = "read"
    """See everything that the player may see."""
    PLAY = "play"
    """Change games: open and join them, move, plan, comment, take notes, keep studies."""
    ORGANIZE = "organize"
    """Open tables, and fill them with invited players and bots; announce and direct tournaments."""
    ACCOUNT = "account"
    """See and change the account itself: tokens, password, e-mail, targets of notices, lists of players."""


Scopes = frozenset[Scope]

EVERY: Scopes = frozenset(Scope)
"""The scopes of a token that states none."""


def names(scopes: Scopes) -> list[str]:
    """The scopes by name, in the order of `Scope`."""
    return [scope.value for scope in Scope if scope in scopes]


def stored(scopes: Scopes) -> str:
    """The stored form of scopes, kept after a token's hash; "" for all scopes.

    >>> stored(frozenset({Scope.PLAY, Scope.READ}))
    ' read play'
    """
    return "" if scopes == EVERY else "".join(f" {name}" for name in names(scopes))


def kept(words: Iterable[str]) -> Scopes:
    """The scopes that were stored as these words; no words stand for all scopes."""
    given = set(words)
    return frozenset(scope for scope in Scope if scope.value in given) if given else EVERY


def allowed(having: Scopes, needed: Collection[Scope]) -> bool:
    """True if one of the needed scopes is there; every scope includes `READ`."""
    return not having.isdisjoint(needed) or (Scope.READ in needed and bool(having))
