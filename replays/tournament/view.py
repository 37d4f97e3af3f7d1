"""The public view of a tournament: an allow-list, built from the tournament alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from kingdomino.policies import plain_name
from replays.encoding.forms import RULES
from replays.events import tournament_events as events
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import OPTIONS
from replays.events.regulations import REGULATIONS, Regulations
from replays.events.tournament_events import StandingRow
from replays.match.aggregate import Sitter, Status
from replays.projections.view import State
from replays.tournament.aggregate import OnRecord, Tournament, TournamentRound, TournamentTable
from replays.tournament.results import result as counted
from replays.tournament.results import standing_rows
from replays.tournament.schedules.forms import Player
from replays.tournament.tournaments import at_pairing, sitter_at

Names = Mapping[str, str | None]


def state(tournament: Tournament, names: Names) -> State:
    """The public state at the tournament's version, in the form of the API's contract.

    `names` has the current name of each player by id. Entrants are numbered from 1. Points and tie-breaks of
    points are in twelfths of a point. Standings are provisional while a round runs or is not signed off.
    """
    return {
        **summary(tournament, names),
        "options": OPTIONS.write(tournament.created.options),
        "regulations": agreed(tournament.created.regulations),
        "sources": [
            {"tournament": each.tournament, "head": each.head, "places": [each.low, each.high]}
            for each in tournament.sources
        ],
        "deputies": [person(each, names) for each in sorted(tournament.deputies)],
        "entrants": [_entrant(tournament, each.number, names) for each in tournament.field],
        "rounds": [_round(tournament, each, names) for each in tournament.rounds],
        "standings": [standing(tournament, row, names) for row in standing_rows(tournament)],
        "provisional": is_provisional(tournament),
        "acts": [act(tournament, each, names) for each in tournament.acts],
        "unpaired": unpaired(tournament),
    }


def agreed(regulations: Regulations) -> State:
    """The regulations; a bot for vacant seats has the name by which it is chosen."""
    written: State = REGULATIONS.write(regulations)
    return {**written, "vacancy": plain_name(regulations.vacancy) if regulations.vacancy else None}


def status(tournament: Tournament) -> str:
    """`open`, `active`, `finished`, or `aborted`."""
    if tournament.finished:
        return "finished"
    return tournament.status.value


def is_provisional(tournament: Tournament) -> bool:
    """True if the standings may still change by games that run or a round that is not signed off."""
    return not tournament.finished and tournament.status is not Status.ABORTED


def person(player: str, names: Names) -> State:
    """A player by id and current name; the name is None for a deleted account."""
    return {"id": player, "name": names.get(player)}


def entrant_name(sitter: Sitter, number: Player, names: Names) -> str | None:
    """The name of an entrant; bots are numbered, because several can have one policy."""
    return f"{plain_name(sitter.bot)} ({number + 1})" if sitter.bot else names.get(sitter.player)


def _entrant(tournament: Tournament, number: Player, names: Names) -> State:
    sitter = tournament.sitter(number)
    return {
        "entrant": number + 1,
        "player": sitter.player,
        "name": entrant_name(sitter, number, names),
        "bot": plain_name(sitter.bot) if sitter.bot else None,
        "withdrawn": number in tournament.withdrawn,
    }


def _round(tournament: Tournament, round_: TournamentRound, names: Names) -> State:
    then = at_pairing(tournament, round_.number)
    return {
        "number": round_.number,
        "status": round_status(tournament, round_),
        "by_hand": round_.paired.by_hand,
        "tables": [
            {
                "game": table.id,
                "number": table.number,
                "players": [_player(then, each, round_.number, names) for each in table.entrants],
                **_result(tournament, table),
            }
            for table in round_.tables
        ],
        "byes": [each + 1 for each in round_.paired.byes],
        "opened_at": round_.opened_at,
        "closed_at": round_.closed_at,
    }


def round_status(tournament: Tournament, round_: TournamentRound) -> str:
    """`open` until its games are in the log, then `active`, `done` with all results, and `closed`."""
    if round_.opened_at is None:
        return "open"
    if round_.standings is not None:
        return "closed"
    return "done" if tournament.is_done(round_) else "active"


def _player(then: Tournament, entrant: Player, number: int, names: Names) -> State:
    sitter = sitter_at(then, entrant, number)
    return {
        "entrant": entrant + 1,
        "player": sitter.player,
        "name": entrant_name(sitter, entrant, names),
    }


def _result(tournament: Tournament, table: TournamentTable) -> State:
    act_ = tournament.decided.get(table.number)
    found = counted(tournament, table)
    annulled = act_ is not None and isinstance(act_.event, events.TournamentResultAnnulled)
    return {
        "points": list(found.points) if found else None,
        "places": list(found.places) if found else None,
        "totals": list(found.totals) if found and found.totals else None,
        "annulled": annulled,
        "changed_by": act_.version if act_ else None,
    }


def standing(tournament: Tournament, row: StandingRow, names: Names) -> State:
    """A row of the standings."""
    number = Player(row.entrant)
    sitter = tournament.sitter(number)
    return {
        "entrant": row.entrant + 1,
        "player": sitter.player,
        "name": entrant_name(sitter, number, names),
        "place": row.place,
        "points": row.points,
        "tie_breaks": list(row.tie_breaks),
        "withdrawn": number in tournament.withdrawn,
    }


ACTS: Mapping[type[events.Act], str] = MappingProxyType(
    {
        events.TournamentEntrantWithdrawn: "withdraw",
        events.TournamentEntrantReplaced: "replace",
        events.TournamentMeetingForbidden: "forbid-meeting",
        events.TournamentPairingSet: "set-pairing",
        events.TournamentResultCorrected: "correct",
        events.TournamentResultAnnulled: "annul",
        events.TournamentClocksAdjusted: "adjust-clocks",
        events.TournamentDeputyNamed: "name-deputy",
        events.TournamentDeputyDismissed: "dismiss-deputy",
        events.TournamentDisputeOpened: "open-dispute",
        events.TournamentDisputeAnswered: "answer-dispute",
        events.TournamentCutShort: "cut-short",
        events.TournamentActUndone: "undo",
        events.TournamentCalledOff: "call-off",
    }
)
"""The names of the types of acts in the API."""

_ENTRANTS = {"entrant", "entrants", "tables", "byes"}
"""The members of acts that number entrants, from 0 in the log and from 1 in the API."""
_MEMBERS = {"number": "game", "numbers": "games", "at": "game_version"}
"""The members of acts that have another name in the API."""


def act(tournament: Tournament, on_record: OnRecord, names: Names) -> State:
    """An act: its version, time, actor, type, code and reason, and what it says under the API's names."""
    event = on_record.event
    data: dict[str, Any] = EVENT_TYPES.of_class[type(event)].form.write(event)
    return {
        "version": on_record.version,
        "at": on_record.at,
        "by": person(on_record.by, names),
        "type": ACTS[type(event)],
        "undone": on_record.version in tournament.undone,
        **dict(_said(event, name, value, names) for name, value in data.items()),
    }


def _said(event: events.Act, name: str, value: Any, names: Names) -> tuple[str, Any]:
    if name == "number" and isinstance(event, events.TournamentPairingSet):
        return "round", value
    if name == "player":
        return name, person(value, names)
    return _MEMBERS.get(name, name), _from_1(value) if name in _ENTRANTS else value


def _from_1(value: Any) -> Any:
    return [_from_1(each) for each in value] if isinstance(value, list) else value + 1


def unpaired(tournament: Tournament) -> State | None:
    """Why the next round cannot be paired until a director acts; None if it can."""
    if tournament.failed is None:
        return None
    _, failed = tournament.failed
    return {
        "round": failed.number,
        "code": failed.code,
        "reason": failed.reason,
        "entrants": [each + 1 for each in failed.entrants],
    }


def summary(tournament: Tournament, names: Names) -> State:
    """A tournament in a list; `entrants` is the number of those who are in."""
    created = tournament.created
    return {
        "id": tournament.id,
        "version": tournament.head.version,
        "status": status(tournament),
        "name": created.name,
        "kind": created.format.value,
        "table": created.players,
        "round": tournament.paired,
        "of_rounds": created.rounds,
        "rules": RULES.write(created.rules),
        "director": person(tournament.opener, names),
        "entrants": len(tournament.present),
        "created_at": tournament.created_at,
        "updated_at": tournament.at,
    }


def result(tournament: Tournament) -> State:
    """The content of `result.json` in a tournament's bundle: its standings, with entrants numbered from 1."""
    return {
        "status": status(tournament),
        "rounds": tournament.paired,
        "standings": [
            {
                "entrant": row.entrant + 1,
                "place": row.place,
                "points": row.points,
                "tie_breaks": list(row.tie_breaks),
            }
            for row in standing_rows(tournament)
        ],
    }
