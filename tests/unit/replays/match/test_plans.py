"""Plans: their form, their effect in their turn, and their failures."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.play.correspondence import Correspondence
from kingdomino.board.grid import Direction
from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.rules import GameKind, Mode, Rules
from replays.events.causes import PLAN
from replays.match.aggregate import Match
from replays.match.deciding.bots import STAND_IN
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.plans import (
    MOST_BRANCHES,
    MOST_TURNS,
    MOST_WISHES,
    PLAN_FORM,
    Branch,
    LaidPlan,
    Plan,
    PlannedTurn,
    carry_out,
    read_laid,
    wishes,
    write_laid,
)

NUMBERS = st.integers(1, 48).map(DominoNumber)
CHOICES = st.lists(NUMBERS, min_size=1, max_size=MOST_WISHES, unique=True).map(tuple)
PLACE = {"domino": 7, "x": 1, "y": 0, "direction": "east"}
LAID = 1_700_000_000_000


@st.composite
def turns(draw: st.DrawFn) -> PlannedTurn:
    """Any valid turn of a plan."""
    coordinates = st.integers(-24, 24)
    placement = st.builds(Placement, NUMBERS, coordinates, coordinates, st.sampled_from(Direction))
    branches = st.lists(st.builds(Branch, CHOICES, CHOICES), max_size=MOST_BRANCHES).map(tuple)
    choose, more = draw(CHOICES | st.just(())), draw(branches)
    place = draw(placement) if not (choose or more) else draw(st.none() | placement)
    return PlannedTurn(place, choose, more)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any valid plan."""
    first, *then = draw(st.lists(turns(), min_size=1, max_size=MOST_TURNS))
    return Plan(first.place, first.choose, first.branches, tuple(then))


@pytest.mark.slow
@given(plan=plans(), laid=st.integers(0, 2**53 - 1), failed=st.none() | st.text(max_size=9))
def test_a_plan_is_read_as_it_was_written(plan: Plan, laid: int, failed: str | None) -> None:
    """A plan round-trips as JSON for its owner, and with its time in the store."""
    assert PLAN_FORM.read(PLAN_FORM.write(plan)) == plan
    kept = LaidPlan(plan, laid, failed or None)
    assert read_laid(write_laid(kept)) == kept


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        {"choose": []},
        {"choose": [1, 1]},
        {"choose": [0]},
        {"choose": [49]},
        {"choose": [True]},
        {"choose": list(range(1, 50))},
        {"choose": [1], "more": 1},
        {"place": None},
        {"place": {**PLACE, "x": 25}},
        {"place": {**PLACE, "direction": "up"}},
        {"branches": []},
        {"branches": [{"taken": [1]}]},
        {"branches": [{"taken": [1], "choose": [2]}] * 9},
        {"then": [{"choose": [1]}]},
        {"choose": [1], "then": []},
        {"choose": [1], "then": [{}]},
        {"choose": [1], "then": [{"choose": [2], "then": [{"choose": [3]}]}]},
        {"choose": [1], "then": [{"choose": [2]}] * MOST_TURNS},
    ],
)
def test_what_is_no_plan(value: object) -> None:
    """A `ValueError` says what is wrong."""
    with pytest.raises(ValueError, match=r"."):
        PLAN_FORM.read(value)


def at_place(
    rules: Rules | None = None, players: int = 2
) -> tuple[Correspondence, Match, tuple[Placement, ...]]:
    """A game in which a domino has to be placed, and its legal placements."""
    table = Correspondence(6, rules, players)
    table.fill(*[None] * (players - 1))
    table.moves(4 if players == 4 or rules is None else 1)
    match = table.match
    assert match.game is not None
    kingdom = match.game.kingdoms[match.mover or Seat(0)]
    hand = match.game.domino_in_hand
    assert hand is not None
    return table, match, tuple(LegalPlacements(kingdom, kingdom.dominoes[hand]))


def carried_out(table: Correspondence, match: Match, plan: Plan) -> list[tuple[str, str]]:
    """The types and causes of the events from carrying the plan out now."""
    drafts = carry_out(match, LaidPlan(plan, LAID), match.at, lambda: table.tables.secrets.chance(match))
    return [(type(draft.event).__name__, draft.cause) for draft in drafts]


def failure(table: Correspondence, match: Match, plan: Plan) -> str:
    """The code of the refusal to carry the plan out now."""
    with pytest.raises(Refusal) as refused:
        carried_out(table, match, plan)
    return refused.value.code


def test_a_plan_places_and_chooses_in_one_append() -> None:
    """An event with the time when it was stored comes first; automatic events have their own cause."""
    table, match, places = at_place()
    assert match.game is not None
    free = tuple(match.game.free_dominoes)
    done = carried_out(table, match, Plan(places[0], free))
    assert done[:3] == [("PlanFired", PLAN), ("DominoPlaced", PLAN), ("DominoChosen", PLAN)]
    assert PLAN not in {cause for _, cause in done[3:]}


def test_the_best_wish_that_is_free_is_chosen() -> None:
    """If no wish is free, the domino is placed and the choice is left to the player."""
    table, match, places = at_place()
    assert match.game is not None
    free, taken = match.game.free_dominoes, [s.domino for s in match.game.offer if s.seat is not None]
    gone = next(number for number in match.rules.dominoes if number not in {*free, *taken})
    drafts = carry_out(
        match,
        LaidPlan(Plan(places[0], (gone, free[-1], free[0])), LAID),
        match.at,
        lambda: table.tables.secrets.chance(match),
    )
    chosen = [draft.event for draft in drafts if type(draft.event).__name__ == "DominoChosen"]
    assert [event.domino for event in chosen] == [free[-1]]  # type: ignore[union-attr]
    assert carried_out(table, match, Plan(places[0], (gone,))) == [
        ("PlanFired", PLAN),
        ("DominoPlaced", PLAN),
    ]


def test_plans_that_do_not_fit() -> None:
    """Each failure has its code, and no part of the plan is carried out."""
    table, match, places = at_place()
    place = places[0]
    another = DominoNumber(place.domino % 48 + 1)
    far = place._replace(x=20, y=20)
    assert failure(table, match, Plan(far)) == "plan/illegal"
    assert failure(table, match, Plan(place._replace(domino=another))) == "plan/other-domino"
    assert failure(table, match, Plan(choose=(another,))) == "plan/no-placement"
    first = Correspondence(6)
    first.fill(None)
    assert first.match.game is not None
    gone = next(n for n in first.match.rules.dominoes if n not in first.match.game.free_dominoes)
    assert failure(first, first.match, Plan(choose=(gone,))) == "plan/taken"
    assert (
        failure(first, first.match, Plan(place, tuple(first.match.game.free_dominoes))) == "plan/other-domino"
    )


def test_a_plan_is_for_who_plays_in_person_and_in_time() -> None:
    """A plan is not carried out for a bot's seat or in a finished game."""
    table, match, places = at_place()
    away = match._replace(stand_ins=((match.mover or Seat(0), STAND_IN),))
    assert failure(table, away, Plan(places[0])) == "plan/not-due"
    table.finish()
    assert failure(table, table.match, Plan(places[0])) == "plan/not-due"


def test_in_origins_a_plan_places_and_leaves_the_rest() -> None:
    """The fire of a volcano, a totem and recruiting are left to the player."""
    rules = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
    for seed in range(30):
        table = Correspondence(seed, rules, 2)
        table.fill(None)
        while table.match.mover is not None:
            match = table.match
            assert match.game is not None
            hand = match.game.domino_in_hand
            if hand is not None:
                kingdom = match.game.kingdoms[match.mover or Seat(0)]
                places = tuple(LegalPlacements(kingdom, kingdom.dominoes[hand]))
                volcano = any(half.craters for half in (kingdom.dominoes[hand].a, kingdom.dominoes[hand].b))
                if places and volcano and match.game.free_dominoes:
                    done = carried_out(table, match, Plan(places[0], tuple(match.game.free_dominoes)))
                    assert done[:2] == [("PlanFired", PLAN), ("DominoPlaced", PLAN)]
                    assert ("DominoChosen", PLAN) not in done
                    return
            table.moves(1)
    raise AssertionError("no volcano came")


def test_a_pair_of_chiefs_cannot_be_planned() -> None:
    """The first turn with two players in Origins chooses two dominoes at once (R21)."""
    table = Correspondence(1, Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY), 2)
    table.fill(None)
    assert failure(table, table.match, Plan(choose=tuple(map(DominoNumber, range(1, 49))))) == "plan/not-due"


def others_have(match: Match) -> list[DominoNumber]:
    """The dominoes on offer that other seats have taken."""
    assert match.game is not None
    return [slot.domino for slot in match.game.offer if slot.seat not in {None, match.mover}]


def test_the_first_branch_whose_dominoes_others_have_decides() -> None:
    """The player's own kings do not count; if no branch applies, the plan's own wishes do."""
    table, match, _ = at_place()
    while not others_have(match):
        table.moves(1)
        match = table.match
    assert match.game is not None
    seat = match.mover or Seat(0)
    theirs = others_have(match)[0]
    free = match.game.free_dominoes[0]
    one, two, three = ((DominoNumber(number),) for number in (1, 2, 3))
    plan = Plan(None, one, (Branch((free,), two), Branch((theirs,), three), Branch((theirs,), two)))
    assert wishes(plan, match.game, seat) == three
    assert wishes(replace(plan, branches=plan.branches[:1]), match.game, seat) == one
