"""Scopes: what a token may do. A token without stated scopes may do everything, and so may a session."""

from collections.abc import Iterable
from enum import Enum


class Scope(Enum):
    """One thing that a token may do. The value is stored and stands in the API; each includes `READ`."""

    READ = "read"
    """See what the player may see."""
    PLAY = "play"
    """Change games: open and join them, move, plan, comment, take notes, keep studies."""
    ORGANIZE = "organize"
    """Open tables, and fill them with invited players and bots."""
    ACCOUNT = "account"
    """See and change the account itself: tokens, password, e-mail, targets of notices, lists of players."""


Scopes = frozenset[Scope]

EVERY: Scopes = frozenset(Scope)
"""What a token may do that states no scopes."""


def names(scopes: Scopes) -> list[str]:
    """The scopes by name, in the order of `Scope`."""
    return [scope.value for scope in Scope if scope in scopes]


def stored(scopes: Scopes) -> str:
    """What is kept with a token's hash; nothing for all scopes.

    >>> stored(frozenset({Scope.PLAY, Scope.READ}))
    ' read play'
    """
    return "" if scopes == EVERY else "".join(f" {name}" for name in names(scopes))


def kept(words: Iterable[str]) -> Scopes:
    """The scopes that were stored as these words; no words stand for all scopes."""
    given = set(words)
    return frozenset(scope for scope in Scope if scope.value in given) if given else EVERY


def allowed(having: Scopes, needed: Iterable[Scope]) -> bool:
    """Whether one of the needed scopes is there; `READ` is part of every scope."""
    return any(scope in having or (scope is Scope.READ and having) for scope in needed)
