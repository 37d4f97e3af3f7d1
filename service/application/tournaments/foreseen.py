"""What can be said before a round: the numbers of the field, and the next pairing with its warnings."""

from dataclasses import asdict
from typing import Any

from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import Tournament
from replays.tournament.desk.cautions import Caution
from replays.tournament.desk.preview import preview
from replays.tournament.forecast import forecast
from replays.tournament.pairing import Pairing
from replays.tournament.schedules.forms import Unpairable
from replays.tournament.view import Names, entrant_name


def forecast_of(tournament: Tournament) -> dict[str, Any]:
    """What those who are in would play: numbers of tables and byes, or why they cannot."""
    entrants = len(tournament.present)
    try:
        found = forecast(tournament)
    except Unpairable as impossible:
        return {"entrants": entrants, "possible": False, **_refusal(impossible)}
    even = found.even and {**asdict(found.even), "exact": found.even.is_exact}
    return {**asdict(found), "entrants": entrants, "possible": True, "even": even}


def preview_of(tournament: Tournament, names: Names) -> dict[str, Any]:
    """The next pairing as it would be now, with its warnings; `tournament/round` if no round follows."""
    found = preview(tournament)
    if found is None:
        raise Refusal("tournament/round", "no further round is paired")
    about: dict[str, Any] = {
        "round": found.number,
        "version": tournament.head.version,
        "example_lots": found.example,
        "waiting": found.waiting,
        "possible": found.pairing is not None,
    }
    if found.impossible is not None:
        about |= _refusal(found.impossible)
    if found.pairing is not None:
        about |= _pairing(tournament, found.pairing, names)
        about["warnings"] = list(map(_warning, found.cautions))
    return about


def _pairing(tournament: Tournament, found: Pairing, names: Names) -> dict[str, Any]:
    return {
        "by_hand": found.by_hand,
        "tables": [
            [
                {"entrant": each + 1, "name": entrant_name(tournament.sitter(each), each, names)}
                for each in table
            ]
            for table in found.tables
        ],
        "byes": [each + 1 for each in found.byes],
    }


def _warning(found: Caution) -> dict[str, Any]:
    return {
        "code": found.about.value,
        "entrants": [each + 1 for each in found.players],
        "table": None if found.table is None else found.table + 1,
        "number": found.number,
    }


def _refusal(impossible: Unpairable) -> dict[str, Any]:
    return {
        "code": impossible.code,
        "reason": str(impossible),
        "concerned": [each + 1 for each in impossible.players],
    }
