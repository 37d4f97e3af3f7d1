"""Private games and tables without spectators on the real service: who may see what, on every route."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from werkzeug.routing import Rule

from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import API, SCORED_SECONDS, Account, Service, environment, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from replays.encoding.identity import GameId
from replays.runtime.settings.settings import Settings
from replays.streams import keys
from service.app import create_app
from service.http.authentication import COOKIE

OWN = "/account/"
"""The prefix of the player's own lists, from which unknown entries can be removed, too."""
NOWHERE = "00000000-0000-4000-8000-000000000000"
NEW_EACH_TIME = {"date", "x-request-id"}
FORMS = ("application/json", "application/x-ndjson", "text/event-stream", "text/html")


class Private(NamedTuple):
    """Private tables that have begun: their players, their ids, and their invitation keys."""

    players: list[Account]
    game: str
    dynasty: str
    game_key: str
    dynasty_key: str


def opened(creator: Account, kind: str, **more: Any) -> str:
    """The id of a new table for two."""
    return str(ok(creator.post(f"/{kind}", {"players": 2, **more}), 201)["id"])


def invitation(player: Account, kind: str, table: str) -> Any:
    """A player's invitation to a table."""
    return ok(player.mine("GET", f"/{kind}/{table}/invitation"))


def sit(player: Account, kind: str, table: str, key: str = "") -> Answer:
    """The response to taking a seat."""
    return player.post(f"/{kind}/{table}/seats?invitation={key}", {})


@pytest.fixture(scope="module")
def private(service: Service) -> Private:
    """Give private tables that have begun."""
    players = service.accounts(2)
    opens, tables = [], []
    for kind in ("games", "dynasties"):
        table = opened(players[0], kind, visibility="private")
        tables.append(table)
        opens.append(invitation(players[0], kind, table)["key"])
        ok(sit(players[1], kind, table, opens[-1]), 201)
    return Private(players, *tables, *opens)


def rules_of(service: Service, path: Path) -> Iterator[Rule]:
    """Every route to a game or a dynasty."""
    app = create_app(Settings.from_environ(environment(service.store_url, path)))
    yield from (rule for rule in app.url_map.iter_rules() if rule.arguments & {"game", "dynasty"})


def ways(rule: Rule) -> Iterator[tuple[str, str]]:
    """Each method of a route, with each media type that a response may have."""
    for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
        yield from ((method, form) for form in (FORMS if method == "GET" else FORMS[:1]))


def address(rule: Rule, game: str, dynasty: str) -> str:
    """The path of a route for these tables."""
    values = {"<game>": game, "<dynasty>": dynasty, "<form>": "svg"}
    return re.sub("<[a-z]+>", lambda found: values.get(found[0], NOWHERE), rule.rule)


def told(answer: Answer, path: str = "") -> tuple[int, dict[str, str], bytes]:
    """A response without its time, its id and the nonce of a page, which are new each time.

    Signing in, by a redirect or a link, leads back to the requested path, whether or not that exists.
    """
    headers = {name: value for name, value in answer.headers.items() if name not in NEW_EACH_TIME}
    if "location" in headers:
        headers["location"] = unquote(headers["location"]).removesuffix(path)
    nonce = re.search("'nonce-([^']+)'", headers.get("content-security-policy", ""))
    body = answer.body.replace(nonce[1].encode(), b"") if nonce else answer.body
    link = re.search(rb'href="/sign-in\?back=([^"]*)"', body)
    if link and unquote(unescape(link[1].decode())) == path:
        body = body.replace(link[0], b"")
    if nonce:
        headers["content-security-policy"] = headers["content-security-policy"].replace(nonce[1], "")
    return answer.status, headers, body


def test_to_strangers_it_is_as_if_there_was_none(service: Service, private: Private, tmp_path: Path) -> None:
    """To strangers a private table looks like a missing one, by every route, method and form, to the byte.

    A form without an origin is refused before any lookup.
    """
    stranger = service.account()
    token = {"Authorization": f"Bearer {stranger.token}"}
    queries = ["", f"?invitation={'0' * 32}", f"?invitation={key_of_another(stranger)}"]
    asked = [
        (
            method,
            address(rule, private.game, private.dynasty) + query,
            address(rule, NOWHERE, NOWHERE) + query,
            form,
        )
        for rule in rules_of(service, tmp_path)
        for method, form in ways(rule)
        for query in queries
    ]
    assert len(asked) > 100
    for method, there, nowhere, form in asked:
        for headers in ({"Accept": form}, {"Accept": form, **token}):
            answer = told(answered(stranger, method, there, headers), there)
            assert answer == told(answered(stranger, method, nowhere, headers), nowhere), (method, there)
            unknown = answer[0] == 404 or (answer[0] in {401, 403} and headers.keys() == {"Accept"})
            # A collection's form is checked before the game; its error is the same for every game.
            misses = answer[0] == 422 and "/collections/" in there
            led = answer[0] == 303 and (there.startswith(OWN) or answer[1]["location"].startswith("/sign-in"))
            assert unknown or misses or led, (method, there, answer[0])


def key_of_another(stranger: Account) -> str:
    """The key of the stranger's own private game."""
    return str(invitation(stranger, "games", opened(stranger, "games", visibility="private"))["key"])


def answered(account: Account, method: str, path: str, headers: dict[str, str]) -> Answer:
    """The response to one request; a request that changes something has an empty body."""
    return account.http.ask(method, path, None if method == "GET" else {}, headers)


@pytest.mark.long
def test_players_see_all_of_it(service: Service, private: Private, tmp_path: Path) -> None:
    """Players can read their tables with their token alone, on every route for reading."""
    token = {"Authorization": f"Bearer {private.players[1].token}"}
    eventually(lambda: shown_games(private), SCORED_SECONDS)
    for rule in rules_of(service, tmp_path):
        if "GET" in (rule.methods or set()):
            path = address(rule, private.game, private.dynasty)
            answer = answered(private.players[1], "GET", path, token)
            assert answer.status == 200 or answer.code in NOT_YET, path


NOT_YET = {
    f"{group}/{why}" for group in ("continuation", "review") for why in ("game-running", "scoring")
} | {"picture/not-over"}


def shown_games(private: Private) -> Any:
    """The started games of the dynasty, as a player sees them."""
    return ok(private.players[0].mine("GET", f"/dynasties/{private.dynasty}"))["games"]


def test_a_session_shows_what_a_token_shows(private: Private, service: Service) -> None:
    """A player's browser gets pages and lists with private tables, in responses that are private to it."""
    http = service.http()
    tables = f"/games/{private.game}", f"/games/{private.game}/replay", f"/dynasties/{private.dynasty}"
    for player, shown in ((private.players[1], True), (service.account(), False)):
        cookie = {"Cookie": f"{COOKIE}={player.token}"}
        for path in tables:
            assert http.ask("GET", path, None, cookie).status == (200 if shown else 404), path
        for path, names_who_is_here in (
            (f"{API}/games?limit=100", False),
            (f"/players/{private.players[1].id}", True),
        ):
            answer = http.ask("GET", path, None, cookie)
            assert (private.game in answer.body.decode()) == shown, path
            kept = "private" in answer.headers.get("cache-control", "")
            assert kept == (shown or names_who_is_here), path


def test_the_key_shows_it_to_watchers(private: Private, service: Service) -> None:
    """The key opens pages and API without a token; the responses are private, and their links keep it."""
    http = service.http()
    for kind, table, key in (
        ("games", private.game, private.game_key),
        ("dynasties", private.dynasty, private.dynasty_key),
    ):
        for path in (f"{API}/{kind}/{table}", f"{API}/{kind}/{table}/events?after=1", f"/{kind}/{table}"):
            answer = http.get(f"{path}{'&' if '?' in path else '?'}invitation={key}")
            assert answer.status == 200, path
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "private" in answer.headers["cache-control"]
    page = http.get(f"/games/{private.game}/replay?invitation={private.game_key}").body.decode()
    assert f"{API}/games/{private.game}/replay?invitation={private.game_key}" in page
    assert f"/games/{private.game}/audit?invitation={private.game_key}" in page


def test_a_dynastys_key_opens_its_games(private: Private, service: Service) -> None:
    """The dynasty's key opens its games, which are as private as the dynasty."""
    game = eventually(lambda: shown_games(private), SCORED_SECONDS)[0]["id"]
    http = service.http()
    assert http.get(f"{API}/games/{game}").status == 404
    assert http.get(f"{API}/games/{game}?invitation={private.dynasty_key}").status == 200
    assert http.get(f"{API}/games/{game}?invitation={private.game_key}").status == 404


@pytest.mark.parametrize("kind", ["games", "dynasties"])
def test_a_damaged_log_is_private_too(service: Service, kind: str) -> None:
    """Players get the fault of a damaged private log; to strangers the table does not exist."""
    owner, stranger = service.accounts(2)
    table = opened(owner, kind, visibility="private")
    bad = ("XADD", keys.stream(GameId(table)), "3-0", "e", "{}", "h", "0" * 64)
    service.store.execute_command(*bad)  # type: ignore[no-untyped-call]
    for path in ("", "/replay", "/events", "/audit"):
        there = told(stranger.mine("GET", f"/{kind}/{table}{path}"))
        assert there == told(stranger.mine("GET", f"/{kind}/{NOWHERE}{path}")), path
    assert stranger.http.get(f"/{kind}/{table}").status == 404
    assert owner.mine("GET", f"/{kind}/{table}").code == "log/damaged"
    assert ok(owner.mine("GET", f"/{kind}/{table}/replay"))["fault"]["version"] == 3


def test_lists_are_without_it(private: Private, service: Service) -> None:
    """Lists show private tables only to their players, and no cursor contains their ids."""
    stranger = service.account()
    for kind, table in (("games", private.game), ("dynasties", private.dynasty)):
        path = f"/{kind}?player={private.players[0].id}"
        assert listed(stranger, path) == []
        assert listed(private.players[0], path, signed=False) == []
        assert table in listed(private.players[1], path)
        page = ok(stranger.get(f"{path}&limit=1"))
        assert table not in str(page)
    assert private.game not in service.http().get("/").body.decode()


def listed(account: Account, path: str, *, signed: bool = True) -> list[str]:
    """The ids on all pages of a list, with one item per page."""
    ids: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        where = f"{path}&limit=1{cursor and f'&cursor={cursor}'}"
        page = ok(account.mine("GET", where) if signed else account.get(where))
        ids += [each["id"] for each in page.get("games", page.get("dynasties"))]
        cursor = page["next"]
    return ids


def test_pages_of_a_list_go_on_behind_what_is_left_out(service: Service) -> None:
    """A public game behind private ones is found."""
    owner, stranger = service.accounts(2)
    public = opened(owner, "games")
    for _ in range(3):
        opened(owner, "games", visibility="private")
    assert listed(stranger, f"/games?player={owner.id}") == [public]


def test_the_location_of_a_private_table_has_its_key(service: Service) -> None:
    """An opener without a seat gets the key in the Location, and so can see and share the table."""
    owner = service.account()
    for kind in ("games", "dynasties"):
        made = owner.post(f"/{kind}", {"players": 2, "join": False, "visibility": "private"})
        table = ok(made, 201)["id"]
        assert owner.mine("GET", f"/{kind}/{table}").status == 404
        assert owner.http.get(made.headers["location"]).status == 200
        assert "invitation" not in owner.post(f"/{kind}", {"players": 2}).headers["location"]


def test_invitations(service: Service) -> None:
    """Only players can get an invitation; that of a public table has no key."""
    owner, other = service.accounts(2)
    for kind in ("games", "dynasties"):
        public = opened(owner, kind)
        found = invitation(owner, kind, public)
        assert found["key"] is None
        assert other.mine("GET", f"/{kind}/{public}/invitation").code == "seat/not-seated"
        assert owner.http.get(found["url"]).status == 200
        private = invitation(owner, kind, opened(owner, kind, visibility="private"))
        assert len(private["key"]) == 64
        assert owner.http.get(private["url"]).status == 200


def test_the_invited_alone_sit_down(service: Service) -> None:
    """Invited players see a private table without its key; others may not sit down even with it."""
    owner, guest, other = service.accounts(3)
    for kind in ("games", "dynasties"):
        table = opened(owner, kind, visibility="private", invited=[guest.id])
        key = invitation(owner, kind, table)["key"]
        assert table in listed(guest, f"/{kind}?status=open&player={owner.id}")
        assert sit(other, kind, table).status == 404
        assert sit(other, kind, table, key).code == "seat/not-invited"
        assert ok(sit(guest, kind, table), 201) == {"seat": 1}


def test_who_is_invited_must_exist(service: Service) -> None:
    """At most three existing players can be invited; unknown visibilities and non-booleans are refused."""
    owner, *guests = service.accounts(5)
    for body in (
        {"invited": [guest.id for guest in guests]},
        {"invited": [NOWHERE]},
        {"invited": ["Ann"]},
        {"invited": guests[0].id},
        {"visibility": "secret"},
        {"visibility": None},
        {"spectators": 0},
    ):
        for kind in ("games", "dynasties"):
            refused = owner.post(f"/{kind}", {"players": 2, **body})
            assert (refused.status, refused.code) == (422, "request/invalid"), body
            assert list(refused.json["errors"]["json"]) == list(body)


@pytest.mark.parametrize("kind", ["games", "dynasties"])
def test_without_spectators(service: Service, kind: str) -> None:
    """A public table is visible until all seats are taken, and then only to its players, in lists too."""
    owner, other = service.accounts(2)
    stranger = service.account()
    table = opened(owner, kind, spectators=False)
    path = f"/{kind}?player={owner.id}"
    assert (stranger.get(f"/{kind}/{table}").status, listed(stranger, path)) == (200, [table])
    ok(sit(other, kind, table), 201)
    assert stranger.mine("GET", f"/{kind}/{table}").code == f"{kind.replace('ies', 'y').rstrip('s')}/unknown"
    assert listed(stranger, path) == []
    assert owner.mine("GET", f"/{kind}/{table}/events").status == 200
    assert table in listed(other, path)


@pytest.mark.parametrize(("kind", "start"), [("games", "GameStarted"), ("dynasties", "DynastyGameStarted")])
def test_a_spectators_stream_ends_where_spectators_are_off(service: Service, kind: str, start: str) -> None:
    """A spectator's stream has the events while seats were free, then ends; a player's stream goes on."""
    owner, other = service.accounts(2)
    table = opened(owner, kind, spectators=False)
    events = f"{API}/{kind}/{table}/events"
    with (
        service.http() as watching,
        service.http() as playing,
        watching.stream(events, Accept=FORMS[2]) as (_, watched),
        playing.stream(events, Accept=FORMS[2], Authorization=f"Bearer {owner.token}") as (_, played),
    ):
        assert next(watched) == next(played) == b": welcome"
        ok(sit(other, kind, table), 201)
        created = False
        for line in watched:
            assert start.encode() not in line
            created = created or b"Created" in line
        assert created
        assert any(f'"type":"{start}"'.encode() in line for line in played)


def test_who_lost_a_seat_is_a_stranger(service: Service) -> None:
    """A player whose seat was taken over cannot see the game, not even in their own list."""
    owner, guest, watcher = service.accounts(3)
    game = opened(owner, "games", visibility="private", absent="bot")
    key = invitation(owner, "games", game)["key"]
    ok(sit(guest, "games", game, key), 201)
    mover = ok(owner.mine("GET", f"/games/{game}"))["to_act"]["seat"]
    stays, leaves = [owner, guest] if mover == 0 else [guest, owner]
    ok(leaves.post(f"/games/{game}/resign", {}), 201)
    assert [each["id"] for each in ok(leaves.mine("GET", "/me/games"))["games"]] == [game]
    taken = watcher.post(f"/games/{game}/takeover?invitation={key}", {"seat": 1 - mover})
    assert ok(taken, 201) == {"seat": 1 - mover}
    assert leaves.mine("GET", f"/games/{game}").code == "game/unknown"
    assert ok(leaves.mine("GET", "/me/games"))["games"] == []
    assert stays.mine("GET", f"/games/{game}").status == 200


def ended(players: list[Account], **more: Any) -> str:
    """The id of a game that these players have called off."""
    game = opened(players[0], "games", **more)
    for player in players[1:]:
        ok(sit(player, "games", game, invitation(players[0], "games", game)["key"] or ""), 201)
    ok(players[0].post(f"/games/{game}/abort", {}), 201)
    return game


def again(player: Account, game: str, **body: Any) -> Any:
    """The state of the rematch, a game or a dynasty."""
    answer = player.post(f"/games/{game}/rematch", body)
    state = ok(answer, 201)
    assert answer.headers["location"].partition("?")[0].endswith(state["id"])
    return state


CLOCK = {
    "policy": "per_turn",
    "seconds": 86_400,
    "pause": {"timezone": "Europe/Berlin", "weekdays": ["sun"]},
}
AGREED = {"visibility": "private", "spectators": False, "clock": CLOCK, "on_timeout": "forfeit"}


def options(player: Account, kind: str, table: str) -> Any:
    """The recorded options, without the invited players and the offsets of the time zone."""
    found = ok(player.mine("GET", f"/{kind}/{table}/events?limit=1"))["events"][0]["data"]["options"]
    return {name: value for name, value in found.items() if name not in {"invited", "offsets"}}


@pytest.mark.parametrize("dynasty", [False, True])
def test_a_rematch(service: Service, dynasty: bool) -> None:  # noqa: FBT001 - a case
    """Both players request a rematch, one of them twice: one table results, as private, for them alone."""
    players, kind = service.accounts(2), "dynasties" if dynasty else "games"
    game = ended(players, rules={"harmony": True}, **AGREED)
    first, repeated = again(players[1], game, dynasty=dynasty), again(players[1], game, dynasty=dynasty)
    assert first == repeated
    assert [seat["player"] for seat in first["players"]] == [players[1].id]
    assert (first["status"], first["rules"]["harmony"]) == ("open", True)
    assert options(players[1], kind, first["id"]) == options(players[0], "games", game)
    stranger = service.account()
    assert sit(stranger, kind, first["id"]).status == 404
    key = invitation(players[1], kind, first["id"])["key"]
    assert sit(stranger, kind, first["id"], key).code == "seat/not-invited"
    second = again(players[0], game, dynasty=dynasty)
    assert (second["id"], second["status"]) == (first["id"], "active")
    assert stranger.get(f"/{kind}/{first['id']}?invitation={key}").status == 404


def test_a_rematch_of_a_game_that_was_played(service: Service) -> None:
    """A running game has no rematch; a finished game has one, for its players only."""
    players = service.accounts(2)
    game = service.table(players)
    assert players[0].post(f"/games/{game}/rematch", {}).code == "game/not-over"
    move(Game(game, players), seeded(7))
    eventually(lambda: players[0].state(game)["status"] == "scored", SCORED_SECONDS)
    stranger = service.account()
    assert stranger.post(f"/games/{game}/rematch", {}).code == "seat/not-seated"
    assert again(players[0], game)["id"] != game
    assert again(players[0], game, dynasty=True)["games"] == []


def test_a_rematch_with_bots(service: Service) -> None:
    """Bots are seated again, so that the game starts; in a dynasty they are seated, too."""
    owner = service.account()
    game = opened(owner, "games", players=3)
    for policy in ("greedy", "greedy"):
        ok(owner.post(f"/games/{game}/bots", {"policy": policy}), 201)
    ok(owner.post(f"/games/{game}/abort", {}), 201)
    state = again(owner, game)
    seats = [seat["player"] for seat in state["players"]]
    assert seats == [owner.id, "bot/greedy-1", "bot/greedy-1"]
    assert state["status"] == "active"
    assert again(owner, game)["players"] == state["players"]
    dynasty = ok(owner.post(f"/games/{game}/rematch", {"dynasty": True}), 201)
    assert [seat["player"] for seat in dynasty["players"]] == seats


def test_a_rematch_that_was_called_off(service: Service) -> None:
    """A rematch that was called off cannot be joined; it can have a rematch itself."""
    players = service.accounts(2)
    game = ended(players)
    new = again(players[0], game)["id"]
    ok(players[0].post(f"/games/{new}/abort", {}), 201)
    for player in players:
        assert player.post(f"/games/{game}/rematch", {}).code == "game/over"
    assert again(players[0], new)["id"] not in {game, new}


@pytest.mark.parametrize("dynasty", [False, True])
def test_a_rematch_asked_for_by_both_at_once(service: Service, dynasty: bool) -> None:  # noqa: FBT001 - a case
    """Simultaneous requests give one rematch with both players, and with the bot, once, if one played."""
    players = [service.account() for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            game = opened(players[0], "games", players=2 if dynasty else 3)
            ok(sit(players[1], "games", game), 201)
            if not dynasty:
                ok(players[0].post(f"/games/{game}/bots", {"policy": "random"}), 201)
            ok(players[0].post(f"/games/{game}/abort", {}), 201)
            states = list(pool.map(lambda player: again(player, game, dynasty=dynasty), players))  # noqa: B023
            assert states[0]["id"] == states[1]["id"]
            last = max(states, key=itemgetter("version"))
            seated = {seat["player"] for seat in last["players"]}
            assert seated == {player.id for player in players} | (set() if dynasty else {"bot/random-1"})
            assert last["status"] == "active"
