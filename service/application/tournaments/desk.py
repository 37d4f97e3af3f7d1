"""The director's desk: late tables and those that soon are, open disputes, and why a round is not paired."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from replays.commands.tables import Tables
from replays.match.aggregate import Match
from replays.tournament.aggregate import Tournament
from replays.tournament.desk.tables import Lateness, OpenTable, open_tables
from replays.tournament.pairing import forbidden
from replays.tournament.tournaments import at_pairing, sitter_at
from replays.tournament.view import Names, act, entrant_name, unpaired

NEAR_MS = 86_400_000
"""The time before a table is late in which it is near that."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Reads the games that run. Methods raise `StoreAway`."""

    tables: Tables

    def shown(self, tournament: Tournament, names: Names, now: int) -> dict[str, Any]:
        """The desk at `now`, in ms UTC; a table is on it at most once."""
        waiting = open_tables(tournament, self._matches(tournament), now)
        late = [each for each in waiting if each.lateness is not Lateness.RUNNING]
        near = [each for each in waiting if each not in late and _is_near(each, now)]
        return {
            "version": tournament.head.version,
            "late": [_table(tournament, each, names) for each in late],
            "near": [_table(tournament, each, names) for each in near],
            "disputes": [act(tournament, each, names) for each in tournament.disputes],
            "unpaired": _unpaired(tournament),
        }

    def _matches(self, tournament: Tournament) -> dict[int, Match]:
        """The games without a result by their numbers; an unreadable one is left out."""
        numbers = {each.id: each.number for each in tournament.games if not tournament.has_result(each)}
        return {numbers[match.id]: match for match in self.tables.matches.readable(numbers)}


def _is_near(table: OpenTable, now: int) -> bool:
    return table.late_at is not None and table.late_at <= now + NEAR_MS


def _table(tournament: Tournament, found: OpenTable, names: Names) -> dict[str, Any]:
    return {
        "round": found.round,
        "number": found.table.number,
        "game": found.table.id,
        "lateness": found.lateness.value,
        "entrants": [each + 1 for each in found.table.entrants],
        "waits_for": _waited_for(tournament, found, names),
        "since": found.since,
        "deadline": found.deadline,
        "late_at": found.late_at,
    }


def _waited_for(tournament: Tournament, found: OpenTable, names: Names) -> dict[str, Any] | None:
    number = found.player
    if number is None:
        return None
    sitter = sitter_at(at_pairing(tournament, found.round), number, found.round)
    return {
        "entrant": number + 1,
        "player": sitter.player,
        "name": entrant_name(sitter, number, names),
        "withdrawn": number in tournament.withdrawn,
    }


def _unpaired(tournament: Tournament) -> dict[str, Any] | None:
    """Why the next round is not paired, and the acts that may help."""
    found = unpaired(tournament)
    return found and {**found, "remedies": list(_remedies(tournament, found["code"]))}


def _remedies(tournament: Tournament, code: str) -> Iterator[str]:
    """The types of acts after which the pairing is tried again, or that end the tournament; and entries."""
    if forbidden(tournament) or code == "pairing/by-hand":
        yield "undo"
    yield "set-pairing"
    yield "withdraw"
    if tournament.created.regulations.late_until > tournament.paired:
        yield "enter"
    if tournament.rounds:
        yield "cut-short"
