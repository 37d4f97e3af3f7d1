"""The ratings in the store: the result of the fold, as a generation of keys that is replaced as a whole.

The hash `{ratings}:state` names the present generation, the last entry of the stream in it, the model, and
(`whole`) up to where all of the keys below were written: a worker of an older version writes no `repeats`.
The hash `{ratings}:build` has the same of a generation that is built beside it, and the stream's length.
The keys of a generation begin with `{ratings}:<generation>:`.

| key | content |
|---|---|
| `players` | a hash: pool and player -> standing |
| `games` | a hash: game -> its changes |
| `curve` | a sorted set of player, pool, number and game, all with the score 0 |
| `board:<pool>` | a sorted set of mu and player, by text, with the score 0 |
| `established:<pool>` | the same for ratings that are not provisional |
| `until` | a sorted set of pool and player of these, by the ms UTC when idle time makes them provisional |
| `repeats` | a hash: a digest of pool and two players -> their recent results (`repeats.py`) |
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from replays.encoding.identity import GameId
from replays.streams.keys import short
from service.application.people.ratings.fold import CountedGame, Fold, Standing
from service.application.people.ratings.pools import POOLS, Pool
from service.application.people.ratings.repeats import Pair
from service.application.people.ratings.skill import Skill, idle_until_provisional

STATE = "{ratings}:state"
BUILD = "{ratings}:build"
GENERATIONS = "{ratings}:generations"
"""The generations that older versions have written, by the ms of their making."""
DIGEST_BYTES = 12
SHIFT = 10**9
"""Added to mu, so that its texts of ten digits sort like the numbers."""

NAMES = (
    "players",
    "games",
    "curve",
    "until",
    "repeats",
    *(f"{kind}:{pool.value}" for kind in ("board", "established") for pool in POOLS),
)
"""The names of a generation's keys, in the order in which scripts receive them after `STATE`."""

Op = tuple[str, str, *tuple[str | int, ...]]
"""A command, the name of its key, and its arguments."""


def key(generation: str, name: str) -> str:
    """The key for this name in a generation."""
    return f"{{ratings}}:{generation}:{name}"


def keys(generation: str) -> list[str]:
    """All keys of a generation."""
    return [key(generation, name) for name in NAMES]


def rank_member(standing: Standing, player: str) -> str:
    """A player's member of a leaderboard, as text that sorts by mu, then by id.

    >>> rank_member(Standing(Skill(25_000, 8_333), 1, 0, 0), "ann")
    '1000025000 ann'
    """
    return f"{standing.skill.mu + SHIFT:010d} {player}"


def standing_text(standing: Standing) -> str:
    """The stored form of a standing."""
    return f"{standing.skill.mu} {standing.skill.sigma} {standing.games} {standing.wins} {standing.at}"


def read_standing(text: bytes) -> Standing:
    """The standing from its stored form.

    >>> read_standing(b"25000 8333 1 0 7")
    Standing(skill=Skill(mu=25000, sigma=8333), games=1, wins=0, at=7)
    """
    mu, sigma, games, wins, at = map(int, text.split())
    return Standing(Skill(mu, sigma), games, wins, at)


class SeatChange(NamedTuple):
    """The change of a seat's player by a game: the skill before and after, and the game's weight."""

    player: str
    before: Skill
    after: Skill
    weight: Fraction

    @property
    def change(self) -> int:
        """The change of the displayed rating."""
        return self.after.rating - self.before.rating


class GameChanges(NamedTuple):
    """A game that counts: when it was scored (ms UTC), if everybody may see it, its changes by seat."""

    pool: Pool
    at: int
    is_open: bool
    seats: tuple[SeatChange, ...]


def _game_text(counted: CountedGame) -> str:
    game = counted.game
    seats = [[each.player, *each.before, *each.after.skill, str(each.weight)] for each in counted.changes]
    return json.dumps([game.pool.value, game.at, int(game.is_open), seats], separators=(",", ":"))


def read_game(text: bytes) -> GameChanges:
    """The changes from their stored form."""
    pool, at, is_open, seats = json.loads(text)
    changes = (
        SeatChange(player, Skill(mu, sigma), Skill(mu_after, sigma_after), Fraction(weight))
        for player, mu, sigma, mu_after, sigma_after, weight in seats
    )
    return GameChanges(Pool(pool), at, bool(is_open), tuple(changes))


def curve_member(player: str, pool: Pool, number: int, game: GameId) -> str:
    """A point of a player's curve, as text that sorts in the order of the games."""
    return f"{player} {pool.value} {number:012d} {game}"


def player_field(pool: Pool, player: str) -> str:
    """The field of a player in a pool, also in `until`."""
    return f"{pool.value} {player}"


def pair_field(pair: Pair) -> str:
    """The field of a pair of players: a digest, because most pairs meet once."""
    text = f"{pair.pool.value} {pair.first} {pair.second}"
    return short(hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).digest())


def ops_of(
    before: Mapping[tuple[Pool, str], Standing], fold: Fold, counted: Iterable[CountedGame]
) -> Iterator[Op]:
    """The commands that write a fold that began with the standings `before`, and the games it counted."""
    for each in counted:
        yield from _game_ops(each)
    for (pool, player), standing in fold.standings.items():
        old = before.get((pool, player))
        if standing == old and player not in fold.gone:
            continue
        yield ("HSET", "players", player_field(pool, player), standing_text(standing))
        if old:
            yield from _unrank_ops(pool, player, old)
        if player not in fold.gone:
            yield from _rank_ops(pool, player, standing)
    for pair, text in fold.repeats.texts():
        yield ("HSET", "repeats", pair_field(pair), text)


def _unrank_ops(pool: Pool, player: str, standing: Standing) -> Iterator[Op]:
    """The commands that remove a player from the leaderboards of a pool."""
    yield ("ZREM", f"board:{pool.value}", rank_member(standing, player))
    yield from retire_ops(pool, player, standing)


def retire_ops(pool: Pool, player: str, standing: Standing) -> Iterator[Op]:
    """The commands that remove a player whose rating has become provisional from the established ones."""
    yield ("ZREM", f"established:{pool.value}", rank_member(standing, player))
    yield ("ZREM", "until", player_field(pool, player))


def _game_ops(counted: CountedGame) -> Iterator[Op]:
    game = counted.game
    yield ("HSET", "games", game.game, _game_text(counted))
    for player in game.players:
        yield ("ZADD", "curve", 0, curve_member(player, game.pool, counted.number, game.game))


def _rank_ops(pool: Pool, player: str, standing: Standing) -> Iterator[Op]:
    member, name = rank_member(standing, player), player_field(pool, player)
    yield ("ZADD", f"board:{pool.value}", 0, member)
    if not standing.skill.is_provisional:
        yield ("ZADD", f"established:{pool.value}", 0, member)
        yield ("ZADD", "until", standing.at + idle_until_provisional(standing.skill), name)


def as_json(ops: Iterable[Op]) -> str:
    """The commands as JSON for the script, each key given by its number in `NAMES`, from 1."""
    listed: list[list[Any]] = [
        [command, NAMES.index(name) + 1, *map(str, args)] for command, name, *args in ops
    ]
    return json.dumps(listed)
