"""The rights on which a live stream depends, and what it depends on them for."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from service.application.accounts.tokens import Access, Tokens
from service.application.games.talk.rooms import Room
from service.application.games.visibility import Invitations, Office, Visibility
from service.application.live.items import Heard, News, Talked

Right = Access | Invitations | Office
"""What its `player` can lose: a token, the invitations that the player gave, or an office in a tournament."""

Valid = Callable[[Iterable[Right]], Collection[Right]]
"""Returns those of the rights that are valid; raises `StoreAway`."""


def every_room(_: Match) -> Collection[str]:
    """The rooms that a viewer with every right may read."""
    return [room.value for room in Room]


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a stream's viewer, as far as they can end: `held` has all, and the stream ends with each.

    `restricted` are the games that not everybody may watch. `rooms` returns the rooms of a match that the
    viewer may read.
    """

    held: frozenset[Right] = frozenset()
    restricted: frozenset[GameId] = frozenset()
    rooms: Callable[[Match], Collection[str]] = every_room

    def cover(self, item: Heard) -> bool:
        """True if the viewer may have this item only by a right that can end."""
        if not self.held:
            return False
        if isinstance(item, Talked):
            return item.room == Room.PLAYERS.value or item.game in self.restricted
        return not isinstance(item, News) or item.game in self.restricted


ANYBODYS = Rights()
"""The rights to what anybody may watch."""


def valid_in(tokens: Tokens, visibility: Visibility) -> Valid:
    """Tells by the accounts which rights are valid, in one round trip for each kind of right."""

    def valid(rights: Iterable[Right]) -> set[Right]:
        every = list(rights)
        accesses = tokens.valid(each for each in every if isinstance(each, Access))
        unended = visibility.unended(each for each in every if isinstance(each, Invitations))
        return accesses | unended | visibility.held(each for each in every if isinstance(each, Office))

    return valid
