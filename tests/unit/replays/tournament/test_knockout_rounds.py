"""A knock-out: whoever is out by the results stays out, and nobody is out without one."""

import pytest

from replays.events.regulations import Format, Regulations
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding import acts
from replays.tournament.desk.cautions import Unusual
from replays.tournament.desk.preview import preview
from replays.tournament.pairing import knockout_field
from tests.unit.replays.tournament.seasons import WHY, season


def test_a_round_by_hand_seats_those_who_have_come_that_far() -> None:
    """And nobody else, who would be in again."""
    cup = season(Format.KNOCKOUT, 2, 3, 8)
    cup.start()
    for table in cup.now.games:
        cup.correct(table.number, [1, 2])
    left = [each + 1 for each in sorted(knockout_field(cup.now))]
    losers = [each for each in range(1, 9) if each not in left]
    with pytest.raises(Refusal, match="tournament/tables"):
        acts.set_pairing(cup.now, WHY, 2, [left[:2], left[2:]], losers)
    cup.pair([left[:2], left[2:]])
    foreseen = preview(cup.now)
    assert foreseen is not None
    assert not [each for each in foreseen.cautions if each.about is Unusual.UNSEATED]
    cup.close()
    assert cup.now.rounds[1].paired.by_hand
    assert cup.now.rounds[1].paired.byes == ()


def test_no_date_closes_a_round_before_its_tables() -> None:
    """Nobody could go on from a table without a result."""
    cup = season(Format.KNOCKOUT, 2, 3, 8, Regulations(round_ms=1_000))
    cup.start()
    for table in cup.now.games[1:]:
        cup.correct(table.number, [1, 2])
    cup.at += 1_000
    with pytest.raises(Refusal, match="tournament/not-done"):
        cup.all.close(cup.now, 1, WHY.by)
