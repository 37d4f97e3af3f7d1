"""Compares the UTC offsets of a game's pause with the verifier's time zone database: a note, not a fault.

Deadlines follow the record's table, not a database (`docs/play/clocks.md`).
"""

from bisect import bisect_right
from collections.abc import Iterator
from importlib.metadata import version

from replays.audit.moments import when
from replays.audit.verdicts import Note
from replays.clocks.zones import Offsets, offsets
from replays.events.game_events import Options


def zone_notes(options: Options) -> Iterator[Note]:
    """The note `clock/zone` if the zone has other offsets in the database, or is not in it."""
    table, clock = options.offsets, options.clock
    if not table or clock is None or clock.pause is None:
        return
    zone = clock.pause.timezone
    try:
        known = offsets(zone, table[0][0])
    except (ValueError, OverflowError, OSError) as error:  # unknown zone, or a date out of range
        yield Note("clock/zone", f"the UTC offsets of {zone} cannot be compared: {error}")
        return
    moment = _first_difference(table, known)
    if moment is not None:
        here = f"this verifier's time zone database ({version('tzdata')}) {_shown(_at(known, moment))}"
        text = f"from {when(moment)} on, the record has {_shown(_at(table, moment))} for {zone}, and {here}"
        yield Note("clock/zone", f"{text}; deadlines follow the record")


def _first_difference(one: Offsets, other: Offsets) -> int | None:
    moments = sorted({moment for moment, _ in (*one, *other)})
    return next((moment for moment in moments if _at(one, moment) != _at(other, moment)), None)


def _at(table: Offsets, moment: int) -> int:
    """The offset at a moment, in seconds; the first one also holds before its start."""
    return table[max(0, bisect_right(table, moment, key=lambda entry: entry[0]) - 1)][1]


def _shown(seconds: int) -> str:
    """The offset in the form of dates.

    >>> _shown(-12_600)
    'UTC-03:30'
    """
    hours, rest = divmod(abs(seconds), 3600)
    return f"UTC{'-' if seconds < 0 else '+'}{hours:02}:{rest // 60:02}"
