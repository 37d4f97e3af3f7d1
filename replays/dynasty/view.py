"""The public view of a dynasty: an allow-list, built from the dynasty alone."""

from collections.abc import Mapping

from replays.dynasty.aggregate import Dynasty
from replays.encoding.forms import RULES
from replays.projections.view import State, sitting


def state(dynasty: Dynasty, names: Mapping[str, str | None]) -> State:
    """The public state at the dynasty's version, in the form of the API's contract.

    `names` has the current name of each player by id. The rest follows from the dynasty's own events: a game
    is `active` and has no points until the dynasty has counted it. `totals` has the points of counted games.
    `abort_cause` is present only if the dynasty was called off.
    """
    return {
        "id": dynasty.id,
        "version": dynasty.head.version,
        "status": dynasty.status.value,
        "rules": RULES.write(dynasty.rules),
        "players": [sitting(seat, sitter, names) for seat, sitter in enumerate(dynasty.sitters)],
        "games": [
            {
                "id": game.id,
                "status": game.status.value,
                "points": None if game.points is None else list(game.points),
            }
            for game in dynasty.games
        ],
        "totals": list(dynasty.totals),
        "winners": None if dynasty.winners is None else list(dynasty.winners),
        **({"abort_cause": dynasty.abort_cause} if dynasty.abort_cause else {}),
    }


def summary(dynasty: Dynasty, names: Mapping[str, str | None]) -> State:
    """A dynasty in a list: its state, its number of seats, and its times."""
    return {
        **state(dynasty, names),
        "seats": dynasty.players,
        "created_at": dynasty.created_at,
        "updated_at": dynasty.at,
    }


def result(dynasty: Dynasty) -> State:
    """The content of `result.json` in a dynasty's bundle."""
    return {
        "points": [list(game.points) for game in dynasty.games if game.points is not None],
        "status": dynasty.status.value,
        "totals": list(dynasty.totals),
        "winners": None if dynasty.winners is None else list(dynasty.winners),
    }
