"""Checks what counts: each table against its game, and the standings with which a round is signed off."""

from collections.abc import Iterator, Sequence

from replays.audit.tournaments.aspects import STANDINGS
from replays.audit.tournaments.check import TournamentCheck, drafted
from replays.events import tournament_events as events
from replays.events.causes import SYSTEM, TIMEOUT
from replays.events.tournament_events import StandingRow
from replays.match.aggregate import Match, evolve
from replays.tournament.aggregate import Scored, TournamentRound
from replays.tournament.deciding import rounds
from replays.tournament.results import is_late, late, scored


def table_scored(check: TournamentCheck, event: events.TournamentTableScored) -> None:
    """Check a table's result against its game, which is over, or late by the regulations."""
    now, game = check.before, check.game(event.number)
    is_late = check.cause == TIMEOUT
    check.by(SYSTEM, TIMEOUT if is_late else SYSTEM)
    found = now.table(event.number)
    if found is None or found[0].opened_at is None or found[1].scored is not None:
        check.fault(STANDINGS, "tournament/result", f"game {event.number} is not to be counted here")
    elif game is None:
        check.not_checked(STANDINGS, "standings/game", f"game {event.number} could not be followed")
    elif is_late:
        _late(check, event, now.running or found[0])
    elif not game.is_over:
        check.fault(STANDINGS, "tournament/result", f"game {event.number} counts, and is not over")
    else:
        _compared(check, event, scored(now, game))


CLOSING_MS = 60_000
"""The ms between the look at a game and the record of the sign-off: a move in this time changes nothing."""


def _late(check: TournamentCheck, event: events.TournamentTableScored, round_: TournamentRound) -> None:
    agreed = check.before.created.regulations
    seen = [match for match in _seen(check, event.number) if is_late(agreed, round_, match, check.at)]
    if not seen:
        text = f"game {event.number} was not late by the regulations"
        check.fault(STANDINGS, "tournament/not-late", text)
    elif all(_wrong(event, late(check.before, match)) for match in seen):
        _compared(check, event, late(check.before, seen[-1]))


def _seen(check: TournamentCheck, number: int) -> Iterator[Match]:
    """A game as it stood at the event's time, and at each moment shortly before."""
    match: Match | None = None
    for kept in check.walk.record_of(number):
        stored = kept.unread()
        at = stored.record["at"]
        if match is not None and at > check.at - CLOSING_MS:
            yield match
        if at > check.at:
            return
        match = evolve(check.before.games[number - 1].id, match, stored)
    if match is not None:
        yield match


def _compared(check: TournamentCheck, event: events.TournamentTableScored, right: Scored) -> None:
    wrong = _wrong(event, right)
    if wrong:
        text = f"game {event.number}: {', '.join(wrong)} recorded otherwise than the game gives"
        check.fault(STANDINGS, "tournament/result", text)


def _wrong(event: events.TournamentTableScored, right: Scored) -> list[str]:
    found = {"totals": event.totals, "places": event.places, "points": event.points, "left": event.left}
    return [name for name, value in found.items() if value != getattr(right, name)]


def round_closed(check: TournamentCheck, event: events.TournamentRoundClosed) -> None:
    """Check that the round could be signed off by this person, and compute its standings again."""
    draft = drafted(check, lambda: rounds.close(check.before, event.number, check.actor, {}, check.at))
    if draft is not None and isinstance(draft.event, events.TournamentRoundClosed):
        for text in _differences(event.standings, draft.event.standings):
            check.fault(STANDINGS, "tournament/standings", text)


def _differences(found: Sequence[StandingRow], right: Sequence[StandingRow]) -> Iterator[str]:
    """A sentence on the first row that is otherwise."""
    if len(found) != len(right):
        yield f"the standings have {len(found)} rows, not {len(right)}"
    for number, (row, due) in enumerate(zip(found, right, strict=False), start=1):
        if row != due:
            yield f"row {number} of the standings is {_told(row)}; computed again it is {_told(due)}"
            return


def _told(row: StandingRow) -> str:
    """A row with its entrant numbered from 1."""
    return f"entrant {row.entrant + 1}, place {row.place}, {row.points} twelfths, {list(row.tie_breaks)}"
