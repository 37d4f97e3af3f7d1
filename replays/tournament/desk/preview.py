"""The next round as it would be paired now, with its warnings.

The lots of a round are secret until it is paired, so the preview of a Swiss round, and of the first round of
any tournament, uses example lots: the real pairing differs wherever lots decide.
"""

from dataclasses import dataclass, replace

from replays.events import tournament_events as events
from replays.events.regulations import Format
from replays.match.aggregate import Status
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.rounds import is_last
from replays.tournament.desk.cautions import Caution, cautions
from replays.tournament.forecast import check_field
from replays.tournament.pairing import Pairing, forbidden, pairing
from replays.tournament.schedules.forms import Unpairable

EXAMPLE = bytes(32)
"""The seed of example lots."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The pairing of a round with its warnings, or why there is none.

    `example` is true if the lots are not the real ones; `waiting` is the number of tables whose results are
    missing, and which may change the pairing.
    """

    number: int
    pairing: Pairing | None
    cautions: tuple[Caution, ...]
    impossible: Unpairable | None
    example: bool
    waiting: int


def preview(tournament: Tournament) -> Preview | None:
    """The next round as it would be paired now; None if none follows."""
    if not follows(tournament):
        return None
    number, example = tournament.paired + 1, uses_lots(tournament)
    last = tournament.running
    waiting = 0 if last is None else sum(not tournament.has_result(table) for table in last.tables)
    try:
        if tournament.status is Status.OPEN:
            check_field(tournament)
        found = pairing(tournament, EXAMPLE)
    except Unpairable as impossible:
        return Preview(number, None, (), impossible, example, waiting)
    warnings = cautions(tournament, found, _free(tournament, found))
    return Preview(number, found, tuple(warnings), None, example and not found.by_hand, waiting)


def follows(tournament: Tournament) -> bool:
    """True if another round is to be paired."""
    if tournament.finished or tournament.status not in {Status.OPEN, Status.ACTIVE}:
        return False
    return not tournament.rounds or not is_last(tournament, tournament.rounds[-1])


def uses_lots(tournament: Tournament) -> bool:
    """True if the pairing of the next round depends on lots that are still secret."""
    return not tournament.rounds or tournament.created.format is Format.SWISS


def _free(tournament: Tournament, found: Pairing) -> Pairing | None:
    """The pairing with the same lots if every two might meet; None if no forbidden meeting can matter."""
    if found.by_hand or tournament.created.format is not Format.SWISS or not forbidden(tournament):
        return None
    acts = (each for each in tournament.acts if not isinstance(each.event, events.TournamentMeetingForbidden))
    try:
        return pairing(replace(tournament, acts=tuple(acts)), EXAMPLE)
    except Unpairable:
        return None
