"""The clock of a game: its running seat, its deadline, and the explanation of the deadline."""

from kingdomino.board.numbers import Seat
from replays.bootstrap import now_ms
from replays.clocks.explained import explained
from replays.clocks.fold import Clocks, remaining, vacation_days_left
from replays.clocks.forms import CLOCK
from replays.clocks.spec import ClockSpec
from replays.clocks.vacations import end
from replays.match.aggregate import Match
from service.api.games.schemas.attendance import ClockAnswer
from service.api.shared.answers import Answer
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists

blueprint = ApiBlueprint("clocks", __name__, description="Clocks, deadlines and how a deadline is computed.")


@blueprint.route("/games/<game>/clock", methods=["GET"], weight=1)
@game_exists
@blueprint.response(200, ClockAnswer)
@blueprint.doc(responses=errors(404, 503))
def show(match: Match) -> Answer:
    """The deadline of the player to act, explained line by line, and the time that every seat has left.

    The first line has the start of the turn; the start plus the seconds of all lines is the deadline. A game
    without a clock has neither a deadline nor lines; bots need no time.
    """
    now, clocks, options = now_ms(), match.clocks, match.created.options
    shown = {
        "seat": clocks.seat if clocks else None,
        "deadline": match.deadline,
        "lines": explained(clocks) if clocks else [],
        "clock": CLOCK.write(options.clock or ClockSpec()),
        "seats": [_seat(clocks, Seat(seat), now) for seat in range(match.players)] if clocks else [],
    }
    return shown, {"Cache-Control": "no-cache"}


def _seat(clocks: Clocks, seat: Seat, now: int) -> dict[str, object]:
    taken = clocks.seats[seat].vacations
    return {
        "seat": seat,
        "seconds": (remaining(clocks, seat, now) or 0) // 1000,
        "vacation": now < end(taken),
        "vacation_days": vacation_days_left(clocks, seat, now),
    }
