"""The results of a scored game for each of its players."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId
from replays.events.game_events import GameScored
from replays.match.aggregate import Match
from service.application.people.pools import pool_of


class OutcomeAgainst(Enum):
    """The outcome of a game against one other player, by the places of both (R12, R32)."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result in one game.

    `points` is None if the player left the seat, because somebody else played on for it. `is_public` is false
    if not everybody may watch the game: such a game counts between its players only. `at` is the time at
    which the game was created, in ms UTC.
    """

    game: GameId
    pool: str
    at: int
    is_public: bool
    has_won: bool
    points: int | None
    versus: dict[str, OutcomeAgainst]


class _SeatPlace(NamedTuple):
    seat: Seat
    player: str
    rank: int


def results_of(match: Match, *, is_public: bool) -> Iterator[tuple[str, PlayerResult]]:
    """The result of each person in a scored game; nothing for a game without a result.

    A shared victory counts as won.
    """
    if match.result is None or match.game is None:
        return
    places = list(_places(match, match.result))
    for place in places:
        left = place.seat in match.game.left
        yield (
            place.player,
            PlayerResult(
                match.id,
                pool_of(match),
                match.created_at,
                is_public,
                place.rank == 0,
                None if left else match.result.scores[place.seat].total,
                {other.player: _against(place, other) for other in places if other.seat != place.seat},
            ),
        )


def _places(match: Match, result: GameScored) -> Iterator[_SeatPlace]:
    ranks = {seat: rank for rank, seats in enumerate(result.ranking) for seat in seats}
    for seat, sitter in enumerate(match.sitters):
        if sitter.bot is None:
            yield _SeatPlace(Seat(seat), sitter.player, ranks[Seat(seat)])


def _against(own: _SeatPlace, other: _SeatPlace) -> OutcomeAgainst:
    if own.rank == other.rank:
        return OutcomeAgainst.DRAWN
    return OutcomeAgainst.WON if own.rank < other.rank else OutcomeAgainst.LOST
