"""Decides again what directors and players did on the record: who may, with which reason, and when."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from replays.audit.tournaments.check import TournamentCheck, decided
from replays.events import tournament_events as events
from replays.events.causes import PLAYER
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.directing import Grounds

Again = Callable[[Tournament, Grounds, Any, int], Sequence[EventDraft]]
"""Decides again on an act: the tournament before it, who acts and why, the event, its time in ms UTC."""


def started(check: TournamentCheck, _: events.TournamentStarted) -> None:
    """Check that a director started a tournament whose field can play."""
    decided(check, lambda: opening.start(check.before, check.actor))


def acted(check: TournamentCheck, event: events.Act) -> None:
    """Decide again on an act."""

    def again() -> Sequence[EventDraft]:
        if isinstance(event, events.TournamentEntrantWithdrawn) and check.cause == PLAYER:
            return opening.withdraw(check.before, check.actor, event.reason)
        why = Grounds(check.actor, event.code, event.reason)
        return DECISIONS[type(event)](check.before, why, event, check.at)

    decided(check, again)


DECISIONS: Mapping[type, Again] = MappingProxyType(
    {
        events.TournamentCalledOff: lambda now, why, _event, _at: opening.call_off(now, why),
        events.TournamentEntrantWithdrawn: lambda now, why, event, _at: acts.withdraw(
            now, why, event.entrant + 1
        ),
        events.TournamentEntrantReplaced: lambda now, why, event, _at: acts.replace_entrant(
            now, why, event.entrant + 1, event.player
        ),
        events.TournamentMeetingForbidden: lambda now, why, event, _at: acts.forbid_meeting(
            now, why, _from_1(event.entrants)
        ),
        events.TournamentPairingSet: lambda now, why, event, _at: acts.set_pairing(
            now, why, event.number, [_from_1(table) for table in event.tables], _from_1(event.byes)
        ),
        events.TournamentResultCorrected: lambda now, why, event, _at: acts.correct(
            now, why, event.number, event.places, event.points
        ),
        events.TournamentResultAnnulled: lambda now, why, event, _at: acts.annul(
            now, why, event.number, event.points
        ),
        events.TournamentClocksAdjusted: lambda now, why, event, at: acts.adjust_clocks(
            now, why, (event.began, event.ended), event.numbers, at
        ),
        events.TournamentDeputyNamed: lambda now, why, event, _at: acts.name_deputy(now, why, event.player),
        events.TournamentDeputyDismissed: lambda now, why, event, _at: acts.dismiss_deputy(
            now, why, event.player
        ),
        events.TournamentDisputeOpened: lambda now, why, event, _at: acts.open_dispute(
            now, why, event.number, event.at
        ),
        events.TournamentDisputeAnswered: lambda now, why, event, _at: acts.answer_dispute(
            now, why, event.dispute, upheld=event.upheld
        ),
        events.TournamentCutShort: lambda now, why, _event, _at: acts.cut_short(now, why),
        events.TournamentActUndone: lambda now, why, event, _at: undoing.undo(now, why, event.act),
    }
)
"""The decision on each type of act."""


def _from_1(entrants: Sequence[int]) -> list[int]:
    """The numbers of entrants as directors say them, from 1."""
    return [each + 1 for each in entrants]
