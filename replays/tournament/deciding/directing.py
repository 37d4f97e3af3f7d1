"""Who may act on the record of a tournament, and when."""

import re
from dataclasses import dataclass

from replays.events.regulations import Code
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.schedules.forms import Player

MOST_REASON = 500
"""The number of characters of a reason."""

_UNPRINTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters other than tab and line ends, and those that change the direction of what follows."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """Who acts, and the reason: a code, and a text of 1 to 500 characters."""

    by: str
    code: Code
    reason: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.reason.strip()) <= MOST_REASON or _UNPRINTED.search(self.reason):
            text = (
                f"an act has a reason of 1 to {MOST_REASON} characters, no control characters; it is public"
            )
            raise Refusal("tournament/reason", text)


def check_directs(tournament: Tournament, player: str) -> None:
    """Refuse anybody but the director and the deputies: `tournament/not-director`."""
    if not tournament.directs(player):
        raise Refusal("tournament/not-director", "only the director and the deputies can do this")


def check_going(tournament: Tournament) -> None:
    """Refuse what comes after the end: `tournament/finished`."""
    if tournament.finished or tournament.status in {Status.ABORTED, Status.SCORED}:
        raise Refusal("tournament/finished", "the tournament is over: its result stays as it was signed off")


def entrant_numbered(tournament: Tournament, number: int) -> Player:
    """The entrant of this number, from 1: `tournament/unknown-entrant`."""
    if not 1 <= number <= len(tournament.field):
        text = f"there is no entrant {number}: they are numbered from 1 to {len(tournament.field)}"
        raise Refusal("tournament/unknown-entrant", text)
    return Player(number - 1)


def table_of(tournament: Tournament, game: int) -> tuple[TournamentRound, TournamentTable]:
    """The table of the game of this number, with its round: `tournament/unknown-game`."""
    found = tournament.table(game)
    if found is None or found[0].opened_at is None:
        raise Refusal("tournament/unknown-game", "this is no game of the tournament")
    return found
