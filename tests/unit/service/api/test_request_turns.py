"""Requests for animations and reviews take turns by address and account, over HTTP."""

import pytest

from harness.play.signing_in import Browser, code
from replays.bootstrap import now_ms
from service.api.history.reviews import BUSY_SECONDS
from service.application.games.reviews import stored
from service.application.pictures.animations import OF_ONE_ADDRESS
from tests.unit.service.api.test_people import Site

ATTACKER = "198.51.100.7"
"""The attacker's address; all others in these tests have the client's usual one."""


@pytest.fixture
def site() -> Site:
    """Give a site with three players."""
    return Site()


def attackers(site: Site, number: int) -> list[Browser]:
    """Guests of the attacker's address."""
    browsers = [site.world.browser() for _ in range(number)]
    for browser in browsers:
        browser.client.environ_base["REMOTE_ADDR"] = ATTACKER
        browser.guest()
    return browsers


def called_off(site: Site) -> str:
    """A game that was called off after its start: it has an animation, and is quick to make."""
    game = site.open(site.ann)
    assert site.bob.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    assert site.ann.ask("POST", f"/games/{game}/abort", {}).status_code == 201
    return game


def test_guests_of_one_address_have_one_turn_together(site: Site) -> None:
    """They fill the address's share only, and another's animation is drawn after one of theirs."""
    games = [called_off(site) for _ in range(OF_ONE_ADDRESS + 1)]
    guests = attackers(site, 4)
    answers = [guests[number % 4].ask("GET", f"/games/{game}.gif") for number, game in enumerate(games)]
    assert [answer.status_code for answer in answers] == OF_ONE_ADDRESS * [202] + [429]
    assert code(answers[-1]) == (429, "limit/reached")
    assert answers[-1].headers["Retry-After"]
    anns = called_off(site)
    assert site.ann.ask("GET", f"/games/{anns}.gif").status_code == 202
    taken = [site.parts.animations.take(now_ms()) for _ in range(2)]
    assert taken == [games[0], anns]
    site.world.hub.close()


def test_nobody_buries_anothers_game(site: Site) -> None:
    """A request is served in its owner's turn, although the attacker requested the game before."""
    games = [called_off(site) for _ in range(3)]
    [attacker] = attackers(site, 1)
    for game in games:
        assert attacker.ask("GET", f"/games/{game}.gif").status_code == 202
    assert site.visitor.ask("GET", f"/games/{games[-1]}.gif").status_code == 202
    assert [site.parts.animations.take(now_ms()) for _ in range(3)] == [games[0], games[2], games[1]]
    site.world.hub.close()


def test_no_address_is_stored(site: Site) -> None:
    """The queue has marks of addresses, and only while a request waits."""
    [attacker] = attackers(site, 1)
    assert attacker.ask("GET", f"/games/{called_off(site)}.gif").status_code == 202
    waiting = site.world.store.zrange("pictures:wanted", 0, -1)
    assert len(waiting) == 1
    assert ATTACKER.encode() not in waiting[0]
    assert site.parts.players.origin(ATTACKER).encode() in waiting[0]
    site.world.hub.close()


@pytest.mark.slow
def test_a_full_queue_of_reviews_has_room_for_a_newcomer(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever filled it is refused; what made room says so, and when to request it again."""
    monkeypatch.setattr(stored, "MOST_WANTED", 2)
    paths = [f"/games/{site.scored(site.ann, site.bob).id}/review" for _ in range(3)]
    [attacker] = attackers(site, 1)
    for path in paths[:2]:
        assert attacker.ask("POST", path).status_code == 202
    assert site.ann.ask("POST", paths[2]).status_code == 202
    displaced = site.visitor.ask("GET", paths[1])
    assert displaced.json == {"status": "none", "progress": 0.0, "displaced": True}
    assert displaced.headers["Retry-After"] == str(BUSY_SECONDS)
    again = attacker.ask("POST", paths[1])
    assert (*code(again), again.headers["Retry-After"]) == (503, "review/busy", str(BUSY_SECONDS))
    assert site.visitor.ask("GET", paths[0]).json == {"status": "running", "progress": 0.0}
    monkeypatch.setattr(stored, "OF_ONE_ADDRESS", 1)
    assert code(attacker.ask("POST", paths[1])) == (429, "limit/reached")
    site.world.hub.close()


@pytest.mark.slow
def test_a_review_that_another_requested_is_requested_again(site: Site) -> None:
    """A game whose review waits in the attacker's line is reviewed in its player's turn."""
    paths = [f"/games/{site.scored(site.ann, site.bob).id}/review" for _ in range(3)]
    [attacker] = attackers(site, 1)
    for path in paths:
        assert attacker.ask("POST", path).status_code == 202
    assert site.ann.ask("POST", paths[2]).json == {"status": "running", "progress": 0.0}
    taken = [site.parts.reviews.take(now_ms()) for _ in range(3)]
    assert [f"/games/{game}/review" for game in taken] == [paths[0], paths[2], paths[1]]
    site.world.hub.close()
