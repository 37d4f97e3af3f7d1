"""Plans: storing them, carrying them out, and reporting failures to their owner."""

from collections.abc import Callable

import pytest

from harness.play.correspondence import Correspondence
from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.game_events import Options
from replays.match.aggregate import Match, Status
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.plans import Plan

ALL = tuple(sorted(Rules().dominoes))
DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)


def begun(players: int = 2, seed: int = 1, clock: ClockSpec | None = None) -> Correspondence:
    """A new game of people."""
    table = Correspondence(seed, players=players, options=Options(clock=clock))
    table.fill(*[None] * (players - 1))
    return table


def next_domino(match: Match, seat: int) -> DominoNumber | None:
    """The domino that the seat places next."""
    assert match.game is not None
    slots = (*match.game.line, *match.game.next_line)
    return next((slot.domino for slot in slots if slot.seat == seat), None)


def places(match: Match, seat: int) -> list[Placement]:
    """The legal placements of the seat's next domino."""
    assert match.game is not None
    domino = next_domino(match, seat)
    kingdom = match.game.kingdoms[seat]
    return list(LegalPlacements(kingdom, kingdom.dominoes[domino])) if domino else []


def planned(match: Match, seat: int) -> Plan:
    """A plan with the first legal placement and any domino."""
    return Plan(next(iter(places(match, seat)), None), ALL)


def waiting(table: Correspondence) -> int:
    """A seat that is not to act."""
    seat = table.match.mover
    assert seat is not None
    return (seat + 1) % table.match.players


def refused(do: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code


def lay(table: Correspondence, seat: int, plan: Plan | None = None) -> None:
    """Store a plan of the seat."""
    table.planning.lay(table.match, f"player-{seat}", plan or planned(table.match, seat))


def shown(table: Correspondence, seat: int) -> str | None:
    """The reason why the seat's plan failed; empty if it did not, None without a plan."""
    laid = table.planning.show(table.match, f"player-{seat}")
    return None if laid is None else laid.failed or ""


@pytest.mark.parametrize("seed", range(5))
def test_four_with_plans_finish_a_round_by_themselves(seed: int) -> None:
    """Each plan is carried out in turn as its owner's act; the event has the time when it was stored."""
    table = begun(4, seed)
    table.moves(4)
    first = table.match
    assert first.game is not None
    assert first.mover is not None
    for seat in range(4):
        if seat != first.mover:
            lay(table, seat)
    laid, before = table.now, table.match.head.version
    table.now += 1000
    table.move()
    table.move()
    table.work()
    assert table.match.game is not None
    assert table.match.game.round == first.game.round + 1
    records = [event.record for event in table.log.read(table.game, after=before)]
    fired = [record for record in records if record["type"] == "PlanFired"]
    assert {record["seat"] for record in fired} == set(range(4)) - {first.mover}
    assert all(record["data"] == {"laid": laid} for record in fired)
    assert all((r["cause"], r["actor"]) == ("plan", f"player-{r['seat']}") for r in fired)
    assert [shown(table, seat) for seat in range(4)] == [None] * 4


def test_who_may_lay_a_plan() -> None:
    """The player must have a turn to come, play in person, and plan for the next domino."""
    table = begun(clock=DAY)
    seat = waiting(table)
    assert refused(lambda: lay(table, 1 - seat)) == "plan/your-turn"
    assert refused(lambda: table.planning.lay(table.match, "stranger", Plan(choose=ALL))) == "seat/not-seated"
    table.moves(4)
    seat = waiting(table)
    own = next_domino(table.match, seat)
    assert own is not None
    others = [domino for domino in ALL if domino != own]
    place = places(table.match, seat)[0]
    assert refused(lambda: lay(table, seat, Plan(place._replace(domino=others[0])))) == "plan/not-your-domino"
    late = table.match.mover
    table.now = table.match.deadline or 0
    table.attendance.expire(table.match)
    assert late is not None
    assert refused(lambda: lay(table, late, Plan(choose=ALL))) == "seat/away"
    table.attendance.resign(table.match, f"player-{late}")
    assert refused(lambda: lay(table, late, Plan(choose=ALL))) == "game/not-active"


def test_a_new_plan_takes_the_place_of_the_old_one() -> None:
    """Dropping a plan is idempotent; other players do not have it."""
    table = begun()
    seat = waiting(table)
    lay(table, seat, Plan(choose=ALL[:1]))
    lay(table, seat, Plan(choose=ALL))
    laid = table.planning.show(table.match, f"player-{seat}")
    assert laid is not None
    assert (laid.plan, laid.laid, laid.failed) == (Plan(choose=ALL), table.now, None)
    assert shown(table, 1 - seat) is None
    for _ in range(2):
        table.planning.drop(table.match, f"player-{seat}")
        assert shown(table, seat) is None


def test_a_plan_that_fails_tells_its_owner_and_is_tried_once() -> None:
    """The game does not change; the failed plan is deleted with its owner's next move."""
    table = begun()
    seat = waiting(table)
    taken = next(domino for domino in ALL if domino not in table.match.game.free_dominoes)  # type: ignore[union-attr]
    lay(table, seat, Plan(choose=(taken,)))
    while table.match.mover != seat:
        table.move()
    before = table.match.head
    table.work()
    table.work()
    assert table.match.head == before
    assert (shown(table, seat) or "").startswith("plan/taken: ")
    assert table.log.due_of([table.game]) == {}
    table.move()
    assert shown(table, seat) is None


def test_a_plan_goes_with_the_move_it_was_for() -> None:
    """A move by hand, before a worker acts, deletes the plan."""
    table = begun()
    seat = waiting(table)
    lay(table, seat)
    while table.match.mover != seat:
        table.move()
    table.move()
    assert shown(table, seat) is None


@pytest.mark.slow
def test_nobody_inherits_a_plan() -> None:
    """A plan is deleted when its owner leaves: neither the bot nor a new player has it."""
    table = begun(3)
    seat = waiting(table)
    lay(table, seat, Plan(choose=ALL))
    table.attendance.resign(table.match, f"player-{seat}")
    table.attendance.take_over(table.match, "visitor", seat)
    assert table.planning.show(table.match, "visitor") is None
    table.finish()
    assert "PlanFired" not in {event.record["type"] for event in table.played.events}


def test_a_plan_that_comes_too_late_is_none() -> None:
    """After the deadline workers find a time-out, as for any move."""
    table = begun(clock=DAY)
    seat = waiting(table)
    lay(table, seat)
    while table.match.mover != seat:
        table.move()
    table.now = table.match.deadline or 0
    table.work()
    kinds = [event.record["type"] for event in table.played.events]
    assert "PlanFired" not in kinds
    assert "SeatAway" in kinds
    assert (shown(table, seat) or "").startswith("clock/expired: ")


@pytest.mark.slow
def test_a_plan_is_carried_out_once_by_many() -> None:
    """A worker with an old state does not carry the plan out again in the next turn."""
    for seed in range(20):
        table = begun(2, seed)
        seat = waiting(table)
        lay(table, seat, Plan(choose=ALL))
        while table.match.mover != seat:
            table.move()
        stale = table.match
        plan = table.log.plan(table.game, Seat(seat))
        assert plan is not None
        table.planning.carry_out(stale)
        table.log.put_plan(table.game, Seat(seat), plan, table.match.head)  # as another worker still holds it
        after = table.match.head
        assert table.planning.carry_out(stale)
        assert table.match.head == after


def test_a_finished_game_has_no_plans() -> None:
    """Plans are deleted with the game, and none can be stored."""
    table = begun()
    lay(table, waiting(table))
    table.attendance.abort(table.match, "player-0")
    assert shown(table, 0) is shown(table, 1) is None
    assert table.match.status is Status.ABORTED
    assert refused(lambda: lay(table, 0, Plan(choose=ALL))) == "game/not-active"
