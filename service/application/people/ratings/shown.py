"""Ratings as viewers see them: with names, without erased accounts."""

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from service.application.accounts.players import Players, Profile
from service.application.cursors import Cursors
from service.application.people.ratings.boards import Boards, Point, Ranked
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.generations import GameChanges
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.pools import Pool
from service.application.problem import wrong_cursor

LOOKED_AT = 500
"""The maximum number of players read to fill a page of a leaderboard."""


class LeaderboardRow(NamedTuple):
    """A player in a leaderboard; id and name are None if the viewer may not see the player's page."""

    place: int
    player: str | None
    name: str | None
    standing: Standing


class RatingEffect(NamedTuple):
    """The effect of a game on ratings: `status` is one of `STATUSES`, `reason` the reason of an annulment."""

    status: str
    changes: GameChanges | None = None
    reason: str | None = None


UNRATED, PENDING, COUNTED, ANNULLED = STATUSES = ("unrated", "pending", "counted", "annulled")
"""The game is unrated; not counted yet; counted; or annulled by an organizer."""


@dataclass(frozen=True, slots=True)
class ShownRatings:
    """The ratings of all players."""

    boards: Boards
    ledger: RatingLedger
    players: Players
    cursors: Cursors

    def leaderboard(  # noqa: PLR0913 - the page of a list, and who sees it
        self, pool: Pool, cursor: str | None, limit: int, viewer: str | None, now: int, *, provisional: bool
    ) -> tuple[list[LeaderboardRow], str | None]:
        """A page of a pool's leaderboard, best first, and the sealed cursor of the next page or None.

        Erased accounts are left out, and so are ratings that have become provisional unless `provisional`. A
        page may therefore be shorter than `limit`. 422 `request/invalid` for an invalid cursor.
        """
        ranked = self.boards.ranked(pool, provisional=provisional, after=self._place(pool, cursor))
        rows: list[LeaderboardRow] = []
        looked_at, last = 0, None
        while some := list(islice(ranked, limit + 1)):
            profiles = self.players.profiles(each.player for each in some)
            for each in some:
                if len(rows) == limit or looked_at == LOOKED_AT:
                    return rows, self.cursors.seal(_cursor(pool, last))
                looked_at, last = looked_at + 1, each
                profile = profiles[each.player]
                if profile is not None and (provisional or not each.standing.skill_at(now).is_provisional):
                    rows.append(_row(each, profile, viewer))
        return rows, None

    def _place(self, pool: Pool, cursor: str | None) -> str | None:
        """The position in the pool after which the page begins; None for the first page."""
        try:
            opened = self.cursors.open(cursor)
        except ValueError:
            opened = ""
        if opened is None:
            return None
        of, _, place = opened.partition(" ")
        if of != pool.value:
            raise wrong_cursor()
        return place

    def of(self, player: str, points: int) -> list[tuple[Pool, Standing, list[Point]]]:
        """A player's standings, with the newest points of each curve."""
        return [
            (pool, standing, self.boards.curve(player, pool, points) if points else [])
            for pool, standing in self.boards.of_player(player).items()
        ]

    def effect(self, match: Match) -> RatingEffect:
        """The effect of the game on ratings."""
        if not match.created.options.rated or match.status is Status.ABORTED:
            return RatingEffect(UNRATED)
        if not match.is_over:
            return RatingEffect(PENDING)
        verdict = self.ledger.verdict(match.id)
        if verdict is not None:
            return RatingEffect(ANNULLED, reason=verdict.reason)
        (changes,) = self.boards.games([match.id])
        return RatingEffect(COUNTED, changes) if changes else RatingEffect(PENDING)


def _row(ranked: Ranked, profile: Profile, viewer: str | None) -> LeaderboardRow:
    shown = profile.page.includes(viewer, profile.id)
    player, name = (profile.id, profile.name) if shown else (None, None)
    return LeaderboardRow(ranked.place, player, name, ranked.standing)


def _cursor(pool: Pool, last: Ranked | None) -> str | None:
    return f"{pool.value} {last.cursor}" if last else None


def game_of(point: Point) -> GameId | None:
    """The game of a point; None if the game is not public."""
    return point.game if point.changes.is_open else None
