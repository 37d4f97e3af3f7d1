"""The table of a game that is followed: what was agreed on, and who sits down."""

from kingdomino.dynasty import GAMES
from kingdomino.policies import policy_named, stored_names
from kingdomino.rules import check
from kingdomino.violations import RuleViolation
from replays.audit.following.steps import Step
from replays.clocks.spec import TimeControl
from replays.dynasty.aggregate import game_id
from replays.events import game_events
from replays.events.causes import PLAYER, SYSTEM
from replays.match.aggregate import Status
from replays.match.decisions import Refusal, check_invited


def created(step: Step) -> None:
    """The first event: a table by rules that can be played."""
    event = step.event
    if not isinstance(event, game_events.GameCreated):
        step.stop("log/impossible", f"a game begins with GameCreated, not {type(event).__name__}")
    try:
        check(event.rules, event.players)
    except RuleViolation as violation:
        step.stop(violation.code, violation.text)
    place = event.options.dynasty
    if place and not (1 <= place.number <= GAMES and step.walk.game == game_id(place.id, place.number)):
        step.wrong("dynasty/game-id", "the game's id is not that of its place in the dynasty")
    _agreed(step, event.options)
    step.by(*((SYSTEM, SYSTEM) if place else (_opener(step), PLAYER)))


def _opener(step: Step) -> str | None:
    """Who opened the table: any player, of whom the log knows the id alone."""
    actor = step.stored.record["actor"]
    return actor if isinstance(actor, str) and actor not in {"", SYSTEM} else None


def _agreed(step: Step, options: game_events.Options) -> None:
    """Whether the parts of what was agreed on about time fit together."""
    clock = options.clock
    if bool(clock and clock.pause) != bool(options.offsets):
        step.wrong("options/offsets", "a clock with a pause comes with UTC offsets, any other without")
    if options.on_timeout and (clock is None or clock.policy is TimeControl.NONE):
        step.wrong("options/on-timeout", "nobody's time can be up, since there is no clock")


def seated(step: Step, event: game_events.PlayerSeated) -> None:
    """A player takes the lowest free seat; in a dynasty the service seats all at once."""
    _lowest_free(step, event.seat)
    if step.match.seat_of(event.player) is not None:
        step.stop("seat/twice", "the player holds a seat already")
    try:
        check_invited(step.match.created.options, event.player)
    except Refusal as refusal:
        step.wrong(refusal.code, refusal.text)
    if step.match.created.options.dynasty is None:
        step.by(event.player, PLAYER)
    else:
        step.together()
        step.by(SYSTEM, SYSTEM)


def bot_seated(step: Step, event: game_events.BotSeated) -> None:
    """A player who sits there puts a bot on the lowest free seat."""
    _lowest_free(step, event.seat)
    if policy_named(event.policy) is None:
        step.stop("bot/unknown-policy", f"{event.policy!r} is none of {', '.join(stored_names())}")
    people = {sitter.player for sitter in step.match.sitters if sitter.bot is None}
    actor = step.stored.record["actor"]
    if actor not in people:
        step.wrong("seat/not-seated", "only who sits at the table can seat a bot there")
    step.by(actor, PLAYER)


def _lowest_free(step: Step, seat: int) -> None:
    if step.match.status is not Status.OPEN or seat != len(step.match.sitters):
        step.stop("seat/order", f"seat {seat} is not the lowest free one")


def revealed(step: Step, _: game_events.SeedRevealed) -> None:
    """The seed is revealed when the game has ended."""
    if step.match.status is not Status.FINISHED:
        step.stop("rules/not-due", "SeedRevealed cannot happen here")
    step.by(SYSTEM, SYSTEM)
