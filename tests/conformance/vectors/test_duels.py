"""Duels beside the FIDE (Dutch) System: never more repeated meetings, and never further apart by points.

`duels.json` has tournaments as py4swiss paired them; each of their rounds is paired here from the same
history. The colours and the order within equal points differ: a duel here is the best by another rule.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.tournament.schedules.costs import Competitor, Contenders
from replays.tournament.schedules.forms import Player, Round
from replays.tournament.schedules.swiss import paired
from tests.unit.replays.tournament.schedules.fields import Quality, drawn, pair

NOBODY = -1
TOURNAMENTS = json.loads(Path(__file__).with_name("duels.json").read_text("utf-8"))["tournaments"]


def rounds(tournament: dict[str, Any]) -> Iterator[tuple[Contenders, Round]]:
    """Each round: the field before it, and the duels of the other engine."""
    points, byes, seats = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
    met = Counter[frozenset[Player]]()
    for duels in tournament["rounds"]:
        field = tuple(
            Competitor(
                Player(player), points[player], (seats[player, 0], seats[player, 1], 0, 0), byes[player]
            )
            for player in range(tournament["players"])
        )
        tables = tuple((Player(white), Player(black)) for white, black, _ in duels if black != NOBODY)
        yield Contenders(field, dict(met)), tables
        for white, black, score in duels:
            points[white] += 6 * score
            if black == NOBODY:
                byes[white] += 1
                continue
            points[black] += 6 * (2 - score)
            met[pair(white, black)] += 1
            seats.update([(white, 0), (black, 1)])


@pytest.mark.parametrize("tournament", TOURNAMENTS, ids=lambda each: str(each["players"]))
def test_duels_are_as_close_as_those_of_the_dutch_system(tournament: dict[str, Any]) -> None:
    """Meetings first; with an odd number somebody else may rest, so only the meetings are compared."""
    for number, (present, other) in enumerate(rounds(tournament)):
        own = Quality.of(paired(present, 2, drawn(number).randrange), present)
        theirs = Quality.of(other, present)
        assert own.again <= theirs.again == 0
        assert tournament["players"] % 2 or own.apart <= theirs.apart


def test_some_rounds_are_equal_by_points() -> None:
    """Both engines pair within large score groups, so the histories are read as they are."""
    compared = [
        (Quality.of(paired(present, 2, drawn(1).randrange), present).apart, Quality.of(other, present).apart)
        for tournament in TOURNAMENTS
        if tournament["players"] % 2 == 0
        for present, other in rounds(tournament)
    ]
    assert sum(own == theirs for own, theirs in compared) >= len(compared) // 2
