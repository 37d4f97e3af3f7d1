"""Checks how a tournament was announced, and who entered it."""

from collections.abc import Sequence

from kingdomino.policies import policy_named, stored_names
from kingdomino.rules import check as check_rules
from kingdomino.rules.violations import RuleViolation
from replays.audit.entropy.protection import other_first
from replays.audit.following.agreed import opener_of
from replays.audit.tournaments.aspects import ACTS
from replays.audit.tournaments.check import Decision, TournamentCheck
from replays.audit.verdicts import Aspect
from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, PLAYER, SYSTEM, TIMEOUT
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.deciding import opening
from replays.tournament.deciding.directing import check_directs
from replays.tournament.deciding.opening import Announcement


def created(check: TournamentCheck, event: events.TournamentCreated) -> None:
    """Check that such a tournament can be announced, and who announced it."""
    opener = opener_of(check.stored)
    check.by(opener or "a player", PLAYER)
    plan = Announcement(
        event.name, event.format, event.players, event.rounds, event.rules, event.options, event.regulations
    )
    try:
        check_rules(event.rules, event.players)
        opening.check_regulations(plan)
    except (Refusal, RuleViolation) as refused:
        check.wrong(refused.code, refused.text)
    if event.regulations.vacancy is not None:
        _known(check, event.regulations.vacancy)
    if event.options.series is not None:
        check.wrong("rules/otherwise", "a tournament is no game of another series")


def entered(check: TournamentCheck, event: events.TournamentPlayerEntered) -> None:
    """Check that this player could enter then, or be entered by a director."""
    now, actor = check.before, check.actor
    if event.seen not in {None, now.opening}:
        check.fault(Aspect.FAIRNESS, "entropy/seen", other_first(event.seen, now.opening))
    if check.cause == OPERATOR:
        _decided(check, lambda: opening.enter_players(now, [event.player], actor))
        if (event.entropy, event.seen) != (None, None):
            check.wrong("rules/otherwise", "a director cannot send entropy for a player")
    else:
        _decided(check, lambda: opening.enter(now, Sitter(event.player, event.entropy)))


def bot_entered(check: TournamentCheck, event: events.TournamentBotEntered) -> None:
    """Check that a director entered a known bot."""
    _known(check, event.policy)
    _decided(check, lambda: opening.enter_stored(check.before, [event.policy], check.actor))


def _known(check: TournamentCheck, policy: str) -> None:
    if policy_named(policy) is None:
        check.wrong("bot/unknown-policy", f"{policy!r} is none of {', '.join(stored_names())}")


def field_taken(check: TournamentCheck, event: events.TournamentFieldTaken) -> None:
    """Check that a director took places of other tournaments over while entries were possible.

    Whose places these are only the records of the other tournaments show.
    """

    def again() -> Sequence[EventDraft]:
        check_directs(check.before, check.actor)
        opening.check_open(check.before)
        return [EventDraft(event, check.actor, OPERATOR)]

    _decided(check, again)
    for source in event.sources:
        text = f"places {source.low} to {source.high} of tournament {source.tournament} at {source.head}"
        check.note("tournament/sources", f"the entries that follow are {text}: compare with its own bundle")


def _decided(check: TournamentCheck, decide: Decision) -> None:
    """Decide again: who directs is judged as an act, everything else as an entry."""
    try:
        draft = decide()[0]
    except Refusal as refused:
        aspect = ACTS if refused.code == "tournament/not-director" else Aspect.LEGALITY
        check.fault(aspect, refused.code, refused.text)
    else:
        check.by(draft.actor, draft.cause)


def expired(check: TournamentCheck, _: events.TournamentExpired) -> None:
    """Check that the tournament could be called off because it was not started in time."""
    check.by(SYSTEM, TIMEOUT)
    try:
        opening.expire(check.before, check.at, 0)
    except Refusal as refused:
        check.wrong("rules/not-due", refused.text)
