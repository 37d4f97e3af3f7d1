"""The entries of the stream of ratings: rated games, in their order, and organizers' verdicts on them."""

from dataclasses import asdict, dataclass
from typing import Any

from replays.encoding.canonical import canonical, parse_canonical
from replays.encoding.identity import GameId, parse_game_id
from replays.match.aggregate import Match, Status
from service.application.people.ratings.pools import Pool, pool_of


@dataclass(frozen=True, slots=True)
class GameRated:
    """A rated game was scored at `at`, in ms UTC; `players` and `places` are by seat, 1 for the winner.

    `is_open` is true if everybody may see the game.
    """

    game: GameId
    at: int
    pool: Pool
    players: tuple[str, ...]
    places: tuple[int, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class GameAnnulled:
    """An organizer took a game out of the ratings."""

    game: GameId
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameRestored:
    """An organizer put an annulled game back in its place."""

    game: GameId
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """An account was erased: it leaves the leaderboards; its games still count for the other players."""

    player: str
    at: int


Verdict = GameAnnulled | GameRestored
Entry = GameRated | Verdict | PlayerLeft

TYPES: dict[str, type[Entry]] = {
    kind.__name__: kind for kind in (GameRated, GameAnnulled, GameRestored, PlayerLeft)
}
"""Each kind of entry by its stored name."""


class BadRatingEntry(ValueError):  # noqa: N818 - describes the state of the stream
    """An entry of the stream that this program cannot read."""


def written(entry: Entry) -> bytes:
    """The entry as canonical JSON."""
    fields = asdict(entry)
    if isinstance(entry, GameRated):
        fields["pool"] = entry.pool.value
    return canonical({"type": type(entry).__name__, **fields})


def read(body: bytes) -> Entry:
    """The entry from its canonical JSON; raises `BadRatingEntry`."""
    try:
        fields: dict[str, Any] = parse_canonical(body)
        kind = TYPES[fields.pop("type")]
        if kind is not PlayerLeft:
            fields["game"] = parse_game_id(fields["game"])
        if kind is GameRated:
            fields |= {"pool": Pool(fields["pool"])}
            fields |= {name: tuple(fields[name]) for name in ("players", "places")}
        return kind(**fields)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadRatingEntry(f"{body[:200]!r}: {error}") from error


def rated_game(match: Match) -> GameRated | None:
    """The entry of a match for the stream; None if it is not rated or not scored.

    Raises ValueError if the result does not have each seat once.
    """
    options, result = match.created.options, match.result
    if not options.rated or match.status is not Status.SCORED or result is None:
        return None
    if sorted(seat for seats in result.ranking for seat in seats) != list(range(len(match.sitters))):
        raise ValueError(f"the ranking {result.ranking} has not each seat once")
    return GameRated(
        match.id,
        match.at,
        pool_of(match.rules, match.players),
        tuple(sitter.player for sitter in match.sitters),
        places_of(result.ranking),
        not options.private and options.spectators is not False,
    )


def places_of(ranking: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The place of each seat in order; places after a shared one skip (R12).

    >>> places_of(((2,), (0, 1), (3,)))
    (2, 2, 1, 4)
    """
    places: dict[int, int] = {}
    for seats in ranking:
        place = len(places) + 1
        places |= dict.fromkeys(seats, place)
    return tuple(places[seat] for seat in sorted(places))
