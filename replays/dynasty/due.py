"""Finds the dynasties that have work for a worker, from the log alone and without opening a secret."""

from replays.commands.series import first_readable
from replays.dynasty.aggregate import Dynasty
from replays.events.game_events import GameScored
from replays.log.event_log import EventLog, last_events


def is_due(log: EventLog, dynasty: Dynasty) -> bool:
    """True if a game is to be started or counted; costs at most two short reads."""
    if dynasty.running is None:
        return dynasty.next_number is not None
    game = dynasty.games[-1].id
    return isinstance(first_readable(lambda: last_events(log, game)), GameScored)
