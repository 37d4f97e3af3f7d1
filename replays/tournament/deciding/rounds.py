"""The steps of a round: paired, opened, counted, signed off, revealed."""

from collections.abc import Mapping, Sequence

from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, TIMEOUT
from replays.events.regulations import Format
from replays.match.aggregate import Match, Status
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Scored, Tournament, TournamentRound, TournamentTable
from replays.tournament.deciding.directing import check_directs, check_going
from replays.tournament.pairing import ENGINE, pairing
from replays.tournament.results import is_late, late, scored, standing_rows
from replays.tournament.schedules.forms import Unpairable


def is_to_be_paired(tournament: Tournament) -> bool:
    """True if the next round is due, and something has changed since its pairing failed."""
    due = tournament.status is Status.ACTIVE and not tournament.finished and tournament.running is None
    return due and (tournament.failed is None or tournament.failed[0] < tournament.changed)


def pair(tournament: Tournament, number: int, seed: bytes) -> list[EventDraft]:
    """Pair the next round, of this number, with these lots, or record why that is impossible."""
    if not is_to_be_paired(tournament) or number != tournament.paired + 1:
        raise Refusal("tournament/not-due", f"round {number} is not to be paired")
    try:
        found = pairing(tournament, seed)
    except Unpairable as impossible:
        failed = events.TournamentPairingFailed(
            number, impossible.code, str(impossible), tuple(impossible.players)
        )
        return [EventDraft(failed)]
    return [
        EventDraft(
            events.TournamentRoundPaired(number, ENGINE, found.by_hand, seed.hex(), found.tables, found.byes)
        )
    ]


def opened(tournament: Tournament, number: int) -> list[EventDraft]:
    """Record that all games of the round are in the log."""
    round_ = tournament.running
    if round_ is None or round_.number != number or round_.opened_at is not None:
        raise Refusal("tournament/not-due", f"round {number} is not to be opened")
    return [EventDraft(events.TournamentRoundOpened(number))]


def counted(tournament: Tournament, matches: Sequence[Match]) -> list[EventDraft]:
    """Count these games, which are over, as far as they are not counted yet."""
    by_id = {table.id: table for table in tournament.unscored}
    drafts = [
        EventDraft(_table_scored(by_id[match.id].number, scored(tournament, match)))
        for match in matches
        if match.id in by_id and match.is_over
    ]
    if not drafts:
        raise Refusal("tournament/not-due", "no game is to be counted")
    return drafts


def _table_scored(number: int, found: Scored) -> events.TournamentTableScored:
    return events.TournamentTableScored(number, found.totals, found.places, found.points, found.left)


def close(
    tournament: Tournament, number: int, by: str, matches: Mapping[int, Match], now: int
) -> list[EventDraft]:
    """Sign a round off, with its late tables; `matches` has the games without a result by their numbers.

    Codes: `tournament/not-director`, `tournament/finished`, `tournament/round`, `tournament/not-done`,
    `tournament/disputed`.
    """
    check_directs(tournament, by)
    check_going(tournament)
    round_ = tournament.running
    if round_ is None or round_.number != number:
        raise Refusal("tournament/round", _which(tournament))
    if round_.opened_at is None:
        raise Refusal("tournament/not-done", f"the games of round {number} are being opened")
    last = is_last(tournament, round_)
    _check_answered(tournament, last=last)
    drafts = []
    for table in waiting(tournament, round_, last=last):
        match = matches.get(table.number)
        if match is not None and is_late(tournament.created.regulations, round_, match, now):
            found = late(tournament, match)
            drafts.append(EventDraft(_table_scored(table.number, found), cause=TIMEOUT))
            tournament = tournament.with_scored(table.number, found)
        elif last or not may_wait(tournament, round_, table, now):
            text = f"game {table.number} ({table.id}) has no result; correct or annul it, or wait for its end"
            raise Refusal("tournament/not-done", text)
    drafts.append(EventDraft(events.TournamentRoundClosed(number, standing_rows(tournament)), by, OPERATOR))
    if last:
        drafts.append(EventDraft(events.TournamentFinished(), by, OPERATOR))
    return drafts


def _which(tournament: Tournament) -> str:
    if tournament.running:
        return f"round {tournament.running.number} is the one to be closed next"
    return f"round {tournament.paired + 1} is not paired yet"


def _check_answered(tournament: Tournament, *, last: bool) -> None:
    if last and tournament.disputes:
        raise Refusal("tournament/disputed", "answer the open disputes before the tournament ends")


def waiting(tournament: Tournament, round_: TournamentRound, *, last: bool) -> list[TournamentTable]:
    """The tables that have no result: those of the round, and at the end of the tournament all."""
    tables = tournament.games if last else round_.tables
    return [table for table in tables if not tournament.has_result(table)]


def may_wait(tournament: Tournament, round_: TournamentRound, table: TournamentTable, now: int) -> bool:
    """True if the round can be closed before this table: its date has come, or everybody there is out.

    In a knock-out no date comes: nobody could go on from a table without a result.
    """
    length = None if tournament.created.format is Format.KNOCKOUT else tournament.created.regulations.round_ms
    if length is not None and round_.opened_at is not None and now - round_.opened_at >= length:
        return True
    return all(entrant in tournament.withdrawn for entrant in table.entrants)


def is_last(tournament: Tournament, round_: TournamentRound) -> bool:
    """True if the tournament ends with this round: by its number, or because it is the final."""
    final = len(round_.tables) == 1 and not round_.paired.byes
    return round_.number == tournament.created.rounds or (
        tournament.created.format is Format.KNOCKOUT and final
    )


def revealed(tournament: Tournament, number: int, seed: bytes) -> list[EventDraft]:
    """Reveal the seed of a round whose games are over and counted."""
    round_ = tournament.rounds[number - 1]
    if round_.seed is not None:
        raise Refusal("tournament/not-due", f"the seed of round {number} is revealed")
    waiting = [table.number for table in round_.tables if table.scored is None]
    if waiting:
        raise Refusal("tournament/not-due", f"game {waiting[0]} of round {number} is not counted yet")
    return [EventDraft(events.TournamentSeedRevealed(number, seed.hex()))]


def given_back(tournament: Tournament, act: int) -> list[EventDraft]:
    """Record that the games have recorded the outage of this act."""
    if act in tournament.given_back:
        raise Refusal("tournament/not-due", "the time is given back")
    return [EventDraft(events.TournamentTimeGivenBack(act))]


def is_to_be_ended(tournament: Tournament) -> bool:
    """True if only the end of the record is missing."""
    seeds = [each.seed for each in tournament.rounds]
    return tournament.finished and not tournament.is_over and None not in seeds


def ended(tournament: Tournament) -> list[EventDraft]:
    """End the record once the tournament is finished and all seeds are revealed."""
    if not is_to_be_ended(tournament):
        raise Refusal("tournament/not-due", "the record goes on")
    return [EventDraft(events.TournamentEnded())]
