"""The declaration of tournaments as a kind of series."""

from replays.commands.series import MANY_GAMES, SeriesKind
from replays.events import tournament_events as events
from replays.events.event_types import EVENT_TYPES
from replays.log.works import CONDUCT
from replays.tournament.aggregate import Tournament, game_id
from replays.tournament.due import is_due
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.tournaments import Tournaments
from replays.tournament.view import result

ACTS = tuple(each for each in EVENT_TYPES.of_class if issubclass(each, events.Act))
"""An act may mend a pairing that failed, or stop clocks."""

TOURNAMENT: SeriesKind[Tournament, Tournaments] = SeriesKind(
    TOURNAMENTS,
    Tournaments,
    game_id=game_id,
    most_games=events.MOST_GAMES,
    follows=lambda _number: False,
    is_due=is_due,
    due_after=(events.TournamentStarted, events.TournamentPlayerEntered, events.TournamentRoundClosed, *ACTS),
    work=CONDUCT,
    result=result,
    call_off=lambda all_, tournament, open_ms: all_.abort_unfilled(all_.tournament(tournament), open_ms),
    limits=MANY_GAMES,
)
