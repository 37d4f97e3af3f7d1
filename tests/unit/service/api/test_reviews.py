"""Limits on reviews of games."""

from typing import Any

import pytest

from kingdomino.kernel import state
from service.api.history.reviews import SLOW
from service.application.quotas.counters import Limit
from service.application.quotas.throttle import Attempt
from tests.unit.service.api.test_people import Site


def _allowed(**options: Any) -> int:
    """The number of reviews that an account gets for such games, with a limit of `SLOW` + 1 per hour."""
    site = Site()
    games = [site.scored(site.ann, site.bob, **options).id for _ in range(SLOW + 2)]
    site.parts.throttle._limits = {Attempt.REVIEW_BY: Limit(SLOW + 1, 3600)}
    answers = [site.ann.ask("POST", f"/games/{game}/review") for game in games]
    refused = [answer.json["code"] for answer in answers if answer.status_code != 202 and answer.json]
    assert set(refused) == {"limit/reached"}
    return len(answers) - len(refused)


@pytest.mark.long
def test_what_takes_minutes_counts_more() -> None:
    """Otherwise one account could block everybody's reviews for hours."""
    assert _allowed(rules={"game": "origins"}) == 1
    assert _allowed() == (SLOW + 1 if state().runs else 1)
