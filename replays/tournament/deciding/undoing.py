"""Undoing acts: the record keeps them, and they hold no longer."""

from dataclasses import replace

from replays.events import tournament_events as events
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import OnRecord, Tournament
from replays.tournament.deciding.acts import check_director, drafted
from replays.tournament.deciding.directing import Grounds

_STAYS = (events.TournamentDisputeOpened, events.TournamentClocksAdjusted)
"""Acts that have had their effect: a dispute is answered, and a game's clock was stopped."""

_BEFORE_PAIRING = (events.TournamentPairingSet, events.TournamentEntrantReplaced)
"""Acts that cannot be undone after the next pairing, which was made with them."""


def undo(tournament: Tournament, why: Grounds, act: int) -> list[EventDraft]:
    """Undo an act, named by its version; undoing what undid another act restores that.

    Codes: `tournament/unknown-act`, `tournament/too-late`, `tournament/entered` for a player who would have
    two places then.
    """
    found = _act_at(tournament, act)
    if found is None or act in tournament.undone:
        raise Refusal("tournament/unknown-act", f"no act that holds has version {act}")
    changed = _changed_by(tournament, found)
    if isinstance(changed.event, _STAYS) or _is_too_late(tournament, changed):
        raise Refusal("tournament/too-late", "this act has had its effect and cannot be undone")
    if isinstance(changed.event, (events.TournamentDeputyNamed, events.TournamentDeputyDismissed)):
        check_director(tournament, why.by)
    undoing = events.TournamentActUndone(why.code, why.reason, act)
    _check_nobody_twice(tournament, undoing)
    return drafted(tournament, why, undoing)


def _act_at(tournament: Tournament, version: int) -> OnRecord | None:
    return next((each for each in tournament.acts if each.version == version), None)


def _changed_by(tournament: Tournament, act: OnRecord) -> OnRecord:
    """The act that holds, or holds no longer, once this one is undone: itself, or at the end of a chain."""
    while isinstance(act.event, events.TournamentActUndone):
        earlier = _act_at(tournament, act.event.act)
        assert earlier is not None  # noqa: S101 - only an act on the record was undone
        act = earlier
    return act


def _check_nobody_twice(tournament: Tournament, undoing: events.TournamentActUndone) -> None:
    """Refuse to give a player a place back who has another one now."""
    act = OnRecord(tournament.head.version, tournament.at, tournament.opener, undoing, tournament.paired)
    then = replace(tournament, acts=(*tournament.acts, act))
    if len(set(then.playing)) < len(then.playing):
        text = "a player would have two places: withdraw the other entrant, or give that place to another"
        raise Refusal("tournament/entered", text)


def _is_too_late(tournament: Tournament, act: OnRecord) -> bool:
    """True if a pairing was made with this act, or if it is a withdrawal before the start."""
    if isinstance(act.event, _BEFORE_PAIRING):
        return tournament.paired > act.rounds
    before_start = tournament.started is not None and act.version < tournament.started
    return isinstance(act.event, events.TournamentEntrantWithdrawn) and before_start
