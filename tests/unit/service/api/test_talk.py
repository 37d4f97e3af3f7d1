"""Reading and writing messages at a table, by the API."""

from typing import Any

import pytest

from harness.play.signing_in import Browser, World, code
from replays.dynasty.kind import DYNASTY
from replays.encoding.identity import GameId
from service.api.live.sse import WELCOME
from service.application.games.talk.messages import MOST, MOST_OWN
from service.application.games.talk.rooms import Room
from service.application.i18n.talk import PHRASES
from service.application.notices.kinds.conversation import PLAYERS

CLOSED = (403, "talk/room-closed")


class Site:
    """Ann and Bob, who play a game, Cleo, who watches, and a visitor who is not signed in."""

    def __init__(self, world: World, **options: Any) -> None:
        self.world = world
        self.ann, self.bob, self.cleo, self.visitor = (self.world.browser() for _ in range(4))
        named = ((self.ann, "Ann"), (self.bob, "Bob"), (self.cleo, "Cleo"))
        self.ids = {who: who.guest(name) for who, name in named}
        self.game = self.open(**options)
        key = self.world.services.visibility.key(self.world.services.tables.match(GameId(self.game)))
        assert self.bob.ask("POST", f"/games/{self.game}/seats?invitation={key}", {}).status_code == 201

    def open(self, **options: Any) -> str:
        """Return the id of a table opened by Ann."""
        answer = self.ann.ask("POST", "/games", {"players": 2, **options})
        assert answer.status_code == 201, answer.data
        return str(answer.json["id"]) if answer.json else ""

    def say(self, who: Browser, text: str, room: str | None = None) -> Any:
        """Return the message after posting it."""
        answer = who.ask(
            "POST", f"/games/{self.game}/talk", {"text": text, "room": room} if room else {"text": text}
        )
        assert answer.status_code == 201, answer.data
        return answer.json

    def heard(self, who: Browser, query: str = "", **headers: str) -> list[str] | tuple[int, str | None]:
        """Return the texts that this player reads, newest first, or the status and code of the refusal."""
        answer = who.ask("GET", f"/games/{self.game}/talk{query}", **headers)
        if answer.status_code != 200 or answer.json is None:
            return code(answer)
        return [message["text"] for message in answer.json["messages"]]

    def over(self) -> None:
        """End the game."""
        assert self.ann.ask("POST", f"/games/{self.game}/abort").status_code == 201


@pytest.fixture(scope="module")
def world() -> World:
    """Give a shared service, because creating it is slow; each test has its own players and game."""
    return World()


@pytest.fixture
def site(world: World) -> Site:
    """Give two players and a spectator."""
    return Site(world)


@pytest.mark.slow
def test_players_and_spectators_talk_apart(site: Site) -> None:
    """Rooms are separate until the end; then players can read the spectators' room, too."""
    site.say(site.ann, "Good luck")
    site.say(site.cleo, "Left!")
    for _ in range(2):
        assert site.heard(site.bob) == ["Good luck"]
        for who in (site.cleo, site.visitor):
            assert site.heard(who) == ["Left!"]
            assert site.heard(who, "?room=players") == CLOSED
        for who in (site.ann, site.bob):
            assert site.heard(who, "?room=spectators") == CLOSED
        answer = site.ann.ask("POST", f"/games/{site.game}/talk", {"text": "psst", "room": "spectators"})
        assert code(answer) == CLOSED
    site.over()
    assert site.heard(site.ann, "?room=spectators") == ["Left!"]
    site.say(site.ann, "I saw it", "spectators")
    assert site.heard(site.cleo) == ["I saw it", "Left!"]
    assert site.heard(site.cleo, "?room=players") == CLOSED


def test_without_spectators_there_is_one_room(world: World) -> None:
    """Players have the only room, also after the end; others get 404 for the game."""
    site = Site(world, spectators=False)
    site.over()
    assert site.heard(site.ann, "?room=spectators") == CLOSED
    assert site.heard(site.cleo) == (404, "game/unknown")


def test_a_private_table_talks_in_private(world: World) -> None:
    """Others than its players get 404."""
    site = Site(world, visibility="private")
    site.say(site.ann, "Hi")
    for method, path in (
        ("GET", ""),
        ("POST", ""),
        ("DELETE", "/1"),
        ("PUT", "/muted"),
        ("DELETE", "/muted"),
    ):
        answer = site.cleo.ask(method, f"/games/{site.game}/talk{path}", {"text": "Hi"})
        assert code(answer) == (404, "game/unknown"), (method, path)


def test_a_table_without_talk(site: Site) -> None:
    """Neither the table nor its rematch has talk; repeating a request cannot turn talk off later."""
    before, headers = len(list(site.world.store.scan_iter("talk-off:*"))), {"Idempotency-Key": "once"}
    site.game = site.ann.ask("POST", "/games", {"players": 2, "talk": False}, **headers).json["id"]  # type: ignore[index]
    assert site.bob.ask("POST", f"/games/{site.game}/seats", {}).status_code == 201
    assert site.heard(site.ann) == site.heard(site.cleo) == (404, "talk/off")
    assert code(site.ann.ask("POST", f"/games/{site.game}/talk", {"text": "Hi"})) == (404, "talk/off")
    site.over()
    site.game = site.bob.ask("POST", f"/games/{site.game}/rematch", {}).json["id"]  # type: ignore[index]
    assert site.heard(site.bob) == (404, "talk/off")
    assert site.ann.ask("POST", "/games", {"players": 2}, **{"Idempotency-Key": "two"}).status_code == 201
    answer = site.ann.ask("POST", "/games", {"players": 2, "talk": False}, **{"Idempotency-Key": "two"})
    assert code(answer) == (422, "idempotency/reused")
    assert len(list(site.world.store.scan_iter("talk-off:*"))) == before + 2


def test_a_dynasty_without_talk(site: Site) -> None:
    """The games of the dynasty have no talk either."""
    answer = site.ann.ask("POST", "/dynasties", {"players": 2, "talk": False})
    dynasty = answer.json["id"]  # type: ignore[index]
    assert site.bob.ask("POST", f"/dynasties/{dynasty}/seats", {}).status_code == 201
    site.world.services.streams.commands(DYNASTY).advance(GameId(dynasty))
    site.game = site.ann.ask("GET", f"/dynasties/{dynasty}").json["games"][0]["id"]  # type: ignore[index]
    assert site.heard(site.ann) == (404, "talk/off")


def test_the_log_knows_nothing_of_it(world: World) -> None:
    """Both kinds of tables have the same members and options in their first event."""
    first = [
        site.world.services.tables.log.read(GameId(site.game))[0].record["data"]
        for site in (Site(world), Site(world, talk=False))
    ]
    assert first[0].keys() == first[1].keys()
    assert first[0].get("options") == first[1].get("options")


@pytest.mark.parametrize("silence", ["muted", "blocked"])
def test_who_is_silenced_is_not_read(site: Site, silence: str) -> None:
    """The viewer who muted or blocked sees no messages or phrases; others do, and nobody is notified."""
    site.say(site.bob, "Hey")
    site.bob.ask("POST", f"/games/{site.game}/talk", {"phrase": "hello"})
    assert site.ann.ask("PUT", f"/me/{silence}/{site.ids[site.bob]}").status_code == 204
    site.say(site.bob, "Hey!")
    assert site.heard(site.ann) == []
    assert site.heard(site.bob) == ["Hey!", str(PHRASES["hello"]), "Hey"]
    assert site.ann.ask("DELETE", f"/me/{silence}/{site.ids[site.bob]}").status_code == 204
    assert len(site.heard(site.ann)) == 3


def test_the_muted_are_a_list(site: Site) -> None:
    """The list has the muted players; a game's talk has its own muted flag."""
    site.ann.ask("PUT", f"/me/muted/{site.ids[site.bob]}")
    assert [each["name"] for each in site.ann.ask("GET", "/me/muted").json["players"]] == ["Bob"]  # type: ignore[index]
    path = f"/games/{site.game}/talk"
    for method, muted in (("PUT", True), ("DELETE", False)):
        assert site.ann.ask(method, f"{path}/muted").status_code == 204
        assert [who.ask("GET", path).json["muted"] for who in (site.ann, site.bob)] == [muted, False]  # type: ignore[index]


def test_the_page_of_the_muted(site: Site) -> None:
    """The page lists muted players, each with a button to unmute."""
    site.ann.ask("PUT", f"/me/muted/{site.ids[site.bob]}")
    assert b"Bob" in site.ann.client.get("/muted").data
    answer = site.ann.form(f"/players/{site.ids[site.bob]}/unmute", back="muted")
    assert answer.headers["Location"].startswith("/muted")
    assert b"Bob" not in site.ann.client.get("/muted").data


def test_a_stream_gives_hints_of_ones_own_room(site: Site) -> None:
    """A stream covers the viewer's own room only, after the end too; an invisible game gets 404."""
    watching = "/events?talk={game}"
    answer = site.cleo.client.get("/api/v1" + watching.format(game=site.game), buffered=False)
    stream = iter(answer.response)
    assert next(stream) == WELCOME
    site.say(site.ann, "psst")
    site.over()
    site.say(site.cleo, "Well played")
    heard = next(message for message in stream if b"talk" in message)
    assert heard == b'event: talk\ndata: {"game":"%b","room":"spectators"}\n\n' % site.game.encode()
    answer.close()
    unknown = site.cleo.ask("GET", watching.format(game="00000000-0000-4000-8000-000000000000"))
    assert code(unknown) == (404, "game/unknown")


@pytest.mark.slow
def test_phrases_are_read_in_ones_language(site: Site) -> None:
    """Each phrase has an English text; an unknown phrase is refused."""
    for key in PHRASES:
        answer = site.ann.ask("POST", f"/games/{site.game}/talk", {"phrase": key})
        assert answer.json is not None
        assert (answer.json["phrase"], answer.json["text"]) == (key, str(PHRASES[key]))
    for wrong in ({"phrase": "idiot"}, {"phrase": "hello", "text": "Hello"}, {}):
        assert code(site.ann.ask("POST", f"/games/{site.game}/talk", wrong)) == (422, "request/invalid")


@pytest.mark.parametrize(
    "text", ["", " \n", "x" * 301, "a\x00b", "a\x1b[2J", "a\u202eb", "a\u2066b", "\u200b", 7]
)
def test_a_text_that_is_none(site: Site, text: Any) -> None:
    """Empty, invisible and overlong texts are refused, as are control and direction characters."""
    answer = site.ann.ask("POST", f"/games/{site.game}/talk", {"text": text})
    assert code(answer) == (422, "request/invalid")


@pytest.mark.parametrize("text", ["é" * 300, "<b>&amp;</b>", "a\nb", "👩‍👩‍👧 ולא", "https://example.org"])
def test_a_text_is_kept_as_it_is(site: Site, text: str) -> None:
    """Texts in any script and of any look are stored unchanged."""
    site.say(site.ann, text)
    assert site.heard(site.bob) == [text]


def test_only_who_wrote_it_deletes_it(site: Site) -> None:
    """A message in a room that the player cannot read gets 404."""
    path = f"/games/{site.game}/talk/{site.say(site.ann, 'Oh')['id']}"
    assert code(site.bob.ask("DELETE", path)) == (403, "talk/not-yours")
    assert code(site.cleo.ask("DELETE", path)) == (404, "talk/unknown")
    assert code(site.visitor.ask("DELETE", path)) == (401, "auth/missing")
    assert site.ann.ask("DELETE", path).status_code == 204
    assert code(site.ann.ask("DELETE", path)) == (404, "talk/unknown")
    assert site.heard(site.bob) == []


def test_the_same_request_writes_one_message(site: Site) -> None:
    """Repeating the key returns the first message; another text with it is refused."""
    path, key = f"/games/{site.game}/talk", {"Idempotency-Key": "one"}
    first, again = (site.ann.ask("POST", path, {"text": "Once"}, **key).json for _ in range(2))
    assert first == again
    assert code(site.ann.ask("POST", path, {"text": "Twice"}, **key)) == (422, "idempotency/reused")
    assert site.heard(site.bob) == ["Once"]


def test_pages(site: Site) -> None:
    """Pages are newest first, with cursors and links; an invalid cursor is refused."""
    for number in range(5):
        site.say(site.ann, str(number))
    path, found = f"/games/{site.game}/talk?limit=2", []
    while path:
        answer = site.bob.ask("GET", path)
        assert answer.json is not None
        found += [message["text"] for message in answer.json["messages"]]
        link = answer.headers.get("Link")
        path = link.partition(">")[0].removeprefix("</api/v1") if link else ""
    assert found == ["4", "3", "2", "1", "0"]
    assert site.heard(site.bob, "?cursor=x") == (422, "request/invalid")


@pytest.mark.slow
def test_nobody_floods_a_table() -> None:
    """A player may write thirty messages in five minutes, at all tables together."""
    site = Site(World(limits=True))
    for number in range(30):
        site.say(site.ann, str(number))
    refused = site.ann.ask("POST", f"/games/{site.game}/talk", {"text": "more"})
    assert code(refused) == (429, "limit/reached")
    assert int(refused.headers["Retry-After"]) > 0
    site.say(site.bob, "I still can")


@pytest.mark.slow
def test_a_message_is_reported_by_who_may_read_it(site: Site) -> None:
    """Spectators cannot report players' messages; a hidden message shows its reason to all readers."""
    moderator = site.world.browser()
    moderator.guest("Mo")
    site.world.services.moderation.docket.name_moderator(moderator.who()["id"], "")
    about = {"kind": "message", "id": site.say(site.ann, "You fool")["id"], "game": site.game}
    report = {"about": about, "reason": "insult"}
    assert code(site.cleo.ask("POST", "/reports", report)) == (404, "report/unknown")
    page = f"/report/message/{about['id']}/{site.game}"
    assert b"You fool" not in site.cleo.client.get(page).data
    assert b"You fool" in site.bob.client.get(page).data
    assert site.bob.ask("POST", "/reports", report).status_code == 201
    assert site.ann.ask("DELETE", f"/games/{site.game}/talk/{about['id']}").status_code == 204
    assert moderator.ask("GET", "/reports").json["cases"][0]["text"] == "You fool"  # type: ignore[index]
    again = site.say(site.ann, "You fool!")
    about["id"] = again["id"]
    assert site.bob.ask("POST", "/reports", report).status_code == 201
    decision = {"about": about, "verdict": "hide", "reason": "No insults"}
    assert moderator.ask("POST", "/decisions", decision).status_code == 201
    assert site.heard(site.bob) == site.heard(site.ann) == ["hidden by a moderator: No insults"]
    exported = site.ann.ask("GET", "/me/export").json
    assert exported is not None
    assert [each["text"] for each in exported["talk"]] == ["You fool!"]
    assert [each["hidden"].keys() for each in exported["talk"]] == [{"at", "reason"}]


@pytest.mark.parametrize("full", ["room", "account"])
def test_a_full_room_says_who_fills_it(site: Site, full: str) -> None:
    """The room and each account in it have a maximum; the member `full` says which was reached."""
    author, most = (site.ids[site.bob], MOST) if full == "room" else (site.ids[site.ann], MOST_OWN)
    places = {f"{number} {author} {number} -": number for number in range(1, most + 1)}
    key = f"talk:{{{site.game}}}:players"
    site.world.store.zadd(key, places)
    answer = site.ann.ask("POST", f"/games/{site.game}/talk", {"text": "One more"})
    assert code(answer) == (409, "talk/too-many")
    assert answer.json is not None
    assert answer.json["full"] == full
    site.world.store.zrem(key, f"1 {author} 1 -")
    site.say(site.ann, "One more")


def test_notices_know_the_players_room() -> None:
    """The projection stores the room's name, because it does not import games."""
    assert Room.PLAYERS.value == PLAYERS
