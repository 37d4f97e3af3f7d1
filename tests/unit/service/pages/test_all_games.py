"""All games: the page with filters and the API's search, on the whole application."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from harness.games import finish, seeded
from harness.play.signing_in import Browser, World, code
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.match.aggregate import Match, Sitter
from service.application.games.search.index import Index
from service.application.games.search.projector import FinishedProjector
from service.application.games.visibility import ANYBODY

ROW = re.compile(r'<p class="game-name"><a href="/games/([0-9a-f-]{36})"')


class Site(World):
    """The application with players, their games, and the index of finished games."""

    def __init__(self) -> None:
        super().__init__()
        self.random = seeded(4)
        self.browsers = {name: self.browser() for name in ("Ann", "Ben", "Cleo")}
        self.ids = {name: browser.guest(name) for name, browser in self.browsers.items()}
        self.index = Index(self.store)

    def started(self, *names: str, options: Options = NO_OPTIONS, rules: Rules | None = None) -> Match:
        """Return a new game of these players."""
        tables, sitters = self.services.tables, [Sitter(self.ids[name], None) for name in names]
        new = NewTable(rules or Rules(), len(sitters), sitters[0].player, sitters[0], options)
        match = tables.create(new_game_id(self.random.randbytes(16)), new).after
        for other in sitters[1:]:
            match = tables.join(match, other).after
        return match

    def scored(self, *names: str, options: Options = NO_OPTIONS, rules: Rules | None = None) -> Match:
        """Return a scored game of these players."""
        match = self.started(*names, options=options, rules=rules)
        return self.services.tables.settle(finish(self.services.tables, match.id, self.random))

    def solo(self) -> Match:
        """Return a running game of Ann against a bot."""
        new = NewTable(Rules(), 2, self.ids["Ann"], Sitter(self.ids["Ann"], None))
        match = self.services.tables.create(new_game_id(self.random.randbytes(16)), new).after
        return self.services.tables.seat_bot(match, self.ids["Ann"], "greedy").after

    def project(self) -> None:
        """Bring the index up to date."""
        doors = self.services.visibility
        projector = FinishedProjector(
            self.services.tables.log, self.index, lambda match: doors.may_watch(match, ANYBODY)
        )
        while projector.go_on(0):
            pass


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give a site with games of every kind."""
    made = Site()
    yield made
    made.hub.close()


@pytest.fixture(scope="module")
def games(site: Site) -> dict[str, GameId]:
    """Give the finished games by name; the private one is of Ann and Ben."""
    found = {
        "plain": site.scored("Ann", "Ben").id,
        "duel": site.scored("Ben", "Cleo", rules=Rules(mighty_duel=True)).id,
        "private": site.scored("Ann", "Ben", options=Options(private=True)).id,
    }
    site.project()
    return found


def listed(browser: Browser, query: str = "") -> list[str]:
    """The ids of the games on the page."""
    page = browser.client.get(f"/games{query}")
    assert page.status_code == 200, page.text
    return ROW.findall(page.text)


def searched(browser: Browser, query: str) -> Any:
    """The API's response, which must be a success."""
    answer = browser.ask("GET", f"/games?{query}")
    assert answer.status_code == 200, answer.json
    return answer.json


@pytest.mark.slow
def test_finished_games_have_result_date_and_kingdoms(site: Site, games: dict[str, GameId]) -> None:
    """Games are latest end first, with names, points, winner, date and drawings of the kingdoms."""
    stranger = site.browser()
    assert listed(stranger) == [games["duel"], games["plain"]]
    page = stranger.client.get("/games").text
    assert '<h2 id="found-title">2 games</h2>' in page
    match = site.services.tables.match(games["plain"])
    assert match.result is not None
    row = page.split(f'href="/games/{match.id}"')[1]
    for name, score in zip(("Ann", "Ben"), match.result.scores, strict=True):
        assert re.search(rf">{name}</a> <b>{score.total}</b>", row)
    assert page.count('class="thumb seat-0"') == page.count('class="thumb seat-1"') == 2
    assert len(re.findall(r"<time class=\"day\" datetime=", page)) == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("variant=duel", ["duel"]),
        ("variant=base&seats=2&company=people&min_turns=24&max_turns=24", ["plain"]),
        ("seats=3", []),
        ("rated=false&max_days=0&min_points=0&max_points=9999", ["duel", "plain"]),
        ("rated=true", []),
        ("company=solo", []),
    ],
)
def test_filters_of_page_and_api_are_the_same(
    site: Site, games: dict[str, GameId], query: str, expected: list[str]
) -> None:
    """The page has the same parameters and results as the API."""
    stranger, ids = site.browser(), [games[each] for each in expected]
    assert listed(stranger, f"?{query}") == ids
    found = searched(stranger, query)
    assert ([game["id"] for game in found["games"]], found["total"], found["next"]) == (ids, len(ids), None)


def test_dates(site: Site, games: dict[str, GameId]) -> None:
    """Both ends of a range are included."""
    stranger = site.browser()
    days = re.findall(r"<time class=\"day\" datetime=\"([0-9-]{10})", stranger.client.get("/games").text)
    assert listed(stranger, f"?since={min(days)}&until={max(days)}") == [games["duel"], games["plain"]]
    assert listed(stranger, "?until=2001-01-01") == []


@pytest.mark.slow
def test_games_of_players(site: Site, games: dict[str, GameId]) -> None:
    """A name redirects to the id; two players can be combined; own private games are found too."""
    ann, ben = site.browsers["Ann"], site.ids["Ben"]
    answer = ann.client.get("/games?name=cLEo")
    assert (answer.status_code, answer.location) == (303, f"/games?company=any&player={site.ids['Cleo']}")
    assert listed(ann, f"?player={site.ids['Cleo']}") == [games["duel"]]
    assert listed(ann, f"?player={site.ids['Cleo']}&opponent={site.ids['Ann']}") == []
    assert listed(ann, f"?player={ben}") == [games["duel"], games["plain"]]
    assert listed(site.browsers["Ben"], f"?player={ben}") == [games["private"], games["duel"], games["plain"]]
    assert searched(ann, f"player={ben}&seats=2")["total"] == 2
    assert searched(site.browsers["Ben"], f"player={ben}&seats=2")["total"] == 3
    assert "No player has a name" in ann.client.get("/games?name=nobody").text


def test_whoever_hides_their_page_is_not_searched_for(site: Site, games: dict[str, GameId]) -> None:
    """Others find no games by that player, alone or with an opponent; other filters still find them."""
    cleo, ann = site.browsers["Cleo"], site.browsers["Ann"]
    of_both = f"player={site.ids['Ben']}&opponent={site.ids['Cleo']}"
    assert searched(ann, of_both)["total"] == 1
    assert cleo.ask("PUT", "/me/page", {"page": "nobody"}).status_code == 200
    for query in (f"player={site.ids['Cleo']}&seats=2", of_both):
        assert searched(ann, query) == {"games": [], "next": None, "total": 0}
    assert searched(cleo, of_both)["total"] == 1
    assert searched(ann, "variant=duel")["total"] == 1
    assert cleo.ask("PUT", "/me/page", {"page": "everybody"}).status_code == 200


@pytest.mark.slow
def test_erased_players_are_not_searched_for() -> None:
    """Their id finds nothing."""
    site = Site()
    site.scored("Ann", "Ben")
    site.project()
    query = f"player={site.ids['Ann']}&seats=2"
    assert searched(site.browsers["Ben"], query)["total"] == 1
    assert site.browsers["Ann"].ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert searched(site.browsers["Ben"], query)["total"] == 0
    assert searched(site.browsers["Ben"], f"player={site.ids['Ben']}&seats=2")["total"] == 1
    site.hub.close()


def test_pages_follow_each_other(site: Site, games: dict[str, GameId]) -> None:
    """The cursor is opaque, and an invalid one is refused."""
    stranger = site.browser()
    first = searched(stranger, "seats=2&limit=1")
    second = searched(stranger, f"seats=2&limit=1&cursor={first['next']}")
    assert [page["games"][0]["id"] for page in (first, second)] == [games["duel"], games["plain"]]
    assert (first["total"], second["total"], second["next"]) == (2, 2, None)
    assert games["duel"] not in first["next"]
    assert code(stranger.ask("GET", "/games?seats=2&cursor=nonsense")) == (422, "request/invalid")


def test_lists_have_points_and_places(site: Site, games: dict[str, GameId]) -> None:
    """Finished games are listed with points and ranking."""
    (game,) = searched(site.browser(), "variant=duel")["games"]
    match = site.services.tables.match(games["duel"])
    assert match.result is not None
    assert game["points"] == [score.total for score in match.result.scores]
    assert game["ranking"] == [list(seats) for seats in match.result.ranking]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("min_points=9&max_points=3", "max_points"),
        ("since=2026-02-02&until=2026-02-01", "until"),
        ("since=yesterday", "since"),
        ("variant=chess", "variant"),
        ("seats=5", "seats"),
        ("min_days=-1", "min_days"),
    ],
)
def test_wrong_filters_are_named(site: Site, query: str, field: str) -> None:
    """The API names the member, the page marks the field; nothing is listed."""
    stranger = site.browser()
    answer = stranger.ask("GET", f"/games?{query}")
    assert code(answer) == (422, "request/invalid")
    assert list(answer.json["errors"]["query"]) == [field]  # type: ignore[index]
    page = stranger.client.get(f"/games?{query}")
    assert page.status_code == 422
    assert f'id="wrong-{field}"' in page.text
    assert not ROW.findall(page.text)


@pytest.mark.usefixtures("games")
def test_filters_are_for_finished_games(site: Site) -> None:
    """Filters with another status are refused by the API."""
    stranger = site.browser()
    answer = stranger.ask("GET", "/games?seats=2&status=active")
    assert code(answer) == (422, "request/invalid")
    assert list(answer.json["errors"]["query"]) == ["status"]  # type: ignore[index]
    assert stranger.ask("GET", "/games?seats=2&status=scored").status_code == 200


def test_running_games_are_those_between_people(site: Site) -> None:
    """Games with only bots are listed only on request."""
    between, solo = site.started("Ann", "Ben").id, site.solo().id
    stranger = site.browser()
    shown = listed(stranger, "?status=active")
    assert between in shown
    assert solo not in shown
    assert {between, solo} <= set(listed(stranger, "?status=active&company=any"))


def test_without_an_index_the_search_says_so() -> None:
    """The API and the page say how far the index is, with Retry-After; the lobby works without results."""
    world = World()
    stranger = world.browser()
    builds = Index(world.store).builds
    builds.note(builds.begin(4), 1, [], "the next page")
    answer = stranger.ask("GET", "/games?seats=2")
    assert code(answer) == (503, "search/not-built")
    assert "(1 of 4 games so far)" in answer.json["detail"]  # type: ignore[index]
    assert answer.headers["Retry-After"] == "60"
    page = stranger.client.get("/games")
    assert page.status_code == 503
    assert "25%" in page.text
    assert stranger.client.get("/").status_code == 200
    assert stranger.ask("GET", "/games").status_code == 200
    world.hub.close()


def test_the_lobby_reads_all_its_lists_together(
    site: Site, games: dict[str, GameId], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many lists it shows, to a player or a stranger, the log is asked for them once."""
    log, asked = type(site.services.tables.log), list[int]()
    every = log.list_each

    def counted(self: Any, pages: Any) -> Any:
        asked.append(len(pages))
        return every(self, pages)

    monkeypatch.setattr(log, "list_each", counted)
    for browser in (site.browsers["Ann"], site.browser()):
        asked.clear()
        assert browser.client.get("/").status_code == 200
        assert len(asked) == 1
        assert asked[0] > 3


def test_the_lobby_has_results_and_running_games(site: Site, games: dict[str, GameId]) -> None:
    """Both lists have public games between people; open tables come first."""
    site.started("Ann", "Ben")
    page = site.browser().client.get("/").text
    opened, results = page.split('id="all-title"')
    assert set(ROW.findall(results)) == {games["plain"], games["duel"]}
    assert opened.index('id="open-title"') < opened.index('id="running-title"')
    assert 'id="running-title"' not in site.browsers["Ann"].client.get("/").text  # it stands in "My games"
