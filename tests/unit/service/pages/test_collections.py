"""Collections by the API and the pages, on the whole application."""

import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from harness.games import ADDRESS
from harness.play.signing_in import Browser, World, code
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.match.aggregate import Match
from service.application.account_keys import collections_key
from service.application.games.lists.collecting import collection as limits
from service.application.games.lists.collecting import collections as kept
from tests.unit.service.pages.test_all_games import ROW, Site

MINE = "/me/collections"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give the application with Ann, Ben and Cleo."""
    made = Site()
    yield made
    made.hub.close()


@pytest.fixture(scope="module")
def games(site: Site) -> list[Match]:
    """Give three games of Ann and Ben that everybody may watch."""
    return [site.started("Ann", "Ben") for _ in range(3)]


def created(browser: Browser, title: str = "Ties", **more: str) -> Any:
    """A new collection, created by the API."""
    answer = browser.ask("POST", MINE, {"title": title, **more})
    assert answer.status_code == 201, answer.json
    return answer.json


def put(browser: Browser, collection: Any, game: Match, **body: Any) -> None:
    """Put a game into a collection."""
    answer = browser.ask("PUT", f"{MINE}/{collection['id']}/games/{game.id}", body)
    assert answer.status_code == 204, answer.json


def path(collection: Any) -> str:
    """The path where others see it, in the API and on the pages."""
    return f"/players/{collection['owner']}/collections/{collection['id']}"


def seen(browser: Browser, collection: Any, query: str = "") -> list[tuple[str, str]]:
    """The games and notes that this viewer sees."""
    answer = browser.ask("GET", path(collection) + query)
    assert answer.status_code == 200, answer.json
    return [(each["id"], each["note"]) for each in (answer.json or {})["games"]]


@pytest.mark.slow
def test_a_collection_is_in_the_owners_order(site: Site, games: list[Match]) -> None:
    """A new game is added last; an existing one is moved, or its note changed."""
    ann, (one, two, three) = site.browsers["Ann"], games
    mine = created(ann, "  Games to \n learn from ")
    assert mine["title"] == "Games to learn from"
    for game in games:
        put(ann, mine, game, note=f"note on {game.id[:4]}")
    put(ann, mine, three, place=0)
    put(ann, mine, one, note="the best")
    expected = [
        (three.id, f"note on {three.id[:4]}"),
        (one.id, "the best"),
        (two.id, f"note on {two.id[:4]}"),
    ]
    assert seen(ann, mine) == expected
    pages = [seen(ann, mine, "?limit=2"), seen(ann, mine, f"?limit=2&cursor={one.id}")]
    assert pages == [expected[:2], expected[2:]]
    assert ann.ask("DELETE", f"{MINE}/{mine['id']}/games/{one.id}").status_code == 204
    assert ann.ask("DELETE", f"{MINE}/{mine['id']}/games/{one.id}").status_code == 204
    assert seen(ann, mine) == [expected[0], expected[2]]
    assert ROW.findall(ann.client.get(path(mine)).text) == [three.id, two.id]


def test_a_private_collection_is_unknown_to_others(site: Site) -> None:
    """Page and API respond as to an unknown collection."""
    ann, ben = site.browsers["Ann"], site.browsers["Ben"]
    mine = created(ann)
    for key in ("", "?key=", f"?key={'0' * 32}"):
        assert code(ben.ask("GET", path(mine) + key)) == (404, "collection/unknown")
        assert ben.client.get(path(mine) + key).status_code == 404
    assert ben.ask("GET", f"/players/{site.ids['Ann']}/collections").json["collections"] == []  # type: ignore[index]
    put_by_ben = ben.ask("PUT", f"{MINE}/{mine['id']}", {"title": "mine now"})
    assert code(put_by_ben) == (404, "collection/unknown")


def test_a_link_leads_to_it_until_it_is_taken_back(site: Site, games: list[Match]) -> None:
    """The key gives access until sharing ends; sharing again gives another key."""
    ann, stranger = site.browsers["Ann"], site.browser()
    mine = created(ann, shared="link")
    put(ann, mine, games[0])
    with_key = f"?key={mine['key']}"
    assert seen(stranger, mine, with_key) == [(games[0].id, "")]
    page = stranger.client.get(path(mine) + with_key)
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert ROW.findall(page.text) == [games[0].id]
    answer = stranger.ask("GET", path(mine) + with_key).json or {}
    assert not {"key", "size"} & set(answer)
    again = [
        ann.ask("PUT", f"{MINE}/{mine['id']}", {"title": "T", "shared": how}) for how in ("private", "link")
    ]
    assert [answer.status_code for answer in again] == [200, 200]
    assert code(stranger.ask("GET", path(mine) + with_key)) == (404, "collection/unknown")
    assert seen(stranger, mine, f"?key={(again[1].json or {})['key']}") == [(games[0].id, "")]


@pytest.mark.slow
def test_a_public_one_is_on_the_page_of_its_owner(site: Site) -> None:
    """It is shown to the audience of the owner's page."""
    cleo, stranger = site.browsers["Cleo"], site.browser()
    mine = created(cleo, "Cleo's best", shared="public")
    listed = f"/players/{site.ids['Cleo']}"
    assert "Cleo&#39;s best" in stranger.client.get(listed).text
    assert [
        each["id"] for each in (stranger.ask("GET", f"{listed}/collections").json or {})["collections"]
    ] == [mine["id"]]
    assert seen(stranger, mine) == []
    assert cleo.ask("PUT", "/me/page", {"page": "nobody"}).status_code == 200
    assert (stranger.ask("GET", f"{listed}/collections").json or {})["collections"] == []
    assert code(stranger.ask("GET", path(mine))) == (404, "collection/unknown")
    assert seen(cleo, mine) == []
    assert cleo.ask("PUT", "/me/page", {"page": "everybody"}).status_code == 200


@pytest.mark.parametrize("options", [Options(private=True), Options(spectators=False)], ids=str)
def test_games_keep_their_visibility(site: Site, games: list[Match], options: Options) -> None:
    """A viewer who may not see a game sees neither it nor its note."""
    ann, stranger = site.browsers["Ann"], site.browser()
    hidden = site.started("Ann", "Ben", options=options)
    mine = created(ann, shared="public")
    put(ann, mine, games[0], note="open")
    put(ann, mine, hidden, note="between us")
    assert [note for _, note in seen(ann, mine)] == [note for _, note in seen(site.browsers["Ben"], mine)]
    assert seen(stranger, mine) == [(games[0].id, "open")]
    page = stranger.client.get(path(mine)).text
    assert "between us" not in page
    assert "1 game" in page
    assert code(stranger.ask("GET", f"{path(mine)}?cursor={hidden.id}")) == (422, "request/invalid")


def test_who_may_not_see_a_game_does_not_collect_it(site: Site) -> None:
    """404, as for an unknown game."""
    hidden = site.started("Ann", "Ben", options=Options(private=True))
    mine = created(site.browsers["Cleo"])
    answer = site.browsers["Cleo"].ask("PUT", f"{MINE}/{mine['id']}/games/{hidden.id}", {})
    assert code(answer) == (404, "game/unknown")
    assert site.browsers["Cleo"].client.get(f"/games/{hidden.id}/collect").status_code == 404


def test_the_owner_can_take_out_what_is_not_there_for_them_any_more(site: Site) -> None:
    """Such a game is a line without details."""
    cleo = site.browsers["Cleo"]
    mine = created(cleo)
    gone = GameId("0b0e7d4c-1f4e-4b6a-9a55-0d6f0f6d5a11")
    site.services.collections.change(
        site.ids["Cleo"], mine["id"], lambda each: each.having(gone, "lost", None), ADDRESS
    )
    (entry,) = (cleo.ask("GET", path(mine)).json or {})["games"]
    assert entry == {"id": gone, "note": "lost", "game": None}
    assert "which you may not see any more" in cleo.client.get(path(mine)).text
    assert cleo.ask("DELETE", f"{MINE}/{mine['id']}/games/{gone}").status_code == 204
    assert seen(cleo, mine) == []


def test_a_repeated_request_makes_one_collection(site: Site) -> None:
    """The Idempotency-Key repeats the response; with another body it is refused."""
    ann, key = site.browsers["Ann"], {"Idempotency-Key": "once"}
    answers = [ann.ask("POST", MINE, {"title": "Once"}, **key) for _ in range(2)]
    assert answers[0].json == answers[1].json
    assert code(ann.ask("POST", MINE, {"title": "Twice"}, **key))[0] == 422


@pytest.mark.slow
def test_limits(site: Site, games: list[Match]) -> None:
    """Collections and games per collection are limited, each with its own code."""
    ben = site.browsers["Ben"]
    mine = created(ben)
    with patch.object(limits, "MOST_GAMES", 2):
        for game in games[:2]:
            put(ben, mine, game)
        put(ben, mine, games[0], place=1)
        answer = ben.ask("PUT", f"{MINE}/{mine['id']}/games/{games[2].id}", {})
    assert code(answer) == (409, "collection/full")
    for _ in range(kept.MOST - 1):
        created(ben)
    assert code(ben.ask("POST", MINE, {"title": "too many"})) == (409, "collection/too-many")
    first = ben.ask("GET", f"{MINE}?limit=60").json or {}
    rest = ben.ask("GET", f"{MINE}?limit=60&cursor={first['next']}").json or {}
    every = [each["id"] for page in (first, rest) for each in page["collections"]]
    assert len(set(every)) == kept.MOST
    assert rest["next"] is None


@pytest.mark.parametrize(
    "body", [{}, {"title": " "}, {"title": "x" * 81}, {"title": "x", "shared": "friends"}, {"title": 7}]
)
def test_wrong_collections_are_refused(site: Site, body: Any) -> None:
    """A wrong member is refused."""
    assert code(site.browsers["Ann"].ask("POST", MINE, body)) == (422, "request/invalid")


@pytest.mark.slow
def test_the_forms_work_without_scripts(site: Site, games: list[Match]) -> None:
    """Collecting, notes, order, title, removal and deletion all work by forms."""
    ann = site.browsers["Ann"]
    first, second = games[:2]
    assert "Put into a collection" in ann.client.get(f"/games/{first.id}/replay").text
    answer = ann.form(f"/games/{first.id}/collect", title="By hand", note="a note", collection="")
    assert answer.status_code == 303, answer.text
    where = answer.location.split("?")[0]
    identity = where.rsplit("/", 1)[1]
    base = f"/collections/{identity}"
    assert ann.form(f"/games/{second.id}/collect", collection=identity, note="").status_code == 303
    assert ROW.findall(ann.client.get(where).text) == [first.id, second.id]
    assert ann.form(f"{base}/games/{second.id}/move", place="0").status_code == 303
    assert ann.form(f"{base}/games/{first.id}/note", note="another note").status_code == 303
    page = ann.client.get(where).text
    assert ROW.findall(page) == [second.id, first.id]
    assert '<p class="note" dir="auto">another note</p>' in page
    assert ann.form(f"{base}/edit", title="Renamed", shared="link").status_code == 303
    ann.world.app.config["PUBLIC_URL"] = "https://kingdomino.example.org"
    assert 'readonly value="https://kingdomino.example.org/players/' in ann.client.get(where).text
    ann.world.app.config["PUBLIC_URL"] = None
    page = ann.client.get(where).text
    link = re.search(r'readonly value="[^"]*(/players/[^"]*)"', page)
    assert link is not None
    assert "Renamed" in site.browser().client.get(link[1].replace("&amp;", "&")).text
    assert ann.form(f"{base}/games/{first.id}/take").status_code == 303
    assert ROW.findall(ann.client.get(where).text) == [second.id]
    assert "Renamed" in ann.client.get("/collections").text
    assert ann.form(f"{base}/delete").status_code == 303
    assert ann.client.get(where).status_code == 404


def test_wrong_forms_say_so(site: Site, games: list[Match]) -> None:
    """The error is at the field, and the input stays."""
    ann = site.browsers["Ann"]
    for path_of, sent in (
        ("/collections", {"title": " ", "shared": "private"}),
        (f"/games/{games[0].id}/collect", {"title": " ", "note": "kept words"}),
    ):
        answer = ann.form(path_of, **sent)
        assert answer.status_code == 422
        assert "title-wrong" in answer.text
        assert sent.get("note", "") in answer.text
    stranger = site.browser()
    assert stranger.client.get("/collections").location.startswith("/sign-in")
    assert (
        ann.client.post(
            "/collections", data={"title": "x"}, headers={"Sec-Fetch-Site": "cross-site"}
        ).status_code
        == 403
    )


def test_what_is_kept_is_counted_exported_and_erased() -> None:
    """Collections count as storage, are exported, and are deleted with the account."""
    world = World(limits=True)
    ann = world.browser()
    player = ann.guest("Ann")

    def used() -> int:
        return int((ann.ask("GET", "/me").json or {})["storage"]["bytes"])

    before = used()
    mine = created(ann, "Counted")
    assert used() - before == 150 + world.store.hstrlen(collections_key(player), mine["id"])
    assert ann.ask("PUT", f"{MINE}/{mine['id']}", {"title": "A longer title"}).status_code == 200
    assert used() - before == 150 + world.store.hstrlen(collections_key(player), mine["id"])
    (exported,) = (ann.ask("GET", "/me/export").json or {})["collections"]
    assert exported["title"] == "A longer title"
    other = created(ann, "Deleted")
    assert ann.ask("DELETE", f"{MINE}/{other['id']}").status_code == 204
    assert used() - before == 150 + world.store.hstrlen(collections_key(player), mine["id"])
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert not world.store.exists(collections_key(player))
    world.hub.close()


def test_changes_at_the_same_moment_are_both_kept(site: Site, games: list[Match]) -> None:
    """A change that loses a race is repeated on the new state."""
    ann, player = site.browsers["Ann"], site.ids["Ann"]
    mine = created(ann)
    collections, meanwhile = site.services.collections, iter(games[1:])

    def adding(each: Any) -> Any:
        if (other := next(meanwhile, None)) is not None:
            collections.change(player, mine["id"], lambda it: it.having(other.id, None, None), ADDRESS)
        return each.having(games[0].id, None, None)

    collections.change(player, mine["id"], adding, ADDRESS)
    assert {game for game, _ in seen(ann, mine)} == {game.id for game in games}
