"""The choices of a game that is followed: legal, by whom they are due, in time, and a bot's own."""

from kingdomino.commands import Choose, Command
from kingdomino.game import Game, Stage
from kingdomino.machine import judge
from kingdomino.numbers import Seat
from kingdomino.origins.judging import pairs
from kingdomino.violations import RuleViolation
from replays.audit.following.steps import Due, Plan, Step
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.causes import BOT, PLAN, PLAYER, SYSTEM
from replays.match import bots, leaving
from replays.match.aggregate import Status
from replays.match.decisions import Refusal
from replays.match.plans import is_time_for


def choice(step: Step, command: Command) -> None:
    """A choice of the seat to act, judged as when it was made."""
    game = step.match.game
    if game is None:
        step.stop("game/not-started", "a move before all seats were taken")
    seat, whole = Seat(step.stored.record["seat"]), _paired(game, command)
    try:
        own = judge(game, seat, whole)
    except RuleViolation as violation:
        step.stop(violation.code, violation.text)
    if own[0] != step.event:
        step.stop("rules/otherwise", f"the rules write this move as {own[0]}")
    if step.match.policy_of(seat) is None:
        actor, cause = step.match.sitters[seat].player, _of_person(step, whole)
    else:
        actor, cause = SYSTEM, BOT
        _as_the_policy(step, whole)
    step.by(actor, cause)
    step.walk.pending = tuple(Due(event, actor, cause) for event in own[1:])


def _paired(game: Game, command: Command) -> Command:
    """With two players in Origins the first choice is of a pair, told by its first domino (R21)."""
    if not isinstance(command, Choose) or game.stage is not Stage.CHOOSE_FIRST:
        return command
    if not game.rules.neolithic(game.players):
        return command
    return next((pair for pair in pairs(game) if pair.dominoes[0] == command.domino), command)


def _as_the_policy(step: Step, command: Command) -> None:
    """Whether the bot chose what its policy and its stream give: `bot/otherwise`."""
    wanted = bots.choice(step.match, step.walk.seed) if step.walk.seed is not None else command
    if command != wanted:
        text = f"policy and seed give {wanted}, the record has {command}"
        step.fault(Aspect.FAIRNESS, "bot/otherwise", text)


def _of_person(step: Step, command: Command) -> str:
    """The cause that is due for a choice made in person, which has to be in time: `clock/late`."""
    try:
        leaving.in_time(step.match, step.at)
    except Refusal:
        text = f"the time was up at {step.match.deadline}, and the move is of {step.at}"
        step.fault(Aspect.TIME, "clock/late", text)
    plan, step.walk.plan = step.walk.plan, None
    if plan is None or type(command) not in plan.commands:
        return PLAYER
    if plan.begun and step.stored.record["cause"] != PLAN:
        return PLAYER
    step.together()
    step.walk.plan = None if isinstance(command, Choose) else Plan((Choose,))
    return PLAN


def fired(step: Step, event: game_events.PlanFired) -> None:
    """A plan is carried out: it was laid before, by who is to place or choose a domino now."""
    match = step.match
    if match.status is not Status.ACTIVE or match.mover != event.seat or not is_time_for(match):
        step.stop("plan/not-due", f"seat {event.seat} is not to place or choose a domino in person")
    if event.laid > step.at:
        text = f"the plan was laid at {event.laid} and carried out at {step.at}"
        step.fault(Aspect.TIME, "time/laid", text)
    step.by(match.sitters[event.seat].player, PLAN)
    step.walk.plan = Plan()
