"""A second stage, promotion and relegation: the places of finished tournaments enter in one request."""

from typing import Any

from tests.unit.service.api.tournaments.site import NOBODY, Site


def finished() -> tuple[Site, str, list[str]]:
    """A service with a finished tournament: its id, and the players by place."""
    site = Site()
    site.announce(rounds=1)
    site.enter("Ben", "Cid", "Dora", "Eve")
    site.begin()
    for game in (1, 2):
        assert site.act(site.ann, "correct", game=game, places=[1, 2]) == (201, "")
    site.ok(site.ann, "POST", "rounds/1/close")
    return site, site.id, [row["player"] for row in site.state["standings"]]


def stages(tournament: str, *places: list[int]) -> dict[str, Any]:
    """The body of a request."""
    return {"from": [{"tournament": tournament, "places": each} for each in places]}


def test_the_first_places_of_a_tournament_enter_the_next() -> None:
    """In their order, once, also if the request is repeated; the new one says where they came from."""
    site, first, ranked = finished()
    site.announce(kind="knockout", rounds=1)
    for _ in range(2):
        answer = site.ask(site.ann, "POST", "entries", stages(first, [1, 2]), **{"Idempotency-Key": "final"})
        assert (answer.status_code, answer.json) == (201, {"entrants": [1, 2]})
    state = site.state
    assert [each["player"] for each in state["entrants"]] == ranked[:2]
    assert [(each["tournament"], each["places"]) for each in state["sources"]] == [(first, [1, 2])]
    assert site.refused(site.ann, "POST", "entries", stages(first, [2, 3])) == (409, "tournament/entered")


def test_what_cannot_enter_is_refused() -> None:
    """Another director's tournament, an unfinished or unknown one, no places, a blocked director."""
    site, first, ranked = finished()
    site.announce()
    open_ = site.id
    assert site.refused(site.ben, "POST", "entries", stages(first, [1, 2])) == (
        403,
        "tournament/not-director",
    )
    assert site.refused(site.ann, "POST", "entries", stages(open_, [1, 1])) == (
        409,
        "tournament/not-finished",
    )
    assert site.refused(site.ann, "POST", "entries", stages(NOBODY, [1, 1])) == (404, "tournament/unknown")
    assert site.refused(site.ann, "POST", "entries", stages(first, [1, 5])) == (409, "tournament/places")
    assert site.refused(site.ann, "POST", "entries", stages(first, [1])) == (422, "request/invalid")
    ben = site.people[site.names.index("Ben")]
    assert ben.ask("PUT", f"/me/blocked/{site.ids['Ann']}").status_code < 300
    answer = site.ask(site.ann, "POST", "entries", stages(first, [1, 4]))
    lines = [(each["line"], each["code"]) for each in answer.json["lines"]]
    assert lines == [(1 + ranked.index(site.ids["Ben"]), "tournament/refused")]


def test_nobody_is_entered_into_a_rated_tournament_by_others() -> None:
    """Ratings are played for by one's own will."""
    site, first, _ = finished()
    site.announce(rated=True)
    for wanted in ({"players": ["Ben"]}, stages(first, [1, 2])):
        assert site.refused(site.ann, "POST", "entries", wanted) == (409, "rated/own-entry")
    assert site.ok(site.ben, "POST", "entries", {}, 201) == {"entrant": 1}
