"""The fold of a tournament: what each event makes of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.events import tournament_events as events
from replays.events.causes import SYSTEM
from replays.events.codec import decode, first
from replays.log.listing import Listing
from replays.match.aggregate import Sitter, Status, bot_sitter
from replays.match.kinds import StreamKind
from replays.tournament.aggregate import (
    Entrant,
    OnRecord,
    Scored,
    Tournament,
    TournamentRound,
    TournamentTable,
    game_id,
)
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.points import SCALES
from replays.tournament.standings.tie_breaks import TIE_BREAKS


def fold(
    stream: GameId, stored: Iterable[StoredEvent], tournament: Tournament | None = None
) -> Tournament | None:
    """The tournament after these events, which continue `tournament`; None if there are no events."""
    return reduce(lambda folded, event: evolve(stream, folded, event), stored, tournament)


def evolve(stream: GameId, tournament: Tournament | None, stored: StoredEvent) -> Tournament:
    """The tournament after one more event; raises one of `UNREADABLE` if the stream is damaged."""
    event = decode(stored)
    head, at, actor = Head(stored.version, stored.hash), stored.record["at"], stored.record["actor"]
    if tournament is None:
        created = first(event, events.TournamentCreated)
        _check_known(created)
        return Tournament(GameId(stream), head, at, at, created, opener=actor, opening=head.hash)
    if tournament.is_over:
        raise ValueError("the tournament has ended")
    after = tournament
    if isinstance(event, events.Act):
        _check_possible(tournament, event)
        act = OnRecord(stored.version, at, actor, event, tournament.paired)
        after = replace(_cut_short(tournament, event), acts=(*tournament.acts, act))
    if not isinstance(event, events.Act) or isinstance(event, events.TournamentCalledOff):
        after = _EVOLVERS[type(event)](after, event, stored)
    changed = tournament.changed if isinstance(event, _NO_CHANGE) else stored.version
    return replace(after, head=head, at=at, changed=changed)


def _check_known(created: events.TournamentCreated) -> None:
    agreed = created.regulations
    if agreed.points not in SCALES:
        raise ValueError(f"{agreed.points!r} is no scale of points")
    unknown = next((each for each in agreed.tie_breaks if each not in TIE_BREAKS), None)
    if unknown is not None:
        raise ValueError(f"{unknown!r} is no tie-break")


def _check_possible(now: Tournament, event: events.Act) -> None:
    """Check that an act is about entrants, tables and acts that there are.

    All else is for whoever decides it.
    """
    if isinstance(event, events.TournamentActUndone) and event.act not in {act.version for act in now.acts}:
        raise ValueError(f"version {event.act} is no act")
    if isinstance(event, (events.TournamentResultCorrected, events.TournamentResultAnnulled)):
        found = now.table(event.number)
        if found is None or len(event.points) != len(found[1].entrants):
            raise ValueError(f"game {event.number} has other seats, or is not in the log")
    one = (events.TournamentEntrantWithdrawn, events.TournamentEntrantReplaced)
    if isinstance(event, one) and event.entrant >= len(now.field):
        raise ValueError(f"{event.entrant} is no entrant")


def _entered(now: Tournament, sitter: Sitter, stored: StoredEvent) -> Tournament:
    entrant = Entrant(Player(len(now.field)), sitter, now.paired, stored.record["actor"])
    return replace(now, field=(*now.field, entrant))


def _player_entered(
    now: Tournament, event: events.TournamentPlayerEntered, stored: StoredEvent
) -> Tournament:
    return _entered(now, Sitter(event.player, event.entropy, None, event.seen, event.checkpoint), stored)


def _bot_entered(now: Tournament, event: events.TournamentBotEntered, stored: StoredEvent) -> Tournament:
    return _entered(now, bot_sitter(event.policy), stored)


def _field_taken(now: Tournament, event: events.TournamentFieldTaken, _: StoredEvent) -> Tournament:
    return replace(now, sources=(*now.sources, *event.sources))


def _started(now: Tournament, _: events.TournamentStarted, stored: StoredEvent) -> Tournament:
    if now.status is not Status.OPEN:
        raise ValueError("it had started")
    return replace(now, status=Status.ACTIVE, started=stored.version)


def _called_off(now: Tournament, _: Any, _stored: StoredEvent) -> Tournament:
    if now.status is not Status.OPEN:
        raise ValueError("it had started")
    return replace(now, status=Status.ABORTED)


def _paired(now: Tournament, event: events.TournamentRoundPaired, _stored: StoredEvent) -> Tournament:
    if now.status is not Status.ACTIVE or now.running or event.number != now.paired + 1:
        raise ValueError(f"round {event.number} was not due")
    seated = [entrant for table in (*event.tables, event.byes) for entrant in table]
    if len(set(seated)) != len(seated) or any(entrant >= len(now.field) for entrant in seated):
        raise ValueError("somebody sits twice, or is no entrant")
    numbered = enumerate(event.tables, start=now.numbered + 1)
    tables = tuple(
        TournamentTable(number, game_id(now.id, number), tuple(map(Player, table)))
        for number, table in numbered
    )
    round_ = TournamentRound(event.number, event, now.head, tables)
    return replace(now, rounds=(*now.rounds, round_), failed=None)


def _pairing_failed(
    now: Tournament, event: events.TournamentPairingFailed, stored: StoredEvent
) -> Tournament:
    if event.number != now.paired + 1:
        raise ValueError(f"round {event.number} was not due")
    return replace(now, failed=(stored.version, event))


def _round(now: Tournament, number: int, **changes: Any) -> Tournament:
    """The tournament with changes in a paired round."""
    if not 1 <= number <= now.paired:
        raise ValueError(f"round {number} is not paired")
    rounds = list(now.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **changes)
    return replace(now, rounds=tuple(rounds))


def _round_opened(now: Tournament, event: events.TournamentRoundOpened, stored: StoredEvent) -> Tournament:
    if event.number != now.paired or now.rounds[-1].opened_at is not None:
        raise ValueError(f"round {event.number} was not to be opened")
    return _round(now, event.number, opened_at=stored.record["at"])


def _table_scored(now: Tournament, event: events.TournamentTableScored, stored: StoredEvent) -> Tournament:
    found = now.table(event.number)
    if found is None or found[0].opened_at is None or found[1].scored is not None:
        raise ValueError(f"game {event.number} does not run")
    widths = {len(found[1].entrants), len(event.places), len(event.points)}
    if len(widths) != 1 or (event.totals is not None and len(event.totals) not in widths):
        raise ValueError("the table has other seats")
    over = stored.record["cause"] == SYSTEM
    scored = Scored(event.totals, event.places, event.points, event.left, over)
    return now.with_scored(event.number, scored)


def _seed_revealed(now: Tournament, event: events.TournamentSeedRevealed, _stored: StoredEvent) -> Tournament:
    return _round(now, event.number, seed=event.seed)


def _round_closed(now: Tournament, event: events.TournamentRoundClosed, stored: StoredEvent) -> Tournament:
    if now.running is None or event.number != now.running.number:
        raise ValueError(f"round {event.number} was not to be closed")
    closed_at = stored.record["at"]
    return _round(now, event.number, standings=event.standings, closed_at=closed_at, closed=stored.version)


def _finished(now: Tournament, _: events.TournamentFinished, _stored: StoredEvent) -> Tournament:
    if not now.rounds or now.running or now.finished:
        raise ValueError("a round is not closed, or it had finished")
    return replace(now, finished=True)


def _cut_short(now: Tournament, event: events.Act) -> Tournament:
    if not isinstance(event, events.TournamentCutShort):
        return now
    if now.status is not Status.ACTIVE or now.running or now.finished:
        raise ValueError("a round is not closed, or it had finished")
    return replace(now, finished=True, failed=None)


def _given_back(now: Tournament, event: events.TournamentTimeGivenBack, _: StoredEvent) -> Tournament:
    return replace(now, given_back=now.given_back | {event.act})


def _ended(now: Tournament, _: events.TournamentEnded, _stored: StoredEvent) -> Tournament:
    if not now.finished:
        raise ValueError("it has not finished")
    return replace(now, status=Status.SCORED)


_NO_CHANGE = (
    events.TournamentPairingFailed,
    events.TournamentSeedRevealed,
    events.TournamentTimeGivenBack,
)
"""The events after which a pairing that failed would fail again."""

_EVOLVERS: dict[type, Callable[[Tournament, Any, StoredEvent], Tournament]] = {
    events.TournamentPlayerEntered: _player_entered,
    events.TournamentBotEntered: _bot_entered,
    events.TournamentFieldTaken: _field_taken,
    events.TournamentStarted: _started,
    events.TournamentCalledOff: _called_off,
    events.TournamentExpired: _called_off,
    events.TournamentRoundPaired: _paired,
    events.TournamentPairingFailed: _pairing_failed,
    events.TournamentRoundOpened: _round_opened,
    events.TournamentTableScored: _table_scored,
    events.TournamentSeedRevealed: _seed_revealed,
    events.TournamentRoundClosed: _round_closed,
    events.TournamentFinished: _finished,
    events.TournamentEnded: _ended,
    events.TournamentTimeGivenBack: _given_back,
}

TOURNAMENTS: StreamKind[Tournament] = StreamKind(
    events.EVENTS,
    fold,
    Listing("tournaments"),
    is_over=lambda tournament: tournament.is_over,
    sitters=lambda tournament: tournament.listed,
)
"""A tournament's stream: it ends when the tournament is called off, or finished with all seeds revealed."""
