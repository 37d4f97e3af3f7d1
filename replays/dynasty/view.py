"""What everybody may see of a dynasty: an allow-list, built from the dynasty and nothing else."""

from collections.abc import Mapping

from replays.dynasty.aggregate import Dynasty
from replays.encoding.forms import RULES
from replays.projections.view import State, sitting


def state(dynasty: Dynasty, names: Mapping[str, str | None]) -> State:
    """The public state at the dynasty's version, as the API's contract spells it.

    `names` has the present name of each player by id. All of it follows from the dynasty's own events: a game
    is `active` and has no points until the dynasty has counted it. `totals` are of the games counted.
    `abort_cause` is there only where the dynasty was called off.
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
    """A dynasty in a list: its state, how many seats it has, and its times."""
    return {
        **state(dynasty, names),
        "seats": dynasty.players,
        "created_at": dynasty.created_at,
        "updated_at": dynasty.at,
    }
