"""The registry of acts: what a director, or a player in a matter of one's own, does on a tournament's record.

The API, the command line and the pages have the same acts with the same members; `deciding` carries them out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

from replays.events import tournament_events as events
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.directing import Grounds
from replays.tournament.view import ACTS as NAMES

Decision = Callable[..., list[EventDraft]]
"""The decision on an act: from the tournament, the reason, the time in ms UTC, and the members by name."""


class MemberForm(Enum):
    """The form of a member of an act. Entrants are numbered from 1, and so are seats in their lists."""

    ENTRANT = "entrant"
    ENTRANTS = "entrants"
    PLAYER = "player"
    """The id or the exact name of a player."""
    ROUND = "round"
    GAME = "game"
    """The number or the id of a game of the tournament."""
    GAMES = "games"
    PLACES = "places"
    """The place of each seat, from 1."""
    POINTS = "points"
    """The points of each seat, in twelfths of a point."""
    TABLES = "tables"
    """Tables, each with its entrants in the order of the seats."""
    VERSION = "version"
    """The version of an event."""
    MOMENT = "moment"
    """A time in ms UTC."""
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an act; `about` says what it is."""

    name: str
    form: MemberForm
    about: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class ActKind:
    """A type of act: the event that records it, its members besides code and reason, and its decision."""

    event: type[events.Act]
    about: str
    decide: Decision
    members: tuple[Member, ...] = ()

    @property
    def name(self) -> str:
        """The type's name in requests and in the tournament's state."""
        return NAMES[self.event]


def _untimed(decision: Decision) -> Decision:
    """A decision for which the time does not matter."""
    return lambda tournament, why, _now, **members: decision(tournament, why, **members)


def _set_pairing(tournament: Tournament, why: Grounds, _now: int, **members: Any) -> list[EventDraft]:
    return acts.set_pairing(tournament, why, members["round"], members["tables"], members.get("byes") or ())


def _adjust_clocks(tournament: Tournament, why: Grounds, now: int, **members: Any) -> list[EventDraft]:
    outage = members["began"], members["ended"]
    return acts.adjust_clocks(tournament, why, outage, members.get("games") or (), now)


_ENTRANT = Member("entrant", MemberForm.ENTRANT, "Number of the entrant.")
_GAME = Member("game", MemberForm.GAME, "Number of the game in the tournament, or its id.")
_POINTS = "Points of each seat, in twelfths of a point; by default "

_ALL = (
    ActKind(
        events.TournamentEntrantWithdrawn,
        "An entrant is out: no further round seats the entrant.",
        _untimed(acts.withdraw),
        (_ENTRANT,),
    ),
    ActKind(
        events.TournamentEntrantReplaced,
        "A substitute plays the entrant's further rounds and has the entrant's points.",
        _untimed(acts.replace_entrant),
        (_ENTRANT, Member("player", MemberForm.PLAYER, "Id or exact name of the substitute.")),
    ),
    ActKind(
        events.TournamentMeetingForbidden,
        "These two are not paired with each other from the next round on.",
        _untimed(acts.forbid_meeting),
        (Member("entrants", MemberForm.ENTRANTS, "Numbers of the two entrants."),),
    ),
    ActKind(
        events.TournamentPairingSet,
        "The next round is paired by hand: everybody who is in has a table or a bye.",
        _set_pairing,
        (
            Member("round", MemberForm.ROUND, "Number of the next round."),
            Member("tables", MemberForm.TABLES, "Tables, each with the numbers of its entrants by seat."),
            Member("byes", MemberForm.ENTRANTS, "Numbers of the entrants who have a bye.", required=False),
        ),
    ),
    ActKind(
        events.TournamentResultCorrected,
        "A game counts with these places and points, whatever its own record says.",
        _untimed(acts.correct),
        (
            _GAME,
            Member(
                "places",
                MemberForm.PLACES,
                "Place of each seat, from 1; shared places are equal.",
            ),
            Member("points", MemberForm.POINTS, f"{_POINTS}those of the scale.", required=False),
        ),
    ),
    ActKind(
        events.TournamentResultAnnulled,
        "A game does not count: each seat is assigned points as for a round without a table.",
        _untimed(acts.annul),
        (_GAME, Member("points", MemberForm.POINTS, f"{_POINTS}those of a bye.", required=False)),
    ),
    ActKind(
        events.TournamentClocksAdjusted,
        "An outage is nobody's time in these games.",
        _adjust_clocks,
        (
            Member("began", MemberForm.MOMENT, "Beginning of the outage."),
            Member("ended", MemberForm.MOMENT, "End of the outage, which is over."),
            Member(
                "games",
                MemberForm.GAMES,
                "Numbers or ids of games; by default all.",
                required=False,
            ),
        ),
    ),
    ActKind(
        events.TournamentDeputyNamed,
        "A player acts as the director does from now on; only the director names deputies.",
        _untimed(acts.name_deputy),
        (Member("player", MemberForm.PLAYER, "Id or exact name of the player."),),
    ),
    ActKind(
        events.TournamentDeputyDismissed,
        "A player is no deputy any more; only the director dismisses deputies.",
        _untimed(acts.dismiss_deputy),
        (Member("player", MemberForm.PLAYER, "Id or exact name of the deputy."),),
    ),
    ActKind(
        events.TournamentDisputeOpened,
        "A player of a game disputes it at a move.",
        _untimed(acts.open_dispute),
        (_GAME, Member("at", MemberForm.VERSION, "Version of the game that is disputed.")),
    ),
    ActKind(
        events.TournamentDisputeAnswered,
        "An open dispute is answered.",
        _untimed(acts.answer_dispute),
        (
            Member("dispute", MemberForm.VERSION, "Version at which the dispute was opened."),
            Member("upheld", MemberForm.FLAG, "True if the player is right."),
        ),
    ),
    ActKind(
        events.TournamentCutShort,
        "The tournament finishes without its further rounds; the standings now are the result.",
        _untimed(acts.cut_short),
    ),
    ActKind(
        events.TournamentActUndone,
        "An act holds no longer.",
        _untimed(undoing.undo),
        (Member("act", MemberForm.VERSION, "Version at which the act was recorded."),),
    ),
    ActKind(
        events.TournamentCalledOff,
        "The tournament does not take place; it has not started.",
        _untimed(opening.call_off),
    ),
)

ACTS: Mapping[str, ActKind] = MappingProxyType({each.name: each for each in _ALL})
"""All types of acts by their names."""
