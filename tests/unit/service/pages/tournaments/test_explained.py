"""The parts of each number in the standings sum up to the number."""

import pytest

from harness.play.tournaments import WHY, Season, plan
from replays.events.regulations import Format, Regulations
from replays.tournament.deciding import acts
from replays.tournament.results import standing_rows
from replays.tournament.standings.tie_breaks import TIE_BREAKS
from service.application.i18n.tournaments.people import EntrantNames
from service.pages.tournaments.showing.explained import explanations
from service.pages.tournaments.showing.history import histories

EVERY = Regulations(tie_breaks=tuple(TIE_BREAKS))


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "size", "bots"), [(Format.SWISS, 4, 10), (Format.LEAGUE, 2, 5), (Format.KNOCKOUT, 2, 6)]
)
def test_the_parts_sum_up_to_the_number(form: Format, size: int, bots: int) -> None:
    """With byes, an annulled game and one that was corrected, for each entrant and each tie-break."""
    season = Season(plan(size, 3, form, regulations=EVERY))
    season.enter(bots=bots)
    season.start()
    for _ in range(2):
        season.play()
        season.close()
    season.decide(lambda now, _: acts.annul(now, WHY, 1))
    season.decide(lambda now, _: acts.correct(now, WHY, 2, [1] * len(now.games[1].entrants)))
    rows, names, rounds = (
        standing_rows(season.now),
        EntrantNames(season.now, {}),
        histories(season.now, range(bots)),
    )
    for row in rows:
        assert sum(each.points or 0 for each in rounds[row.entrant]) == row.points
        for each in explanations(season.now, names, rows, row):
            total = sum(part.amount for part in each.parts)
            expected = total // max(1, len(each.parts)) if each.is_mean else total
            assert (each.name, expected) == (each.name, each.number)
