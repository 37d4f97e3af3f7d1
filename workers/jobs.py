"""The jobs, as RQ calls them: a function by name, with ids as arguments and no result.

Every job may be lost, run twice, or run by two workers at once; the log decides.
"""

import logging
import traceback

from replays.codec import CodecError
from replays.identity import GameId
from replays.log import LogError
from replays.tables import Tables, UnknownGame
from replays.vault import VaultError

log = logging.getLogger("rq.worker")  # a job speaks where its worker does


class NotScored(Exception):  # noqa: N818 - the record that RQ keeps of it
    """A job that failed: the game and a stable code, and nothing that was read or opened on the way."""

    def __init__(self, game: str, code: str) -> None:
        super().__init__(f"game {game} is not scored: {code}")
        self.code = code


class _Process:
    """What the jobs of this process work on; set once by its composition root."""

    tables: Tables | None = None


def work_on(tables: Tables) -> None:
    """Let the jobs of this process work on these tables."""
    _Process.tables = tables


def score(game_id: str) -> None:
    """Reveal the seed and append the result of a finished game; any other game stays as it is.

    Raises `NotScored` with the code of the fault. Texts of unknown faults could hold anything, so only the
    places that they came through are logged.
    """
    if _Process.tables is None:
        raise NotScored(game_id, "worker/no-tables")
    try:
        _Process.tables.settle(GameId(game_id))
    except UnknownGame:
        log.warning("game %s is in no log: nothing to score", game_id)
    except (LogError, VaultError, CodecError) as fault:
        raise NotScored(game_id, fault.code) from None
    except Exception as fault:  # noqa: BLE001 - whatever it is, its text goes no further
        places = "".join(traceback.format_tb(fault.__traceback__))
        log.error("game %s: %s, raised in\n%s", game_id, type(fault).__name__, places)
        raise NotScored(game_id, "worker/unexpected") from None
