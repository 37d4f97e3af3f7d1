"""The report on choices that help one other, and the result picture, by the API."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from service.application.games.reviews.subject import subject_of_match
from tests.unit.service.api.tournaments.site import Site


@pytest.fixture
def site() -> Site:
    """Give a service with a tournament of Ben and Cid whose two games are over."""
    found = Site()
    found.announce(rounds=2)
    found.enter("Ben", "Cid")
    found.begin()
    found.play()
    found.ok(found.ann, "POST", "rounds/1/close")
    found.play()
    return found


@pytest.mark.slow
def test_the_report_is_computed_from_reviews_for_directors_alone(site: Site) -> None:
    """Nothing is examined before a request; then the pair has its numbers and its choices."""
    assert site.refused(site.ben, "GET", "collusion") == (403, "tournament/not-director")
    assert site.refused(site.ben, "POST", "collusion") == (403, "tournament/not-director")
    nothing = site.ok(site.ann, "GET", "collusion")
    assert nothing == {"status": "none", "games": 2, "examined": 0, "looked_at": 0, "pairs": []}
    asked = site.ok(site.ann, "POST", "collusion", status=202)
    assert asked == {**nothing, "status": "running"}
    tables, reviews = site.world.services.tables, site.world.services.reviews
    games = site.work().games
    assert {reviews.take(1), reviews.take(1)} == {each.id for each in games}
    for each in games:
        match = tables.match(each.id)
        seat = match.seat_of(site.ids["Ben"])
        made = [{"version": 9, "seat": seat, "grade": "slip", "made": "choose 3", "best": "choose 9"}]
        help_ = {"version": 9, "seat": seat, "other": 1 - (seat or 0), "cost": 2.5, "gain": 4.0}
        reviews.keep(subject_of_match(match), {"decisions": made, "helps": [help_]}, 1)
    found = site.ok(site.ann, "GET", "collusion")
    assert (found["status"], found["examined"], found["looked_at"]) == ("ready", 2, 2)
    [pair] = found["pairs"]
    assert pair["chooser"] == {"id": site.ids["Ben"], "name": "Ben"}
    assert pair["helped"] == {"id": site.ids["Cid"], "name": "Cid"}
    assert (pair["games"], pair["choices"], pair["all_helps"]) == (2, 2, 2)
    assert (pair["expected"], pair["chance"], pair["cost"], pair["gain"]) == (2.0, 1.0, 5.0, 8.0)
    assert [(each["game"], each["version"], each["made"]) for each in pair["cases"]] == [
        (each.id, 9, "choose 3") for each in games
    ]
    assert site.refused(site.ann, "GET", "collusion?entrant=3") == (409, "tournament/unknown-entrant")
    assert len(site.ok(site.ann, "GET", "collusion?entrant=1")["pairs"]) == 1
    assert site.ok(site.ann, "GET", "collusion?entrant=2")["pairs"] == []


@pytest.mark.slow
def test_what_others_see_of_a_review_says_nothing_about_help(site: Site) -> None:
    """The choices that helped one other are stored with a review, and shown to nobody."""
    [game, *_] = site.work().games
    match = site.world.services.tables.match(game.id)
    empty: Any = {name: [] for name in ("decisions", "players", "moments", "chances", "helps")}
    reviews = site.world.services.reviews
    reviews.keep(subject_of_match(match), {**empty, "evaluator": "pure"}, 1)
    shown: Any = site.ann.ask("GET", f"/games/{game.id}/review").json
    assert shown["status"] == "ready"
    assert "helps" not in shown


@pytest.mark.slow
def test_the_result_picture_is_that_of_the_version(site: Site) -> None:
    """It is a PNG of the size of link previews, kept by its inputs; the overview names it as its preview."""
    first = site.ask(site.eve, "GET", "card.png?version=1")
    now = site.ask(site.eve, "GET", "card.png")
    assert (first.content_type, now.content_type) == ("image/png", "image/png")
    assert Image.open(BytesIO(now.data)).size == (1200, 630)
    assert first.data != now.data
    tag = now.headers["ETag"]
    assert site.ask(site.eve, "GET", "card.png", **{"If-None-Match": tag}).status_code == 304
    assert site.refused(site.eve, "GET", "card.png?version=999") == (404, "version/unknown")
    version = site.state["version"]
    page = site.eve.client.get(f"/tournaments/{site.id}").text
    card = f"http://localhost/api/v1/tournaments/{site.id}/card.png?version={version}&amp;lang=en"
    assert f'content="{card}"' in page
    assert "After round 1 of 2" in page
