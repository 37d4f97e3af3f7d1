"""The command handlers of plans: store, show, delete and carry out."""

from collections.abc import Callable

from kingdomino.board.numbers import Seat
from replays.commands.tables import Tables
from replays.log.event_log import Conflict
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal, seat_of
from replays.match.deciding.plans import (
    LaidPlan,
    Plan,
    carry_out,
    check_plan,
    is_time_for,
    read_laid,
    seat_to_plan,
    write_laid,
)
from replays.match.recording import EventDraft


class Planning:
    """The plans of the games of `tables`; `clock` returns ms UTC. Safe to share between threads.

    `match` is the game as the caller last read it. Methods raise `Refusal` and the errors of the log.
    """

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._clock = clock

    @staticmethod
    def seat(match: Match, player: str) -> Seat:
        """The player's seat; raises `Refusal` (`seat/not-seated`)."""
        return seat_of(match, player)

    @staticmethod
    def check(match: Match, player: str, plan: Plan) -> Seat:
        """The player's seat, if the plan can be stored; raises the refusals of `lay`."""
        return _check(match, player, plan)

    def show(self, match: Match, player: str) -> LaidPlan | None:
        """The player's own plan, with the reason if it failed; None if there is no plan."""
        text = self._tables.log.plan(match.id, seat_of(match, player))
        return None if text is None else read_laid(text)

    def lay(self, match: Match, player: str, plan: Plan) -> LaidPlan:
        """Store a plan for the player's next turns; it replaces an older one.

        Raises `Refusal`: `seat/not-seated`, `game/not-active`, `seat/away`, `plan/your-turn`, and those of
        `check_plan`.
        """
        laid = LaidPlan(plan, self._clock())
        while True:
            seat = _check(match, player, plan)
            try:
                self._tables.log.put_plan(match.id, seat, write_laid(laid), match.head)
            except Conflict:  # the game has gone on: it may be the player's turn by now
                match = self._tables.match(match.id)
            else:
                return laid

    def drop(self, match: Match, player: str) -> None:
        """Delete the player's plan, if there is one."""
        self._tables.log.drop_plan(match.id, seat_of(match, player))

    def carry_out(self, match: Match) -> bool:
        """Carry out the plan of the seat to act; if the plan does not fit, its owner is told why.

        Returns True if there was a plan that had not failed before. After a concurrent change it is not
        retried.
        """
        seat = match.mover
        text = self._tables.log.plan(match.id, seat) if seat is not None and is_time_for(match) else None
        if seat is None or text is None:
            return False
        laid = read_laid(text)
        if laid.failed is not None:
            return False

        def decide(found: Match, now: int) -> list[EventDraft]:
            if found.head != match.head:
                raise Refusal("plan/not-due", "the game has changed meanwhile")
            return carry_out(found, laid, now, lambda: self._tables.secrets.chance(found))

        try:
            self._tables.change(match, decide)
        except Refusal as refusal:
            self._failed(match, seat, laid, refusal)
        return True

    def _failed(self, match: Match, seat: Seat, laid: LaidPlan, refusal: Refusal) -> None:
        """Mark the plan as failed and report that in the feed, unless the game has gone on meanwhile."""
        told = LaidPlan(laid.plan, laid.laid, str(refusal))
        try:
            self._tables.log.put_plan(match.id, seat, write_laid(told), match.head, failed=True)
        except Conflict:
            return


def _check(match: Match, player: str, plan: Plan) -> Seat:
    """The player's seat, if this plan makes sense now; raises `Refusal`."""
    seat = seat_to_plan(match, player)
    if match.game is not None:
        check_plan(match.game, seat, plan)
    return seat
