"""Reading the ratings: leaderboards, a player's standings and curve, and the changes by a game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from redis import Redis
from redis.client import Pipeline

from replays.encoding.identity import GameId
from replays.store.scripts import asking
from service.application.people.ratings import generations
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.generations import (
    STATE,
    GameChanges,
    player_field,
    rank_member,
    read_game,
    read_standing,
)
from service.application.people.ratings.pools import POOLS, Pool

MOST_POINTS = 500
"""The most points of a curve, the newest."""
PAGE = 100

T = TypeVar("T")


class Ranked(NamedTuple):
    """A player in a leaderboard; `place` counts from 1, `cursor` continues the list after this player."""

    place: int
    player: str
    standing: Standing
    cursor: str


class Point(NamedTuple):
    """A point of a player's curve: a game that counts, and the player's seat in it."""

    game: GameId
    changes: GameChanges
    seat: int


class Boards:
    """Reads the present generation. Methods raise `StoreAway`; times are ms UTC."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def ranked(self, pool: Pool, *, provisional: bool, after: str | None = None) -> Iterator[Ranked]:
        """Yield the players of a pool, the best first, after the cursor of a `Ranked`.

        Without `provisional`, only players whose rating was not provisional at the projector's last check.
        """
        board = f"{'board' if provisional else 'established'}:{pool.value}"
        while True:
            page = self._page(board, pool, after)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].cursor

    def _page(self, board: str, pool: Pool, after: str | None) -> list[Ranked]:
        before, _, last = (after or "0 ").partition(" ")
        top = f"({last}" if last else "+"
        (members,) = self._asked(
            lambda pipe, key: pipe.zrange(key(board), top, "-", desc=True, bylex=True, offset=0, num=PAGE)
        )
        players = [member.decode().split(" ", 1)[1] for member in members]
        found = self.standings([(pool, player) for player in players])
        return [
            Ranked(place, player, standing, f"{place} {rank_member(standing, player)}")
            for place, (player, standing) in enumerate(zip(players, found, strict=True), int(before) + 1)
            if standing
        ]

    def standings(self, of: Sequence[tuple[Pool, str]]) -> list[Standing | None]:
        """Return the standing of each player in a pool, None for a player without a game there."""
        if not of:
            return []
        names = [player_field(*each) for each in of]
        (found,) = self._asked(lambda pipe, key: pipe.hmget(key("players"), names))
        return [read_standing(text) if text else None for text in found]

    def of_player(self, player: str) -> dict[Pool, Standing]:
        """Return a player's standings, in the order of the pools."""
        found = self.standings([(pool, player) for pool in POOLS])
        return {pool: standing for pool, standing in zip(POOLS, found, strict=True) if standing}

    def curve(self, player: str, pool: Pool, limit: int = MOST_POINTS) -> list[Point]:
        """Return the newest points of a player's curve, the oldest of them first."""
        low, high = f"[{player} {pool.value} ", f"({player} {pool.value}!"
        (members,) = self._asked(
            lambda pipe, key: pipe.zrange(key("curve"), high, low, desc=True, bylex=True, offset=0, num=limit)
        )
        games = [GameId(member.decode().split(" ")[3]) for member in reversed(members)]
        points = []
        for game, changes in zip(games, self.games(games), strict=True):
            seats = (
                [seat for seat, each in enumerate(changes.seats) if each.player == player] if changes else []
            )
            points += [Point(game, changes, seat) for seat in seats if changes]
        return points

    def games(self, games: Sequence[GameId]) -> list[GameChanges | None]:
        """Return the changes by each game, None for a game that does not count, or not yet."""
        if not games:
            return []
        (found,) = self._asked(lambda pipe, key: pipe.hmget(key("games"), list(games)))
        return [read_game(text) if text else None for text in found]

    def _asked(self, ask: Callable[[Pipeline, Callable[[str], str]], Any]) -> list[Any]:
        """The results of these commands on one generation; retries if it is replaced meanwhile."""
        while True:
            with asking():
                generation = self._store.hget(STATE, "generation") or b""
            name = generation.decode()  # type: ignore[union-attr]
            with asking(), self._store.pipeline(transaction=False) as pipe:
                ask(pipe, lambda key, name=name: generations.key(name, key))  # type: ignore[misc]
                pipe.hget(STATE, "generation")
                *answers, now = pipe.execute()
            if (now or b"") == generation:
                return answers
