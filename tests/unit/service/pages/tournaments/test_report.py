"""The page of the report on choices that help one other."""

from collections.abc import Iterator

import pytest

from service.application.games.reviews.subject import subject_of_match
from tests.unit.service.pages.tournaments.site import TournamentSite

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site() -> Iterator[TournamentSite]:
    """Give the application."""
    made = TournamentSite()
    yield made
    made.hub.close()


@pytest.mark.slow
def test_the_report_is_for_directors_and_says_what_it_cannot_show(site: TournamentSite) -> None:
    """Games are examined on request; the pair is shown with its choices, their moves and the comparison."""
    now = site.started(site.entered(site.announced(size=2, rounds=2), "Ben", "Cleo"))
    now = site.closed(site.played(now))
    now = site.played(now)
    path = f"/tournaments/{now.id}/desk/collusion"
    assert site.browsers["Ben"].client.get(path).status_code == 403
    assert site.browsers["Ben"].form(path).status_code == 403
    page = site.page(now.id, "/desk/collusion", "Ann")
    assert "This report accuses nobody." in page
    assert "0 of 2 games are examined." in page
    answer = site.browsers["Ann"].form(path)
    assert answer.status_code == 303
    reviews = site.services.reviews
    assert {reviews.take(1), reviews.take(1)} == {table.id for table in now.games}
    for table in now.games:
        match = site.tables.match(table.id)
        seat = next(seat for seat, sitter in enumerate(match.sitters) if sitter.player == site.ids["Ben"])
        made = [{"version": 9, "seat": seat, "grade": "slip", "made": "choose 3", "best": "choose 9"}]
        found = {"version": 9, "seat": seat, "other": 1 - seat, "cost": 2.5, "gain": 4.0}
        reviews.keep(subject_of_match(match), {"decisions": made, "helps": [found]}, 1)
    page = site.page(now.id, "/desk/collusion", "Ann")
    assert "2 of 2 games are examined." in page
    assert "Choices of Ben that brought points to Cleo" in page
    assert "Choices of Cleo that brought points to Ben" not in page
    assert "made choose 3, best choose 9; cost 2.5, gain 4.0" in page
    assert f"/games/{now.games[0].id}/replay?version=9" in page
    assert "100 %" in page
    assert site.browsers["Ann"].client.get(f"{path}?entrant=9").status_code == 409
    assert "Choices of Ben that brought points to Cleo" not in site.page(
        now.id, "/desk/collusion?entrant=2", "Ann"
    )
