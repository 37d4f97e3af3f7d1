"""Coming back: the lobby begins with the viewer's running games, lists say what is new, and links lead on."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.scoring import score
from replays.events.game_events import Options
from tests.unit.service.pages.test_all_games import Site
from tests.unit.service.pages.test_fragments import moved, shown

NEW = re.compile(r'href="/games/([0-9a-f-]{36})/replay\?version=(\d+)">(\d+) new event')


@pytest.fixture
def site() -> Iterator[Site]:
    """Give the application with Ann, Ben and Cleo."""
    made = Site()
    yield made
    made.hub.close()


def test_own_running_games_stand_first_whoever_is_to_move(site: Site) -> None:
    """With every kingdom, the own one first, its points, and whose turn it is; results come later."""
    over = site.scored("Ann", "Ben")
    match = moved(site, site.started("Ann", "Ben").id, 12)
    game = match.game
    assert game is not None
    for name in ("Ann", "Ben"):
        page = shown(site.browsers[name], "/")
        top, rest = page.split('id="play"')
        assert f'href="/games/{match.id}"' in top
        assert f'href="/games/{over.id}"' not in top
        assert f'href="/games/{over.id}"' in rest.split('id="mine-over"')[1]
        boards = re.findall(r'<li class="mini-board seat-(\d)(| to-move)">.*?<b>(\d+) point', top, re.DOTALL)
        own = match.seat_of(site.ids[name])
        seats = [Seat(own or 0), Seat(1 - (own or 0))]
        marks = [" to-move" if seat == game.mover else "" for seat in seats]
        points = [str(score(game, seat).total) for seat in seats]
        assert boards == list(zip(map(str, seats), marks, points, strict=True))
    assert 'id="mine"' not in shown(site.browser(), "/")


def test_a_name_that_the_header_cuts_can_be_read(site: Site) -> None:
    """On a phone it ends with an ellipsis, in its own direction; the link has all of it as its title."""
    assert '<a href="/account" title="Ann" dir="auto">Ann</a>' in shown(site.browsers["Ann"], "/")
    assert '<a href="/sign-in">Sign in</a>' in shown(site.browser(), "/")


def test_events_since_the_last_visit_are_counted_in_all_lists(site: Site) -> None:
    """On every device of the account and for spectators with one; the link leads to the first of them."""
    game = site.started("Ann", "Ben").id
    seen = site.services.tables.match(game).head.version
    for name in ("Ann", "Cleo"):
        answer = site.browsers[name].ask("PUT", f"/games/{game}/seen", {"version": seen})
        assert answer.status_code == 204
    lists = {"Ann": ["/", "/games?status=active", f"/players/{site.ids['Ben']}"], "Cleo": ["/"]}
    for name, paths in lists.items():
        assert all(NEW.findall(shown(site.browsers[name], path)) == [] for path in paths)
    new = moved(site, game, 3).head.version - seen
    for name, paths in lists.items():
        for path in paths:
            found = set(NEW.findall(shown(site.browsers[name], path)))
            assert found == {(game, str(seen + 1), str(new))}, path
    assert NEW.findall(shown(site.browsers["Ben"], "/")) == []  # he has not visited the game
    assert NEW.findall(shown(site.browser(), "/")) == []


def test_a_link_to_a_private_game_leads_to_signing_in(site: Site) -> None:
    """And from there back; the page of a game that does not exist is the same, so it betrays nothing."""
    game = site.started("Ann", "Ben", options=Options(private=True)).id
    nowhere, stranger = str(UUID(int=1)), site.browser()
    for path in ("/games/{}", "/games/{}/replay?version=3"):
        page = shown(stranger, path.format(game), 404)
        (there,) = re.findall(r'<a class="button primary" href="([^"]*)">Sign in</a>', page)
        assert parse_qs(urlsplit(there).query) == {"back": [path.format(game)]}
        assert page.replace(game, nowhere) == shown(stranger, path.format(nowhere), 404)
        assert f'name="back" value="{path.format(game)}"' in shown(stranger, there)
    assert 'class="button primary" href="/sign-in' not in shown(site.browsers["Cleo"], f"/games/{game}", 404)
    assert 'href="/sign-in?back' not in shown(stranger, "/nothing", 404)
