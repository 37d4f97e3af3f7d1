"""Plans: moves for the next turn that a player stores in advance and that are made when the turn comes.

A plan is private to its owner: it is stored beside the stream, and nothing of it is in the stream until it is
carried out.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kingdomino.base.judging import placements_of
from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
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
from replays.match.deciding.decisions import Refusal, SeatCommand, made, seat_of
from replays.match.deciding.leaving import in_time
from replays.match.recording import EventDraft

MOST_WISHES = 48
MOST_BRANCHES = 8


@dataclass(frozen=True, slots=True)
class Branch:
    """Other wishes, for the case that other seats have taken all of the dominoes in `taken`."""

    taken: tuple[DominoNumber, ...]
    choose: tuple[DominoNumber, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for the next turn: the placement, and the dominoes to choose in order of preference.

    The wishes are those of the first of the `branches` whose dominoes are all taken, or else `choose`.
    """

    place: Placement | None = None
    choose: tuple[DominoNumber, ...] = ()
    branches: tuple[Branch, ...] = ()


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


def _write_plan(plan: Plan) -> dict[str, object]:
    parts = {
        "place": PLACEMENT.write(plan.place) if plan.place else None,
        "choose": WISHES.write(plan.choose) if plan.choose else None,
        "branches": BRANCHES.write(plan.branches) if plan.branches else None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def _read_plan(value: object) -> Plan:
    plan = sparse(Plan, {"place": PLACEMENT, "choose": WISHES, "branches": BRANCHES}).read(value)
    if plan == Plan():
        raise ValueError("a plan of nothing: give place, choose, or both")
    return plan


PLAN_FORM: Form[Plan] = Form(_write_plan, _read_plan)
"""`{"place": {"domino", "x", "y", "direction"}, "choose": [n …], "branches": [{"taken", "choose"} …]}`."""

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


def carry_out(match: Match, laid: LaidPlan, now: int, chance: Callable[[], Chance]) -> list[EventDraft]:
    """The planned moves of the seat to act, for one append; raises `Refusal` if they do not fit.

    If the domino can be placed but no wish is free, it is placed, and the player chooses later.
    Codes: `plan/not-due`, `plan/no-placement`, `plan/other-domino`, `plan/illegal`, `plan/taken`,
    `clock/expired`.
    """
    game, seat = match.game, match.mover
    if game is None or seat is None or not is_time_for(match):
        raise Refusal("plan/not-due", "this turn cannot be planned")
    in_time(match, now)
    player, draws = match.sitters[seat].player, chance()
    # A plan stored while the clock was ahead gets the present time: none is carried out before it is stored.
    drafts = [EventDraft(game_events.PlanFired(seat, min(laid.laid, now)), player, PLAN)]
    for command_of in (_placing, _choosing):
        command = command_of(laid.plan, game, seat)
        if command is not None:
            drafts += _judged(game, SeatCommand(seat, command, player, PLAN), draws)
            game, _ = advance(game, seat, command, draws)
    if len(drafts) == 1:
        raise Refusal("plan/taken", "none of the planned dominoes is free")
    return drafts


def _judged(game: Game, choice: SeatCommand, chance: Chance) -> list[EventDraft]:
    try:
        return made(game, choice, chance)
    except RuleViolation as violation:
        raise Refusal("plan/illegal", f"{violation.text} ({violation.code})") from violation


def _placing(plan: Plan, game: Game, seat: Seat) -> Command | None:
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


def _choosing(plan: Plan, game: Game, seat: Seat) -> Command | None:
    """The choice of the first free wish, or None if none is free or the seat is not to choose now."""
    if game.mover != seat or game.stage not in CHOOSING:
        return None
    free = game.free_dominoes
    wished = (domino for domino in wishes(plan, game, seat) if domino in free)
    domino = next(wished, None)
    return None if domino is None else Choose(domino)


def wishes(plan: Plan, game: Game, seat: Seat) -> tuple[DominoNumber, ...]:
    """The wishes that apply after the choices of others: those of the first matching branch, or `choose`."""
    taken = {slot.domino for slot in game.offer if slot.seat not in {None, seat}}
    branches = (branch.choose for branch in plan.branches if taken.issuperset(branch.taken))
    return next(branches, plan.choose)


def _pair(game: Game) -> bool:
    """True if two dominoes are chosen at once (R21), which a plan cannot do."""
    return game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)
