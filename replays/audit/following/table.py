"""Checks the table of a game that is followed: its rules, options and seats."""

from kingdomino import rules
from kingdomino.policies import policy_named, stored_names
from kingdomino.rules.violations import RuleViolation
from replays.audit.entropy.protection import other_first
from replays.audit.following.agreed import agreed, opener_of, spelled_otherwise
from replays.audit.following.event_check import EventCheck
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.causes import PLAYER, SYSTEM
from replays.kinds import KINDS
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal, check_invited
from replays.match.randomness.draws import commitment


def created(check: EventCheck) -> None:
    """Check the first event: a table with rules that can be played and consistent options."""
    event = check.event
    if not isinstance(event, game_events.GameCreated):
        check.stop("log/impossible", f"a game begins with GameCreated, not {type(event).__name__}")
    try:
        rules.check(event.rules, event.players)
    except RuleViolation as violation:
        check.stop(violation.code, violation.text)
    otherwise = spelled_otherwise(event, check.stored.record["data"])
    if otherwise:
        check.stop("log/data", otherwise)
    place = event.options.series
    if place and not KINDS.of(place).has_place(place, check.walk.game):
        check.wrong(f"{place.kind}/game-id", f"the game's id does not fit its place in the {place.kind}")
    agreed(check, event.options)
    _dealt(check, event)
    check.by(*((SYSTEM, SYSTEM) if place else (opener_of(check.stored), PLAYER)))


def _dealt(check: EventCheck, created: game_events.GameCreated) -> None:
    """Check that a known deal is that of the seed to which the first event commits."""
    deal = created.options.deal
    if deal and commitment(bytes.fromhex(deal.seed)) != created.commitment:
        text = "the SHA-256 of the known deal's seed is not the commitment that the game began with"
        check.fault(Aspect.FAIRNESS, "seed/commitment", text)


def seated(check: EventCheck, event: game_events.PlayerSeated) -> None:
    """Check that a player takes the lowest free seat; in a series the service seats all at once."""
    _lowest_free(check, event.seat)
    _seen(check, event)
    if check.match.seat_of(event.player) is not None:
        check.stop("seat/twice", "the player holds a seat already")
    try:
        check_invited(check.match.created.options, event.player)
    except Refusal as refusal:
        check.wrong(refusal.code, refusal.text)
    if check.match.created.options.series is None:
        check.by(event.player, PLAYER)
    else:
        check.together()
        check.by(SYSTEM, SYSTEM)


def _seen(check: EventCheck, event: game_events.PlayerSeated) -> None:
    """Check that the player had read the right first event: the record's, in a series the series'.

    The games of a series with draws of version 1 do not have the hash of that event.
    """
    created = check.match.created
    first = check.match.opening if created.options.series is None else created.founding
    if first is not None and event.seen not in {None, first}:
        check.fault(Aspect.FAIRNESS, "entropy/seen", other_first(event.seen, first))


def bot_seated(check: EventCheck, event: game_events.BotSeated) -> None:
    """Check that a seated player puts a bot on the lowest free seat; in a series the service does."""
    _lowest_free(check, event.seat)
    if policy_named(event.policy) is None:
        check.stop("bot/unknown-policy", f"{event.policy!r} is none of {', '.join(stored_names())}")
    if check.match.created.options.rated:
        check.wrong("rated/no-bots", "the game is rated: only people sit down")
    if check.match.created.options.series is not None:
        check.together()
        check.by(SYSTEM, SYSTEM)
        return
    people = {sitter.player for sitter in check.match.sitters if sitter.bot is None}
    actor = check.stored.record["actor"]
    if actor not in people:
        check.wrong("seat/not-seated", "only players at the table can seat a bot")
    check.by(actor, PLAYER)


def _lowest_free(check: EventCheck, seat: int) -> None:
    if check.match.status is not Status.OPEN or seat != len(check.match.sitters):
        check.stop("seat/order", f"seat {seat} is not the lowest free one")


def revealed(check: EventCheck, _: game_events.SeedRevealed) -> None:
    """Check that the seed is revealed after the game has ended."""
    if check.match.status is not Status.FINISHED:
        check.stop("rules/not-due", "SeedRevealed cannot happen here")
    check.by(SYSTEM, SYSTEM)
