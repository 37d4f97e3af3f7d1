"""Checks the choices in a game that is followed: legality, actor, time, and bots' choices."""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Choose, Command
from kingdomino.machine import judge
from kingdomino.origins.neolithic import pairs
from kingdomino.rules.violations import RuleViolation
from replays.audit.following.event_check import DueEvent, EventCheck, PlanProgress
from replays.audit.moments import when
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.causes import BOT, PLAN, PLAYER, SYSTEM
from replays.match.aggregate import Status
from replays.match.deciding import bots, leaving
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.plans import is_time_for


def choice(check: EventCheck, command: Command) -> None:
    """Check a choice of the seat to act, as the rules did when it was made."""
    game = check.match.game
    if game is None:
        check.stop("game/not-started", "a move before all seats were taken")
    seat, whole = Seat(check.stored.record["seat"]), _paired(game, command)
    try:
        own = judge(game, seat, whole)
    except RuleViolation as violation:
        check.stop(violation.code, violation.text)
    if own[0] != check.event:
        check.stop("rules/otherwise", f"the rules write this move as {own[0]}")
    if check.match.policy_of(seat) is None:
        actor, cause = check.match.sitters[seat].player, _of_person(check, whole)
    else:
        actor, cause = SYSTEM, BOT
        _as_the_policy(check, whole)
    check.by(actor, cause)
    check.walk.pending = tuple(DueEvent(event, actor, cause) for event in own[1:])


def _paired(game: Game, command: Command) -> Command:
    """The pair with this first domino, if a pair must be chosen (Origins with two players, R21)."""
    if not isinstance(command, Choose) or game.stage is not Stage.CHOOSE_FIRST:
        return command
    if not game.rules.neolithic(game.players):
        return command
    return next((pair for pair in pairs(game) if pair.dominoes[0] == command.domino), command)


def _as_the_policy(check: EventCheck, command: Command) -> None:
    """Report `bot/otherwise` if the bot's choice is repeated and its policy and stream give another one."""
    match, walk = check.match, check.walk
    seed = walk.seed
    if seed is None:
        return
    wanted = walk.repetition.of(lambda: bots.choice(match, seed))
    if wanted is None:
        walk.unrepeated += 1
    elif command != wanted:
        text = f"policy and seed give {wanted}, the record has {command}"
        check.fault(Aspect.FAIRNESS, "bot/otherwise", text)


def _of_person(check: EventCheck, command: Command) -> str:
    """The required cause of a choice by a person; reports `clock/late` if the choice was too late."""
    try:
        leaving.in_time(check.match, check.at)
    except Refusal:
        text = f"the time was up at {when(check.match.deadline or 0)}, and the move is of {when(check.at)}"
        check.fault(Aspect.TIME, "clock/late", text)
    plan, check.walk.plan = check.walk.plan, None
    if plan is None or type(command) not in plan.commands:
        return PLAYER
    if plan.begun and check.stored.record["cause"] != PLAN:
        return PLAYER
    check.together()
    check.walk.plan = None if isinstance(command, Choose) else PlanProgress((Choose,))
    return PLAN


def fired(check: EventCheck, event: game_events.PlanFired) -> None:
    """Check that a plan may be carried out: stored before, by the person who is to place or choose now."""
    match = check.match
    if match.status is not Status.ACTIVE or match.mover != event.seat or not is_time_for(match):
        check.stop("plan/not-due", f"seat {event.seat} is not to place or choose a domino in person")
    if event.laid > check.at:
        text = f"the plan was laid at {when(event.laid)} and carried out at {when(check.at)}"
        check.fault(Aspect.TIME, "time/laid", text)
    check.by(match.sitters[event.seat].player, PLAN)
    check.walk.plan = PlanProgress()
