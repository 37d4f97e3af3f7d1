"""Plans for several turns: what can be planned, and that each is carried out like moves made by hand."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Slot
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.rules import GameKind, Mode, Rules
from replays.commands.tables import Move
from replays.match.aggregate import Match
from replays.match.deciding.coming_turns import after_turn, coming_turn, places_of
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.plans import MOST_TURNS, Plan, PlannedTurn, check_plan

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
ENDLESS = Rules(no_limit=True)
"""Rules with which every domino fits."""


def begun(seed: int, rules: Rules | None = None, players: int = 2) -> Correspondence:
    """A new game of people."""
    table = Correspondence(seed, rules, players)
    table.fill(*[None] * (players - 1))
    return table


def game_of(match: Match) -> Game:
    """The game of a match that has begun."""
    assert match.game is not None
    return match.game


def waiting(match: Match) -> Seat:
    """The seat that is not to act, in a game of two."""
    assert match.mover is not None
    return Seat(1 - match.mover)


def turn_at(game: Game, seat: Seat, at: int = 0) -> tuple[PlannedTurn, Game | None]:
    """A plan for the seat's coming turn, and the game after it; None if its next turn is not known.

    It has the legal placement number `at`, and the highest free dominoes, which `plays_on` leaves.
    """
    coming = coming_turn(game, seat)
    assert coming is not None
    places = places_of(game, seat, coming)
    place = places[at % len(places)] if places else None
    turn = PlannedTurn(place, coming.free[::-1])
    if coming.is_undealt:
        return turn, None
    return turn, after_turn(game, seat, coming, place, next(iter(turn.choose), None))


def ahead(game: Game, seat: Seat, at: int = 0) -> Plan:
    """A plan of all turns of the seat that are known."""
    turns: list[PlannedTurn] = []
    rest: Game | None = game
    while rest is not None and coming_turn(rest, seat):
        turn, rest = turn_at(rest, seat, at)
        if turn == PlannedTurn():
            break
        turns.append(turn)
    first, *then = turns
    return Plan(first.place, first.choose, first.branches, tuple(then))


def lay(table: Correspondence, seat: int, plan: Plan) -> None:
    """Store a plan of the seat."""
    table.planning.lay(table.match, f"player-{seat}", plan)


def left(table: Correspondence, seat: int) -> Plan | None:
    """What is left of the seat's plan."""
    laid = table.planning.show(table.match, f"player-{seat}")
    return None if laid is None else laid.plan


def refused(do: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code


def make(table: Correspondence, command: Command) -> None:
    """Make this move of the seat to act; no worker acts."""
    match = table.match
    assert match.mover is not None
    table.tables.move(match, Move(f"player-{match.mover}", command, match.head.version))


def play_turn(table: Correspondence, turn: PlannedTurn) -> None:
    """Make the moves of a planned turn by hand."""
    match = table.match
    assert match.mover is not None
    coming = coming_turn(game_of(match), match.mover)
    assert coming is not None
    if coming.domino is not None:
        make(table, Place(turn.place) if turn.place else Discard(coming.domino))
    free = game_of(table.match).free_dominoes
    wish = next((domino for domino in turn.choose if domino in free), None)
    if coming.free and wish is not None:
        make(table, Choose(wish))


def plays_on(table: Correspondence) -> None:
    """The seat to act takes its turn, with the lowest free domino."""
    match = table.match
    assert match.mover is not None
    turn, _ = turn_at(game_of(match), match.mover)
    play_turn(table, replace(turn, choose=turn.choose[::-1]))


def at_round(round_: int, table: Correspondence) -> Correspondence:
    """The table at the beginning of this round."""
    while game_of(table.match).round < round_:
        plays_on(table)
    return table


def by_hand(table: Correspondence, seat: Seat, plan: Plan) -> None:
    """Play the turns of a plan by hand in its seat; the other seat plays on."""
    turns = list(plan.turns)
    while turns:
        table.now += 1000
        if table.match.mover == seat:
            play_turn(table, turns.pop(0))
        else:
            plays_on(table)


def by_plan(table: Correspondence, seat: Seat, plan: Plan) -> None:
    """Play the same turns with a plan that workers carry out."""
    lay(table, seat, plan)
    while left(table, seat):
        table.now += 1000
        if table.match.mover == seat:
            table.work()
        else:
            plays_on(table)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(), Rules(mighty_duel=True)])
@pytest.mark.parametrize("round_", [0, 1, 5])
@pytest.mark.parametrize("seed", range(2))
def test_a_plan_that_is_carried_out_equals_the_moves_made_by_hand(
    seed: int, round_: int, rules: Rules
) -> None:
    """The games are the same after it; each turn is an append of its own, as the player's act by plan."""
    games = []
    for play in (by_hand, by_plan):
        table = at_round(round_, begun(seed, rules))
        seat = waiting(table.match)
        plan = ahead(game_of(table.match), seat, at=seed)
        play(table, seat, plan)
        games.append(table)
    one, other = games
    assert one.match.game == other.match.game
    records = [[event.record for event in table.played.events] for table in games]
    fired = [record for record in records[1] if record["type"] == "PlanFired"]
    assert len(fired) == len(plan.turns)
    assert len({record["data"]["laid"] for record in fired}) == 1
    moves = [[(r["type"], r["data"]) for r in each if r["type"] != "PlanFired"] for each in records]
    assert moves[0] == moves[1]


def test_two_kings_give_as_many_turns_as_their_dominoes_are_known() -> None:
    """Both choose first; each places and chooses; then the lower domino, and in the last round both."""
    table = begun(1, ENDLESS)
    game = game_of(table.match)
    known = {0: len(ahead(game, waiting(table.match)).turns)}
    while game.round < 6:
        plays_on(table)
        if game_of(table.match).round > game.round:
            match = table.match
            known[game_of(match).round] = len(ahead(game_of(match), waiting(match)).turns)
        game = game_of(table.match)
    assert known == {0: 3, 1: 3, 2: 3, 3: 3, 4: 3, 5: MOST_TURNS, 6: 2}


def test_what_is_not_known_cannot_be_planned() -> None:
    """Neither a turn after an unknown choice, nor one after a turn that leaves something to the player."""
    table = at_round(1, begun(2))
    seat = waiting(table.match)
    plan = ahead(game_of(table.match), seat)
    first, second, third = plan.turns
    lay(table, seat, plan)
    assert refused(lambda: lay(table, seat, replace(plan, then=(second, third, third)))) == "plan/not-whole"
    assert refused(lambda: lay(table, seat, replace(plan, choose=()))) == "plan/not-whole"
    assert refused(lambda: lay(table, seat, replace(plan, place=None))) == "plan/not-whole"
    assert refused(lambda: lay(table, seat, replace(plan, then=(third,)))) == "plan/not-your-domino"
    again = replace(second, place=first.place)
    assert refused(lambda: lay(table, seat, replace(plan, then=(again,)))) == "plan/not-your-domino"
    assert second.place is not None
    assert first.place is not None
    there = first.place._replace(domino=second.place.domino)
    over = replace(second, place=there)
    assert refused(lambda: lay(table, seat, replace(plan, then=(over,)))) == "plan/illegal"
    assert left(table, seat) == plan


def test_an_illegal_placement_is_refused_before_the_turn() -> None:
    """Only its owner's turns change a kingdom, so it could never become legal."""
    table = begun(1)
    table.moves(4)
    seat = waiting(table.match)
    plan = ahead(game_of(table.match), seat)
    assert plan.place is not None
    far = replace(plan, place=plan.place._replace(x=20, y=20))
    assert refused(lambda: lay(table, seat, far)) == "plan/illegal"


def test_after_the_last_turn_nothing_can_be_planned() -> None:
    """In the last round there is a turn for each king, without a choice; after it is `plan/too-far`."""
    table = at_round(6, begun(3, ENDLESS))
    seat = waiting(table.match)
    plan = ahead(game_of(table.match), seat)
    last = plan.turns[-1]
    assert not last.choose
    assert refused(lambda: lay(table, seat, replace(plan, then=(*plan.then, last)))) == "plan/too-far"


def test_a_wish_that_is_gone_ends_the_plan_visibly() -> None:
    """The turn is carried out as far as it goes; what is left has the reason, until its owner moves."""
    table = at_round(1, begun(2))
    seat = waiting(table.match)
    plan = ahead(game_of(table.match), seat)
    lay(table, seat, replace(plan, choose=plan.choose[:1]))
    turn, _ = turn_at(game_of(table.match), Seat(1 - seat))
    play_turn(table, replace(turn, choose=plan.choose[:1]))
    while table.match.mover != seat:
        plays_on(table)
    table.work()
    laid = table.planning.show(table.match, f"player-{seat}")
    assert laid is not None
    assert laid.plan == plan.rest
    assert (laid.failed or "").startswith("plan/not-whole: ")
    assert table.match.mover == seat
    table.move()
    assert left(table, seat) is None


def test_a_turn_for_another_domino_fails_before_it_comes() -> None:
    """After the choice of another wish, the placement of the first one says at once that it fails."""
    table = at_round(1, begun(2, players=4))
    first, second, *_ = (slot.seat for slot in game_of(table.match).line)
    assert first is not None
    assert second is not None
    plan = ahead(game_of(table.match), second)
    lay(table, second, plan)
    turn, _ = turn_at(game_of(table.match), first)
    play_turn(table, replace(turn, choose=plan.choose[:1]))
    table.work()
    laid = table.planning.show(table.match, f"player-{second}")
    assert laid is not None
    assert (laid.failed or "").startswith("plan/not-your-domino: ")
    assert table.match.mover not in {first, second}


def test_a_move_by_hand_ends_the_plan() -> None:
    """A plan is for its first turn on; one that its owner plays otherwise takes the others with it."""
    table = at_round(1, begun(2))
    seat = waiting(table.match)
    lay(table, seat, ahead(game_of(table.match), seat))
    while table.match.mover != seat:
        table.move()
    table.move()
    assert left(table, seat) is None


def test_a_deleted_plan_is_not_carried_on() -> None:
    """What is left can be deleted and replaced like any plan."""
    table = at_round(1, begun(2))
    seat = waiting(table.match)
    plan = ahead(game_of(table.match), seat)
    lay(table, seat, plan)
    while left(table, seat) == plan:
        table.now += 1000
        if table.match.mover == seat:
            table.work()
        else:
            plays_on(table)
    table.planning.drop(table.match, f"player-{seat}")
    before = [event.record["type"] for event in table.played.events].count("PlanFired")
    table.finish()
    assert [event.record["type"] for event in table.played.events].count("PlanFired") == before


def test_a_volcano_leaves_its_fire_and_the_choice_to_the_player() -> None:
    """No turn can be planned after one with a volcano in Origins; after another one it can."""
    table = begun(1, Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE))
    table.moves(2)  # both choose two at once (R21)
    seat, game = waiting(table.match), game_of(table.match)
    faces = game.kingdoms[seat].dominoes.values()
    for has_volcano in (True, False):
        domino = next(face.number for face in faces if bool(face.a.craters or face.b.craters) == has_volcano)
        position = game._replace(line=(Slot(domino, seat), *game.line[-1:]))
        first, after = turn_at(position, seat)
        assert after is not None
        then, _ = turn_at(after, seat)
        plan = Plan(first.place, first.choose, (), (then,))
        if has_volcano:
            assert refused(partial(check_plan, position, seat, plan)) == "plan/not-whole"
        else:
            check_plan(position, seat, plan)
