"""Visibility of games and series; decided only here.

Everybody sees a public table. Players, invited players, and viewers with the key of its link see a private
table. If spectators are off, viewers without a seat see a table only while it has free seats. A tournament is
always public itself: its `spectators` is about its games, which its director and deputies watch in any case.
"""

import hmac
import re
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.kinds import Streams
from replays.match.aggregate import Status
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Table
from replays.store.scripts import asking
from replays.tournament.fold import TOURNAMENTS
from service.application.account_keys import is_player, profile_key
from service.application.accounts.access.invitations import ENDED

KEY_DIGITS = 32
"""The number of hexadecimal digits that prove a key: 128 bits. The id of the player who gave it follows."""
KEY = re.compile(rf"[0-9a-f]{{{KEY_DIGITS}}}(?:[0-9a-f]{{32}})?")
MOST_KEYS = 64
"""The most keys of a request that are checked: a live stream has up to 32 games and 32 talks."""
MOST_GIVERS = 8
"""The most players whose keys are checked for one table, those at the table first."""
OLD = ""
"""The giver of a key that names nobody."""
Endings = Callable[[Collection[str]], Mapping[str, int]]
"""The times at which players' invitations ended last, in ms UTC; 0 for never."""


def endings_in(store: Redis) -> Endings:
    """The endings from the players' profiles, read in one round trip; they raise `StoreAway`."""

    def read(players: Collection[str]) -> Mapping[str, int]:
        with asking(), store.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.hget(profile_key(player), ENDED)
            found = cast("list[bytes | None]", pipe.execute())
        return {player: int(at or 0) for player, at in zip(players, found, strict=True)}

    return read


def never(players: Collection[str]) -> Mapping[str, int]:
    """No invitation has ended; enough for viewers without token and key, who use none."""
    return dict.fromkeys(players, 0)


Directs = Callable[[GameId, str], bool]
"""True if a player directs the tournament with this id, perhaps as a deputy; raises `StoreAway`."""


def directs_in(streams: Streams) -> Directs:
    """Tells by the tournaments in a log; nobody directs one that cannot be read."""

    def directs(tournament: GameId, player: str) -> bool:
        with suppress(Damaged):
            found = streams.of(TOURNAMENTS).current(tournament)
            return found is not None and found.directs(player)
        return False

    return directs


def nobody_directs(_tournament: GameId, _player: str) -> bool:
    """Nobody directs a tournament; enough where no director looks on."""
    return False


MOST_INVITED = 3
"""The most players that may be invited to a table by id."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a request: the signed-in player or None, and the keys in the request."""

    player: str | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invitations:
    """The invitations of a player until they end again; `ended` is the last time so far, in ms UTC."""

    player: str
    ended: int


@dataclass(frozen=True, slots=True)
class Office:
    """The office of a player who directs a tournament, until a deputy is dismissed."""

    player: str
    tournament: GameId


ANYBODY = Viewer()
"""A viewer without a token or key. A token or key never reduces what a viewer may see."""


def invitations_key(key: bytes) -> bytes:
    """The secret for invitations, derived from the server's key, so that all processes have the same one."""
    return hmac.digest(key, b"kingdomino invitations", "sha256")


def opened_id(table: Table) -> str:
    """The id of the table that was opened: the series' id for a game of a series."""
    membership = table.created.options.series
    return membership.id if membership else table.id


class Visibility:
    """Decides who may see a table. Keys are derived from the server's `secret`, so none is stored.

    A key names the player who gave it, and is valid until that player's invitations end. Keys from before
    ADR 43 name nobody: one is valid until the invitations of anybody at the table end.
    """

    def __init__(self, secret: bytes, endings: Endings = never, directs: Directs = nobody_directs) -> None:
        self._secret = secret
        self._endings = endings
        self._directs = directs

    def key(self, table: Table, giver: str | None = None) -> str:
        """The key of a private table that this player gives others; a series and its games share one."""
        if giver is None:
            return self._proof(opened_id(table))
        return self._given(table, giver, self._endings([giver])[giver])

    def valid(self, table: Table, keys: Collection[str]) -> str | None:
        """The first of these keys that is valid for the table."""
        shown = _shown(tuple(keys))
        givers = _givers(table, shown)
        if not givers:
            return None
        people = _people(table) if OLD in givers else set()
        endings = self._endings(list(people.union(givers) - {OLD}))
        rights = {giver: self._given(table, giver, endings[giver]) for giver in givers if giver != OLD}
        if OLD in givers and not any(endings[player] for player in people):
            rights[OLD] = self.key(table)
        for key, giver in shown:
            if giver in rights and hmac.compare_digest(key, rights[giver]):
                return key
        return None

    def invitations(self, table: Table, viewer: Viewer) -> set[Invitations]:
        """The invitations on which the viewer's right to see a private table may depend.

        If the viewer may not see it any more, they have ended already.
        """
        options = table.created.options
        if not options.private:
            return set()
        players = set(_givers(table, _shown(viewer.keys)))
        players |= _people(table) if OLD in players else set()
        players |= {table.opener} if viewer.player in (options.invited or ()) else set()
        endings = self._endings([player for player in players if is_player(player)])
        may_see = self.may_see(table, viewer)
        return {Invitations(player, ended if may_see else -1) for player, ended in endings.items()}

    def unended(self, invitations: Iterable[Invitations]) -> set[Invitations]:
        """Those of the invitations that have not ended since; raises `StoreAway`."""
        every = list(invitations)
        endings = self._endings(list({each.player for each in every})) if every else {}
        return {each for each in every if endings[each.player] == each.ended}

    def offices(self, table: Table, viewer: Viewer) -> set[Office]:
        """The office by which alone the viewer may watch the table."""
        place, player = table.created.options.series, viewer.player
        if place is None or player is None or table.seat_of(player) is not None:
            return set()
        return {Office(player, place.id)} if self._is_directed_by(table, player) else set()

    def held(self, offices: Iterable[Office]) -> set[Office]:
        """Those of the offices that their players still have; raises `StoreAway`."""
        return {each for each in offices if self._directs(each.tournament, each.player)}

    def _given(self, table: Table, giver: str, ended: int) -> str:
        return self._proof(f"{opened_id(table)} {giver} {ended}") + uuid.UUID(giver).hex

    def _proof(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), "sha256").hex()[:KEY_DIGITS]

    def may_watch(self, table: Table, viewer: Viewer) -> bool:
        """True if the viewer may watch the table once it has started."""
        if viewer.player is not None and table.seat_of(viewer.player) is not None:
            return True
        hides = table.created.options.spectators is False and table.kind != TOURNAMENTS.name
        return self._is_open_to(table, viewer) and (not hides or self._is_directed_by(table, viewer.player))

    def _is_directed_by(self, table: Table, player: str | None) -> bool:
        """True if the table is a game of a tournament that the player directs now."""
        place = table.created.options.series
        if player is None or place is None or place.kind != TOURNAMENTS.name:
            return False
        return self._directs(place.id, player)

    def may_see(self, table: Table, viewer: Viewer) -> bool:
        """True if the viewer may see the table in its present state; free seats make it visible."""
        seats_free = table.status is Status.OPEN
        return self.may_watch(table, viewer) or (seats_free and self._is_open_to(table, viewer))

    def _is_open_to(self, table: Table, viewer: Viewer) -> bool:
        options = table.created.options
        if not options.private:
            return True
        if viewer.player in (options.invited or ()) and self._invites(table):
            return True
        return self.valid(table, viewer.keys) is not None

    def _invites(self, table: Table) -> bool:
        """True if the opener's invitations have not ended since the table was opened."""
        opener = table.opener
        return not is_player(opener) or self._endings([opener])[opener] < table.created_at


@lru_cache(maxsize=256)
def _shown(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """Those that have the form of a key, each with its giver; parsed once for all tables of a request."""
    return [(key, _giver(key)) for key in keys if KEY.fullmatch(key)][:MOST_KEYS]


def _giver(key: str) -> str:
    return str(uuid.UUID(key[KEY_DIGITS:])) if len(key) > KEY_DIGITS else OLD


def _givers(table: Table, shown: list[tuple[str, str]]) -> list[str]:
    """The givers of these keys that are checked for the table: old keys, people at the table, then others."""
    every = dict.fromkeys(giver for _, giver in shown)
    if len(every) <= MOST_GIVERS:
        return list(every)
    first = {OLD, *_people(table)}
    here = [giver for giver in every if giver in first]
    return [*here, *(giver for giver in every if giver not in first)][:MOST_GIVERS]


def _people(table: Table) -> set[str]:
    """The players who could give a key of the table: its opener, and who has a seat or had it first."""
    seated = (sitter.player for sitter in (*table.sitters, *table.seated))
    return {player for player in (table.opener, *seated) if is_player(player)}
