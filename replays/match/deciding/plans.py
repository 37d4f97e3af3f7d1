"""Plans: moves for the next turns that a player stores in advance and that are made when each turn comes.

A plan is private to its owner: it is stored beside the stream, and nothing of it is in the stream until it is
carried out. Each turn is carried out in an append of its own, which leaves the rest of the plan stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from kingdomino.base.judging import judge_placement, placements_of
from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.machine import advance
from kingdomino.policies.policy import CHOOSING
from kingdomino.rules.violations import RuleViolation
from replays.encoding.canonical import canonical, parse_canonical
from replays.encoding.forms import COORDINATE, DIRECTION, DOMINO, TEXT, Form, array, integer, record, sparse
from replays.events import game_events
from replays.events.causes import PLAN
from replays.match.aggregate import Match, Status
from replays.match.deciding.coming_turns import ComingTurn, after_turn, coming_turn, places_of
from replays.match.deciding.decisions import Refusal, SeatCommand, made, seat_of
from replays.match.deciding.leaving import in_time
from replays.match.recording import EventDraft

MOST_WISHES = 48
MOST_BRANCHES = 8

MOST_TURNS = 4
"""The most turns that a seat can know: two kings of one line, and their dominoes in the last round."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Other wishes, for the case that other seats have taken all of the dominoes in `taken`."""

    taken: tuple[DominoNumber, ...]
    choose: tuple[DominoNumber, ...]


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """A plan for one turn: the placement, and the dominoes to choose in order of preference.

    The wishes are those of the first of the `branches` whose dominoes are all taken, or else `choose`.
    """

    place: Placement | None = None
    choose: tuple[DominoNumber, ...] = ()
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan(PlannedTurn):
    """A plan for the next turn, and for the turns after it, in order."""

    then: tuple[PlannedTurn, ...] = ()

    @property
    def turns(self) -> tuple[PlannedTurn, ...]:
        """All turns of the plan, in order."""
        return (self, *self.then)

    @property
    def rest(self) -> "Plan | None":
        """The plan without its first turn; None if it has no other."""
        if not self.then:
            return None
        first, *others = self.then
        return Plan(first.place, first.choose, first.branches, tuple(others))


@dataclass(frozen=True, slots=True)
class LaidPlan:
    """A plan, the time when it was stored (ms UTC), and the reason of its failure, or None."""

    plan: Plan
    laid: int
    failed: str | None = None


_MANY = 1000
"""The length up to which a list is read; each list then has its own limit and its own error."""


def _few(form: Form[tuple[DominoNumber, ...]], most: int) -> Form[tuple[DominoNumber, ...]]:
    def read(value: object) -> tuple[DominoNumber, ...]:
        found = form.read(value)
        if not 0 < len(found) <= most or len(set(found)) < len(found):
            raise ValueError(f"1 to {most} different dominoes, not {value!r}")
        return found

    return Form(form.write, read)


WISHES = _few(array(DOMINO, _MANY), MOST_WISHES)
PLACEMENT: Form[Placement] = record(
    Placement, {"domino": DOMINO, "x": COORDINATE, "y": COORDINATE, "direction": DIRECTION}
)
BRANCH: Form[Branch] = record(Branch, {"taken": WISHES, "choose": WISHES})


def _read_branches(value: object) -> tuple[Branch, ...]:
    found = array(BRANCH, _MANY).read(value)
    if not 0 < len(found) <= MOST_BRANCHES:
        raise ValueError(f"1 to {MOST_BRANCHES} branches, not {len(found)}")
    return found


BRANCHES: Form[tuple[Branch, ...]] = Form(array(BRANCH, _MANY).write, _read_branches)


def _write_turn(turn: PlannedTurn) -> dict[str, object]:
    parts = {
        "place": PLACEMENT.write(turn.place) if turn.place else None,
        "choose": WISHES.write(turn.choose) if turn.choose else None,
        "branches": BRANCHES.write(turn.branches) if turn.branches else None,
    }
    return {name: part for name, part in parts.items() if part is not None}


_TURN_FIELDS: dict[str, Form[Any]] = {"place": PLACEMENT, "choose": WISHES, "branches": BRANCHES}


def _read_turn(value: object) -> PlannedTurn:
    turn = sparse(PlannedTurn, _TURN_FIELDS).read(value)
    if turn == PlannedTurn():
        raise ValueError("a plan of nothing: give place, choose, or both")
    return turn


TURN: Form[PlannedTurn] = Form(_write_turn, _read_turn)


def _read_then(value: object) -> tuple[PlannedTurn, ...]:
    found = array(TURN, _MANY).read(value)
    if not 0 < len(found) < MOST_TURNS:
        raise ValueError(f"1 to {MOST_TURNS - 1} turns in then, not {len(found)}")
    return found


THEN: Form[tuple[PlannedTurn, ...]] = Form(array(TURN, _MANY).write, _read_then)


def _write_plan(plan: Plan) -> dict[str, object]:
    return _write_turn(plan) | ({"then": THEN.write(plan.then)} if plan.then else {})


def _read_plan(value: object) -> Plan:
    plan = sparse(Plan, {**_TURN_FIELDS, "then": THEN}).read(value)
    if not (plan.place or plan.choose or plan.branches):
        raise ValueError("a plan of nothing: give place, choose, or both")
    return plan


PLAN_FORM: Form[Plan] = Form(_write_plan, _read_plan)
"""`{"place": {"domino", "x", "y", "direction"}, "choose": [n …], "branches": [{"taken", "choose"} …]}`.

`"then"` has the turns after it, each in the same form without `then`.
"""

_LAID: Form[LaidPlan] = sparse(LaidPlan, {"plan": PLAN_FORM, "laid": integer(0, 2**53 - 1), "failed": TEXT})


def write_laid(laid: LaidPlan) -> bytes:
    """The stored form of a plan."""
    return canonical(_LAID.write(laid))


def read_laid(text: bytes) -> LaidPlan:
    """Read the stored form of a plan; raises ValueError for anything else."""
    return _LAID.read(parse_canonical(text))


def is_time_for(match: Match) -> bool:
    """True if a plan of the seat to act can be carried out now: a person is to place or to choose."""
    if match.game is None or match.mover is None or match.policy_of(match.mover) is not None:
        return False
    return match.game.stage is Stage.PLACE or (match.game.stage in CHOOSING and not _pair(match.game))


def seat_to_plan(match: Match, player: str) -> Seat:
    """The player's seat, if a plan makes sense now; raises `Refusal`.

    Codes: `seat/not-seated`, `game/not-active`, `seat/away`, `plan/your-turn`.
    """
    seat, game = seat_of(match, player), match.game
    if match.status is not Status.ACTIVE or game is None or seat in game.left:
        raise Refusal("game/not-active", "you have no further turn in this game")
    if match.policy_of(seat) is not None:
        raise Refusal("seat/away", "a bot plays for you: POST /return before you plan")
    if game.mover == seat:
        raise Refusal("plan/your-turn", "it is your turn: make the move itself")
    return seat


def check_plan(game: Game, seat: Seat, plan: Plan) -> None:
    """Refuse a plan that could not be carried out even if the game goes on as it stands.

    Each turn is checked in the position that the turns before it lead to, if nobody takes the wished dominoes
    meanwhile. Raises `Refusal`: `plan/not-your-domino`, `plan/illegal`, `plan/too-far`, `plan/not-whole`.
    """
    for turn in plan.turns[:-1]:
        game = _expected(game, seat, turn)
    _check_turn(game, seat, plan.turns[-1])


def _check_turn(game: Game, seat: Seat, turn: PlannedTurn) -> ComingTurn:
    """The seat's coming turn, if it places the planned domino, and legally."""
    coming = coming_turn(game, seat)
    if coming is None:
        raise Refusal("plan/too-far", "no further turn of yours is known yet")
    if turn.place and turn.place.domino != coming.domino:
        text = f"your next domino is {coming.domino or 'none'}, not {turn.place.domino}"
        raise Refusal("plan/not-your-domino", text)
    if turn.place:
        alone = game._replace(stage=Stage.PLACE, line=(Slot(turn.place.domino, seat),), mover=seat)
        try:
            judge_placement(alone, seat, Place(turn.place))
        except RuleViolation as violation:
            _illegal(violation)
    return coming


def _expected(game: Game, seat: Seat, turn: PlannedTurn) -> Game:
    """The game after a planned turn that leaves nothing to the player."""
    coming = _check_turn(game, seat, turn)
    wish = next((domino for domino in wishes(turn, game, seat) if domino in coming.free), None)
    left = _left_open(game, seat, turn, coming, wish)
    if left:
        raise Refusal("plan/not-whole", f"no turn can be planned after one that leaves you {left}")
    return after_turn(game, seat, coming, turn.place, wish)


def _left_open(
    game: Game, seat: Seat, turn: PlannedTurn, coming: ComingTurn, wish: DominoNumber | None
) -> str | None:
    """What the planned turn leaves to the player, in words; None for nothing."""
    if places_of(game, seat, coming) and not turn.place:
        return f"the placement of domino {coming.domino}"
    if coming.is_undealt:
        return "the choice from a line that is not dealt yet"
    if coming.free and wish is None:
        return "the choice of a domino"
    if coming.free and turn.place and _has_volcano(game, seat, turn.place.domino):
        return f"the fire of the volcano on domino {coming.domino}, and the choice after it"
    return None


def _has_volcano(game: Game, seat: Seat, domino: DominoNumber) -> bool:
    _, a, b = game.kingdoms[seat].dominoes[domino]
    return bool(a.craters or b.craters)


def carry_out(match: Match, laid: LaidPlan, now: int, chance: Callable[[], Chance]) -> list[EventDraft]:
    """The planned moves of the seat to act, for one append; raises `Refusal` if they do not fit.

    If the domino can be placed but no wish is free, it is placed, and the player chooses later. The turns
    after this one stay stored; if they do not fit any more, with the reason.
    Codes: `plan/not-due`, `plan/no-placement`, `plan/other-domino`, `plan/illegal`, `plan/taken`,
    `clock/expired`.
    """
    game, seat = match.game, match.mover
    if game is None or seat is None or not is_time_for(match):
        raise Refusal("plan/not-due", "this turn cannot be planned")
    in_time(match, now)
    player, draws = match.sitters[seat].player, chance()
    is_choice_due = bool(game.offer)
    drafts: list[EventDraft] = []
    command: Command | None = None
    for command_of in (_placing, _choosing):
        command = command_of(laid.plan, game, seat)
        if command is not None:
            drafts += _judged(game, SeatCommand(seat, command, player, PLAN), draws)
            game, _ = advance(game, seat, command, draws)
    if not drafts:
        raise Refusal("plan/taken", "none of the planned dominoes is free")
    left = _left_of(laid, game, seat, is_whole=command is not None or not is_choice_due)
    # A plan stored while the clock was ahead gets the present time: none is carried out before it is stored.
    fired = game_events.PlanFired(seat, min(laid.laid, now))
    return [EventDraft(fired, player, PLAN, write_laid(left) if left else None), *drafts]


def _left_of(laid: LaidPlan, game: Game, seat: Seat, *, is_whole: bool) -> LaidPlan | None:
    """What is left of a plan after its first turn: with the reason, if it cannot be carried out any more."""
    rest = laid.plan.rest
    if rest is None:
        return None
    failed = None
    try:
        if not is_whole:
            raise Refusal("plan/not-whole", "the turn before it was left to you")
        _check_turn(game, seat, rest)
    except Refusal as refusal:
        failed = str(refusal)
    return LaidPlan(rest, laid.laid, failed)


def _judged(game: Game, choice: SeatCommand, chance: Chance) -> list[EventDraft]:
    try:
        return made(game, choice, chance)
    except RuleViolation as violation:
        _illegal(violation)


def _illegal(violation: RuleViolation) -> NoReturn:
    raise Refusal("plan/illegal", f"{violation.text} ({violation.code})") from violation


def _placing(plan: PlannedTurn, game: Game, seat: Seat) -> Command | None:
    """The planned placement, or None if none is due; a domino that fits nowhere is discarded (R10)."""
    hand = game.domino_in_hand
    if plan.place and plan.place.domino != hand:
        now = f"domino {hand} is to be placed" if hand else "a domino is to be chosen"
        raise Refusal("plan/other-domino", f"{now}, the plan is for domino {plan.place.domino}")
    if game.stage is not Stage.PLACE:
        return None
    placements = placements_of(game, seat)
    if not placements:
        return Discard(placements.domino)
    if plan.place is None:
        raise Refusal("plan/no-placement", "a domino must be placed, and the plan has no placement")
    return Place(plan.place)


def _choosing(plan: PlannedTurn, game: Game, seat: Seat) -> Command | None:
    """The choice of the first free wish, or None if none is free or the seat is not to choose now."""
    if game.mover != seat or game.stage not in CHOOSING:
        return None
    free = game.free_dominoes
    wished = (domino for domino in wishes(plan, game, seat) if domino in free)
    domino = next(wished, None)
    return None if domino is None else Choose(domino)


def wishes(plan: PlannedTurn, game: Game, seat: Seat) -> tuple[DominoNumber, ...]:
    """The wishes that apply after the choices of others: those of the first matching branch, or `choose`."""
    taken = {slot.domino for slot in game.offer if slot.seat not in {None, seat}}
    branches = (branch.choose for branch in plan.branches if taken.issuperset(branch.taken))
    return next(branches, plan.choose)


def _pair(game: Game) -> bool:
    """True if two dominoes are chosen at once (R21), which a plan cannot do."""
    return game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)
