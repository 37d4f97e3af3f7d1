"""The tags by which the text of a game says where it was played."""

import re

from kingdomino.transcript.values import Tag
from replays.tournament.aggregate import Tournament

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def place_tags(tournament: Tournament, number: int) -> tuple[Tag, ...]:
    """The tags Event, Round and Table of the tournament's game of this number; none for an unknown game.

    Event is the name of the tournament, Table the place of the table in its round, from 1.
    """
    found = tournament.table(number)
    if found is None:
        return ()
    round_, _ = found
    return (
        Tag("Event", _UNPRINTABLE.sub(" ", tournament.created.name)),
        Tag("Round", str(round_.number)),
        Tag("Table", str(1 + number - round_.tables[0].number)),
    )
