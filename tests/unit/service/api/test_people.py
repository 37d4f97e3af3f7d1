"""Players as others see them: search, pages, following, blocking, rematches."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from harness.games import finish, seeded
from harness.play.signing_in import Browser, World, code
from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from service.application.games.visibility import ANYBODY
from service.application.people.recorder import Recorder
from service.services import EXTENSION, Services

NOBODY = "00000000-0000-4000-8000-000000000000"
__all__ = ["FlaskClient"]


class Site:
    """Ann, Bob and Cleo, each in their own browser, and a visitor."""

    def __init__(self) -> None:
        self.world = World()
        self.parts: Services = self.world.app.extensions[EXTENSION]
        self.ann, self.bob, self.cleo, self.visitor = (self.world.browser() for _ in range(4))
        self.ids = {who: who.guest(name) for who, name in self.named()}
        self.random = seeded(3)

    def named(self) -> list[tuple[Browser, str]]:
        """Return the players' browsers with their names."""
        return [(self.ann, "Ann"), (self.bob, "Bob"), (self.cleo, "Cleo")]

    def open(self, who: Browser, players: int = 2, **options: Any) -> str:
        """Return a table opened by this player."""
        answer = who.ask("POST", "/games", {"players": players, **options})
        assert answer.status_code == 201, answer.data
        return str(answer.json["id"]) if answer.json else ""

    def scored(self, *who: Browser, **options: Any) -> Match:
        """Return a scored game of these players, counted into records."""
        game = self.open(who[0], len(who), **options)
        key = f"?invitation={self.parts.visibility.key(self.parts.tables.match(GameId(game)))}"
        for other in who[1:]:
            assert other.ask("POST", f"/games/{game}/seats{key}", {}).status_code == 201
        match = self.parts.tables.settle(finish(self.parts.tables, GameId(game), self.random))
        self.count()
        return match

    def count(self) -> None:
        """Let the recorder count finished games."""
        parts = self.parts
        recorder = Recorder(
            self.world.store,
            parts.tables.log,
            parts.players,
            lambda match: parts.visibility.may_watch(match, ANYBODY),
        )
        while recorder.go_on(0):
            pass

    def see(self, who: Browser, whom: Browser) -> Any:
        """Return a player's page as another player sees it."""
        answer = who.ask("GET", f"/players/{self.ids[whom]}")
        assert answer.status_code == 200, answer.data
        return answer.json

    def block(self, who: Browser, whom: Browser) -> None:
        """Let one player block another."""
        assert who.ask("PUT", f"/me/blocked/{self.ids[whom]}").status_code == 204

    def show(self, who: Browser, page: str) -> None:
        """Set the audience of a player's page."""
        answer = who.ask("PUT", "/me/page", {"page": page})
        assert answer.json is not None
        assert answer.json["page"] == page

    def found(self, who: Browser, name: str) -> list[str]:
        """Return the names that a search finds."""
        answer = who.ask("GET", f"/players?name={name}")
        assert answer.json is not None
        return [each["name"] for each in answer.json["players"]]


@pytest.fixture
def site() -> Site:
    """Give three players and a visitor."""
    return Site()


def test_a_player_is_found_by_name(site: Site) -> None:
    """Anybody can search by a prefix; a prefix that is too short is refused with its code."""
    assert [site.found(site.visitor, name) for name in ("bo", "BOB", "bobby")] == [["Bob"], ["Bob"], []]
    assert code(site.visitor.ask("GET", "/players?name=b")) == (422, "search/too-short")
    assert code(site.visitor.ask("GET", "/players?name=bob&cursor=no")) == (422, "request/invalid")


@pytest.mark.slow
def test_a_search_has_pages(site: Site) -> None:
    """Each player comes once, even with hidden players in between."""
    site.show(site.bob, "nobody")
    for number in range(7):
        browser = site.world.browser()
        browser.guest(f"Bo {number}")
        if number % 3 == 0:
            assert browser.ask("PUT", "/me/page", {"page": "nobody"}).status_code == 200
    names: list[str] = []
    path: str | None = "/players?name=bo&limit=2"
    while path:
        answer = site.visitor.ask("GET", path).json
        assert answer is not None
        names += [each["name"] for each in answer["players"]]
        path = answer["next"] and f"/players?name=bo&limit=2&cursor={answer['next']}"
    assert names == ["Bo 1", "Bo 2", "Bo 4", "Bo 5"]


@pytest.mark.long
def test_searches_are_limited() -> None:
    """An address has a limited number of searches; the refusal has a Retry-After header."""
    world = World(limits=True)
    visitor = world.browser()
    answers = [visitor.ask("GET", "/players?name=ann") for _ in range(301)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert code(answers[-1]) == (429, "limit/reached")
    assert int(answers[-1].headers["Retry-After"]) > 0


@pytest.mark.slow
def test_a_page_tells_results(site: Site) -> None:
    """Results count games that everybody may watch; head-to-head games count for the viewer."""
    match = site.scored(site.ann, site.bob)
    assert match.result is not None
    told = site.see(site.bob, site.ann)
    points = match.result.scores[0].total
    won = int(0 in match.result.ranking[0])
    assert told["results"] == [
        {
            "pool": "base-2",
            "games": 1,
            "won": won,
            "left": 0,
            "mean": float(points),
            "best": {"points": points, "game": match.id},
        }
    ]
    met = told["head_to_head"]
    assert (met["games"], met["last"]) == (1, match.id)
    assert met["won"] + met["drawn"] == int(1 in match.result.ranking[0])
    assert site.see(site.cleo, site.ann)["head_to_head"] is None
    assert site.see(site.visitor, site.ann)["following"] is None
    assert site.see(site.ann, site.ann)["blocked"] is None
    assert site.visitor.ask("GET", f"/players/{NOBODY}").status_code == 404
    assert code(site.visitor.ask("GET", "/players/no-id")) == (404, "player/unknown")


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"visibility": "private"}, {"spectators": False}], ids=str)
def test_hidden_games_never_show(site: Site, options: dict[str, Any]) -> None:
    """They appear in no sums or lists; only their players see the head-to-head count."""
    site.scored(site.ann, site.bob, **options)
    for viewer in (site.visitor, site.cleo):
        told = site.see(viewer, site.ann)
        assert (told["results"], told["head_to_head"]) == ([], None)
        listed = viewer.ask("GET", f"/games?player={site.ids[site.ann]}").json
        assert listed == {"games": [], "next": None}
    assert site.see(site.bob, site.ann)["results"] == []
    assert site.see(site.bob, site.ann)["head_to_head"]["games"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(("page", "seen_by_players"), [("players", True), ("nobody", False)])
def test_a_page_is_shown_to_whom_the_player_wants(site: Site, page: str, *, seen_by_players: bool) -> None:
    """Other viewers get only the name, no search result and no games; the player sees everything."""
    site.scored(site.ann, site.bob)
    site.show(site.ann, page)
    expected = {site.visitor: False, site.bob: seen_by_players, site.ann: True}
    for viewer, shown in expected.items():
        told = site.see(viewer, site.ann)
        assert told["name"] == "Ann"
        assert told["shown"] is shown
        assert bool(told["results"]) is shown
        assert (told["created_at"] is not None) is shown
        assert bool(site.found(viewer, "ann")) is shown
        listed = viewer.ask("GET", f"/games?player={site.ids[site.ann]}").json
        assert listed is not None
        assert bool(listed["games"]) is shown
    if not seen_by_players:
        assert site.see(site.bob, site.ann)["head_to_head"] is None
    assert code(site.ann.ask("PUT", "/me/page", {"page": "friends"})) == (422, "request/invalid")


@pytest.mark.slow
def test_following(site: Site) -> None:
    """The list is private, newest first, with head-to-head results; names may be missing."""
    site.scored(site.ann, site.bob)
    for whom in (site.bob, site.cleo):
        assert site.ann.ask("PUT", f"/me/following/{site.ids[whom]}").status_code == 204
    first = site.ann.ask("GET", "/me/following?limit=1").json
    assert first is not None
    second = site.ann.ask("GET", f"/me/following?cursor={first['next']}").json
    assert second is not None
    assert [each["name"] for each in first["players"] + second["players"]] == ["Cleo", "Bob"]
    assert [each["head_to_head"] and 1 for each in first["players"] + second["players"]] == [None, 1]
    assert site.see(site.ann, site.bob)["following"] is True
    assert site.see(site.bob, site.ann)["following"] is False
    assert site.cleo.ask("DELETE", "/me", {"confirm": "Cleo"}).status_code == 204
    left = site.ann.ask("GET", "/me/following").json
    assert left is not None
    assert [each["name"] for each in left["players"]] == ["Bob", None] or [
        each["name"] for each in left["players"]
    ] == [None, "Bob"]
    assert site.ann.ask("DELETE", f"/me/following/{site.ids[site.cleo]}").status_code == 204
    assert code(site.ann.ask("PUT", f"/me/following/{site.ids[site.ann]}")) == (409, "contact/yourself")
    assert code(site.ann.ask("PUT", f"/me/following/{NOBODY}")) == (404, "player/unknown")
    assert code(site.visitor.ask("GET", "/me/following")) == (401, "auth/missing")


def test_who_is_blocked_cannot_sit_down(site: Site) -> None:
    """Tables of the blocker and tables where the blocker sits refuse the player without a reason."""
    own, dynasty = site.open(site.ann), site.ann.ask("POST", "/dynasties", {"players": 2}).json
    shared = site.open(site.cleo, 3)
    assert site.ann.ask("POST", f"/games/{shared}/seats", {}).status_code == 201
    site.block(site.ann, site.bob)
    assert dynasty is not None
    for table in (f"/games/{own}", f"/games/{shared}", f"/dynasties/{dynasty['id']}"):
        answer = site.bob.ask("POST", f"{table}/seats", {})
        assert code(answer) == (409, "seat/refused")
        assert answer.json is not None
        assert answer.json["detail"] == "this table cannot be joined"
    assert site.cleo.ask("POST", f"/games/{own}/seats", {}).status_code == 201
    assert site.see(site.bob, site.ann)["blocked"] is False
    theirs = site.open(site.bob)
    assert site.ann.ask("POST", f"/games/{theirs}/seats", {}).status_code == 201


def test_who_is_blocked_cannot_take_over_a_seat(site: Site) -> None:
    """The blocked player cannot sit beside the blocker; others can, once the bot has moved."""
    site.block(site.ann, site.bob)
    game = site.open(site.ann, 3, absent="bot")
    for other in (site.cleo, site.visitor):
        if other is site.visitor:
            other.guest("Dan")
        assert other.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    assert site.cleo.ask("POST", f"/games/{game}/resign", {}).status_code == 201
    path = f"/games/{game}/takeover"
    assert code(site.bob.ask("POST", path, {"seat": 1})) == (409, "seat/refused")
    fay = site.world.browser()
    fay.guest("Fay")
    assert code(fay.ask("POST", path, {"seat": 1})) in ((201, None), (409, "bot/to-act"))


@pytest.mark.slow
def test_everything_is_in_the_export(site: Site) -> None:
    """The export has followed and blocked players, the page's audience, and the results."""
    site.scored(site.ann, site.cleo)
    site.ann.ask("PUT", f"/me/following/{site.ids[site.cleo]}")
    site.block(site.ann, site.bob)
    site.show(site.ann, "players")
    answer = site.ann.ask("GET", "/me/export")
    told = answer.json
    assert told is not None
    assert (told["page"], [pool["games"] for pool in told["results"]]) == ("players", [1])
    listed = {name: [each["id"] for each in told[name]] for name in ("following", "blocked")}
    assert listed == {"following": [site.ids[site.cleo]], "blocked": [site.ids[site.bob]]}


def test_who_sits_there_already_stays(site: Site) -> None:
    """A block does not change running games, and a repeated request gets its first response."""
    game = site.open(site.ann)
    assert site.bob.ask("POST", f"/games/{game}/seats", {}, **{"Idempotency-Key": "once"}).status_code == 201
    site.block(site.ann, site.bob)
    assert site.bob.ask("POST", f"/games/{game}/seats", {}, **{"Idempotency-Key": "once"}).status_code == 201
    assert site.parts.tables.match(GameId(game)).seat_of(site.ids[site.bob]) == 1


@pytest.mark.slow
def test_who_is_blocked_cannot_comment(site: Site) -> None:
    """The player cannot comment on games of the blocker until the block is removed."""
    match = site.scored(site.ann, site.cleo)
    site.block(site.ann, site.bob)
    body = {"version": 1, "text": "why?"}
    path = f"/games/{match.id}/comments"
    assert code(site.bob.ask("POST", path, body)) == (409, "comment/refused")
    assert site.ann.ask("DELETE", f"/me/blocked/{site.ids[site.bob]}").status_code == 204
    assert site.bob.ask("POST", path, body).status_code == 201


def test_the_blocked_are_a_list(site: Site) -> None:
    """Blocking a player also ends following."""
    site.ann.ask("PUT", f"/me/following/{site.ids[site.bob]}")
    site.block(site.ann, site.bob)
    blocked, following = (site.ann.ask("GET", f"/me/{name}").json for name in ("blocked", "following"))
    assert blocked is not None
    assert [each["name"] for each in blocked["players"]] == ["Bob"]
    assert following == {"players": [], "next": None}
    assert code(site.ann.ask("GET", "/me/blocked?cursor=no")) == (422, "request/invalid")


@pytest.mark.slow
def test_playing_again(site: Site) -> None:
    """The newest common game gives rules, seats, options and players, who are invited by id."""
    site.scored(site.ann, site.bob)
    rules = {"harmony": True}
    match = site.scored(site.ann, site.bob, site.cleo, rules=rules, spectators=False, hints=False)
    for _ in range(2):
        answer = site.bob.ask("POST", f"/players/{site.ids[site.ann]}/games", {}, **{"Idempotency-Key": "a"})
        assert answer.status_code == 201
    assert answer.json is not None
    again = site.parts.tables.match(GameId(answer.json["id"]))
    assert again.id != match.id
    assert answer.headers["Location"].endswith(again.id)
    assert (again.rules, again.players) == (match.rules, 3)
    options = again.created.options
    assert (options.spectators, options.hints) == (False, False)
    assert set(options.invited or ()) == set(site.ids.values())
    assert [sitter.player for sitter in again.sitters] == [site.ids[site.bob]]
    assert code(site.cleo.ask("POST", f"/players/{NOBODY}/games", {})) == (404, "player/unknown")
    stranger = site.world.browser()
    stranger.guest("Dan")
    assert code(stranger.ask("POST", f"/players/{site.ids[site.ann]}/games", {})) == (409, "player/never-met")


def test_playing_again_with_a_bot(site: Site) -> None:
    """The bots of that game take their seats at once."""
    game = site.open(site.ann, 3)
    assert site.ann.ask("POST", f"/games/{game}/bots", {"policy": "random"}).status_code == 201
    assert site.bob.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    for who in (site.bob, site.ann):
        assert who.ask("POST", f"/games/{game}/resign", {}).status_code == 201
    site.parts.tables.settle(GameId(game))
    site.count()
    answer = site.ann.ask("POST", f"/players/{site.ids[site.bob]}/games", {})
    assert answer.json is not None
    match = site.parts.tables.match(GameId(answer.json["id"]))
    assert [sitter.bot for sitter in match.sitters] == [None, "random-1"]
