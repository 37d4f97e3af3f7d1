"""The fold: computes each player's standing in each pool from the entries of the stream, in their order."""

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from replays.encoding.identity import GameId
from service.application.people.ratings.entries import Entry, GameAnnulled, GameRated, PlayerLeft, Verdict
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.repeats import Repeats
from service.application.people.ratings.skill import NEWCOMER, Skill, after_game, idle


class Standing(NamedTuple):
    """A player in a pool: the skill after the last game, games and first places, and the last game's time."""

    skill: Skill
    games: int
    wins: int
    at: int

    def skill_at(self, now: int) -> Skill:
        """The skill at `now` (ms UTC), with the idle time since the last game."""
        return idle(self.skill, now - self.at)


NOBODY = Standing(NEWCOMER, 0, 0, 0)
"""A player without a game."""


class Change(NamedTuple):
    """The change of a player by a game: skill before it, with idle time; standing after it; its weight."""

    player: str
    before: Skill
    after: Standing
    weight: Fraction


class CountedGame(NamedTuple):
    """A game that counts, its number in the stream, and its changes by seat."""

    number: int
    game: GameRated
    changes: tuple[Change, ...]


class Fold:
    """The standings after the entries so far; `annulled` games are left out, `gone` has erased accounts.

    A fold that continues another one begins with its standings, its erased accounts and its `repeats`.
    """

    def __init__(
        self,
        annulled: Container[str] = (),
        standings: Mapping[tuple[Pool, str], Standing] = MappingProxyType({}),
        gone: Iterable[str] = (),
    ) -> None:
        self.standings = dict(standings)
        self.gone = set(gone)
        self.repeats = Repeats()
        self._annulled = annulled

    def add(self, number: int, entry: Entry) -> CountedGame | None:
        """Fold one more entry; None if it changes no standing."""
        if isinstance(entry, PlayerLeft):
            self.gone.add(entry.player)
        if not isinstance(entry, GameRated) or entry.game in self._annulled:
            return None
        changes = tuple(self._changes(entry))
        for change in changes:
            self.standings[entry.pool, change.player] = change.after
        self.repeats.add(entry.pool, entry.players, entry.places, entry.at)
        return CountedGame(number, entry, changes)

    def _changes(self, game: GameRated) -> Iterator[Change]:
        before = [self.standings.get((game.pool, player), NOBODY) for player in game.players]
        skills = [standing.skill_at(game.at) for standing in before]
        weights = self.repeats.weights(game.pool, game.players, game.places, game.at)
        rated = after_game(skills, game.places)
        for seat, player in enumerate(game.players):
            after = Standing(
                _weighed(skills[seat], rated[seat], weights[seat]),
                before[seat].games + 1,
                before[seat].wins + (game.places[seat] == 1),
                max(before[seat].at, game.at),
            )
            yield Change(player, skills[seat], after, weights[seat])


def _weighed(before: Skill, after: Skill, weight: Fraction) -> Skill:
    """The skill at the fraction `weight` of the way from `before` to `after`, rounded half to even."""
    return Skill(*(old + round((new - old) * weight) for old, new in zip(before, after, strict=True)))


def annulled_by(entries: Iterable[tuple[int, Entry]]) -> frozenset[GameId]:
    """The games whose last verdict is an annulment."""
    last = {entry.game: entry for _, entry in entries if isinstance(entry, Verdict)}
    return frozenset(game for game, entry in last.items() if isinstance(entry, GameAnnulled))


def folded(entries: list[tuple[int, Entry]]) -> tuple[Fold, list[CountedGame]]:
    """The fold of all these entries, and the games that count."""
    fold = Fold(annulled_by(entries))
    counted = [found for number, entry in entries if (found := fold.add(number, entry))]
    return fold, counted
