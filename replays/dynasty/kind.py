"""The declaration of dynasties as a kind of series."""

from kingdomino.dynasty import GAMES
from replays.commands.series import SeriesKind
from replays.dynasty.aggregate import DYNASTIES, Dynasty, game_id
from replays.dynasty.due import is_due
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.view import result
from replays.events.dynasty_events import DynastyBotSeated, DynastySeated
from replays.log.works import ADVANCE

DYNASTY: SeriesKind[Dynasty, Dynasties] = SeriesKind(
    DYNASTIES,
    Dynasties,
    game_id=game_id,
    most_games=GAMES,
    follows=lambda number: number < GAMES,
    is_due=is_due,
    due_after=(DynastySeated, DynastyBotSeated),
    work=ADVANCE,
    result=result,
    call_off=lambda all_, dynasty, open_ms: all_.abort_unfilled(all_.dynasty(dynasty), open_ms),
)
