"""The calendar feed: its events, and access by the secret link only."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import Browser, World
from harness.play.tournaments import plan
from replays.encoding.identity import new_game_id
from replays.events.regulations import Regulations
from replays.tournament.deciding.opening import enter_players, start, withdraw
from replays.tournament.kind import TOURNAMENT
from service.application.channels.calendar.links import FIELD
from service.application.quotas.throttle import LIMITS, Attempt
from service.http import request_log

DAY = 86_400
CLOCK = {"policy": "per_turn", "seconds": 3 * DAY}


def link(owner: Browser) -> str:
    """The path of a new link."""
    answer = owner.ask("POST", "/me/calendar")
    assert answer.status_code == 201, answer.data
    assert answer.json
    assert answer.json["url"].startswith("http://localhost/calendar/")
    return str(answer.json["url"]).removeprefix("http://localhost")


def read(owner: Browser, path: str, **headers: str) -> TestResponse:
    """The response to a client with nothing but the link."""
    return owner.world.browser().client.get(path, headers=headers)


def events(answer: TestResponse) -> list[Any]:
    """The events of a feed, by the library's own parser."""
    return list(calendar(answer).events)


def calendar(answer: TestResponse) -> Any:
    """A feed, by the library's own parser."""
    from icalendar import Calendar  # noqa: PLC0415 - it takes long, and most tests do without

    assert answer.status_code == 200, answer.data
    return Calendar.from_ical(answer.data)


def guest(world: World, name: str) -> Browser:
    """A signed-in browser."""
    browser = world.browser()
    browser.guest(name)
    return browser


def begun(*players: Browser, **agreed: Any) -> str:
    """The id of a started game of these players, with a clock."""
    opened: Any = players[0].ask("POST", "/games", {"players": len(players), "clock": CLOCK, **agreed}).json
    for other in players[1:]:
        assert other.ask("POST", f"/games/{opened['id']}/seats", {}).status_code == 201
    return str(opened["id"])


def state(game: str, owner: Browser) -> Any:
    """The current state of the game."""
    return owner.ask("GET", f"/games/{game}").json


def in_turn(game: str, *players: Browser) -> tuple[Browser, Browser]:
    """The browser of the player to act, and another one."""
    now = state(game, players[0])
    mover = now["players"][now["to_act"]["seat"]]["player"]
    own = next(each for each in players if each.who()["id"] == mover)
    return own, next(each for each in players if each is not own)


def move(game: str, owner: Browser) -> None:
    """Make the first legal move."""
    offered: Any = owner.ask("GET", f"/games/{game}/moves").json
    headers = {"If-Match": f'"{offered["version"]}"'}
    assert owner.ask("POST", f"/games/{game}/moves", offered["moves"][0], **headers).status_code == 201


@pytest.mark.slow
def test_ones_own_turns(world: World) -> None:
    """Each deadline is an event with the notice's alarm and the game's URL; others' turns are absent."""
    ann, bob = guest(world, "Ann"), guest(world, "Bob")
    game = begun(ann, bob)
    begun(ann, bob, clock={"policy": "none"})
    mover, other = in_turn(game, ann, bob)
    name = "Bob" if mover is ann else "Ann"
    (event,) = events(read(mover, link(mover)))
    deadline = datetime.fromtimestamp(state(game, ann)["deadline"] // 1000, UTC)
    assert event["uid"] == f"{game}@kingdomino"
    assert event["summary"] == f"Your move against {name}"
    assert event["dtstart"].dt == deadline
    assert event["dtstart"].to_ical().endswith(b"Z")
    assert event["url"] == f"http://localhost/games/{game}"
    assert event["sequence"] == state(game, ann)["version"]
    (alarm,) = event.walk("VALARM")
    assert alarm["trigger"].dt == -timedelta(hours=14, minutes=24)  # 80 % of three days
    assert events(read(other, link(other))) == []


def test_the_others_turns_where_they_are_asked_for(world: World) -> None:
    """The events name the player to act and have no alarm."""
    people = [guest(world, name) for name in ("Ann", "Bob", "Cleo")]
    game = begun(*people)
    mover, other = in_turn(game, *people)
    path = link(other)
    assert events(read(other, path)) == []
    (event,) = events(read(other, f"{path}?others"))
    names = {each: each.who()["name"] for each in people}
    (third,) = (names[each] for each in people if each not in (mover, other))
    assert event["summary"] == f"{names[mover]}'s move against you and {third}"
    assert event.walk("VALARM") == []


def test_an_event_is_the_same_one_as_the_game_goes_on(world: World) -> None:
    """The UID stays, sequence and stamp grow; an unchanged feed gets 304."""
    ann, bob = guest(world, "Ann"), guest(world, "Bob")
    game = begun(ann, bob)
    path = f"{link(ann)}?others"
    first = read(ann, path)
    tag = first.headers["ETag"]
    again = read(ann, path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    (before,) = events(first)
    move(game, in_turn(game, ann, bob)[0])
    after_move = read(ann, path, If_None_Match=tag)
    (after,) = events(after_move)
    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after["dtstamp"].dt >= before["dtstamp"].dt
    assert after_move.headers["ETag"] != tag


def test_what_the_answer_says_to_who_keeps_it(ann: Browser) -> None:
    """The response is private, sends no referrer, and states its refresh interval."""
    answer = read(ann, link(ann))
    assert answer.content_type == "text/calendar; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    found = calendar(answer)
    assert found["refresh-interval"].dt == timedelta(minutes=30)
    assert found["x-published-ttl"] == "PT30M"
    assert found["version"] == "2.0"


def test_lines_are_folded(world: World) -> None:
    """Lines fold at 75 bytes, not within a character, with CR LF; names with commas break nothing."""
    ann, bob = guest(world, "Ann"), guest(world, "Бо́рис; ё, 王" * 2)
    game = begun(ann, bob)
    mover, _ = in_turn(game, ann, bob)
    answer = read(mover, f"{link(mover)}?others")
    other = read(ann, f"{link(ann)}?others")
    for each in (answer, other):
        lines = each.data.split(b"\r\n")
        assert all(len(line) <= 75 and b"\n" not in line for line in lines)
        for line in lines:
            line.decode()
        (event,) = events(each)
    assert bob.who()["name"] in str(event["summary"])


def test_a_link_is_replaced_and_revoked(ann: Browser) -> None:
    """The old link gets 404; a repeated request returns the same link; all invalid links look alike."""
    first = link(ann)
    key = {"Idempotency-Key": "a-key-of-sixteen-characters"}
    one, two = ann.ask("POST", "/me/calendar", **key), ann.ask("POST", "/me/calendar", **key)
    assert one.json == two.json == ann.ask("GET", "/me/calendar").json
    second = str(one.json["url"]).removeprefix("http://localhost")  # type: ignore[index]
    assert (read(ann, first).status_code, read(ann, second).status_code) == (404, 200)
    assert ann.ask("DELETE", "/me/calendar").status_code == 204
    assert ann.ask("GET", "/me/calendar").status_code == 404
    third = link(ann)
    assert len({first, second, third}) == 3
    revoked = read(ann, second)
    assert revoked.status_code == 404
    player = ann.who()["id"]
    for path in (
        second.replace(player, "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"),
        f"/calendar/{player}.{'0' * 64}.ics",
        "/calendar/x.ics",
        f"/calendar/{player}.ics",
        "/calendar/ü.ics",
    ):
        unknown = read(ann, path)
        assert (unknown.status_code, said(unknown)) == (404, said(revoked)), path


def said(answer: TestResponse) -> str:
    """The text of a page without its nonce."""
    return re.sub(r'nonce="[^"]*"', "", answer.text)


def test_an_erased_account_has_no_calendar(world: World) -> None:
    """Its link gets 404 like an unknown one."""
    ann = guest(world, "Ann")
    path = link(ann)
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert read(ann, path).status_code == 404


def test_the_store_has_nothing_that_opens_a_calendar(world: World) -> None:
    """The store has only a number, from which the server's key derives the token."""
    ann = guest(world, "Ann")
    secret = link(ann).rpartition(".ics")[0].rpartition(".")[2]
    assert len(secret) == 64
    assert secret.encode() not in world.everything()
    stored = world.store.hget(f"{{player:{ann.who()['id']}}}:channels", FIELD)
    assert stored
    assert b'"n":1' in stored


def test_a_line_of_the_log_has_no_token(world: World) -> None:
    """The log line has the route's rule in place of the path."""
    ann = guest(world, "Ann")
    path = link(ann)
    environ: dict[str, Any] = {"REQUEST_METHOD": "GET", "PATH_INFO": path}
    with world.app.test_request_context(path) as context:
        environ["werkzeug.request"] = context.request
        assert request_log._question(environ) == ("GET", "/calendar/<token>.ics")


def test_how_often_a_calendar_looks_is_limited() -> None:
    """429 has a Retry-After header; the limit is per calendar."""
    world = World(limits=True)
    ann, bob = guest(world, "Ann"), guest(world, "Bob")
    path, other = link(ann), link(bob)
    limit = LIMITS[Attempt.CALENDAR_BY]
    parts = world.app.extensions["kingdomino"]
    parts.throttle.count(Attempt.CALENDAR_BY, ann.who()["id"], limit.most)
    refused = read(ann, path)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= limit.seconds
    assert read(bob, other).status_code == 200
    world.hub.close()


def test_a_player_who_left_has_no_deadline_there(world: World) -> None:
    """The player's calendar then has neither own deadlines nor others'."""
    _, bob, _ = people = [guest(world, name) for name in ("Ann", "Bob", "Cleo")]
    game = begun(*people, absent="bot")
    path = f"{link(bob)}?others"
    assert len(events(read(bob, path))) == 1
    left = bob.ask("POST", f"/games/{game}/resign", {})
    assert left.status_code in (200, 201), left.data
    assert events(read(bob, path)) == []


def test_the_page_makes_and_ends_the_link(ann: Browser) -> None:
    """The forms are accepted from the service's own pages only."""
    assert ann.form("/account/notices/calendar").headers["Location"].endswith("done=calendar")
    shown = ann.client.get("/account/notices").text
    (url,) = re.findall(r'value="http://localhost(/calendar/[^"]+)"', shown)
    assert read(ann, url).status_code == 200
    ann.form("/account/notices/calendar/revoke")
    assert read(ann, url).status_code == 404
    elsewhere = ann.client.post("/account/notices/calendar", headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 403


def test_a_round_that_is_closed_by_date_ends_in_the_calendar(world: World) -> None:
    """Those who play and the director see it; it moves with the rounds, and no other tournament is there."""
    director, ann, gone = (guest(world, name) for name in ("Dora", "Ann", "Cleo"))
    links = [link(each) for each in (director, ann, gone)]
    tournaments = world.services.streams.commands(TOURNAMENT)
    ids = [each.who()["id"] for each in (director, ann, gone)]
    agreed = Regulations(round_ms=7 * DAY * 1000)
    now = tournaments.found(new_game_id(bytes(16)), plan(regulations=agreed), ids[0]).after
    now = tournaments.change(now, lambda now, _: enter_players(now, ["x", *ids[1:]], ids[0])).after
    now = tournaments.change(now, lambda now, _: withdraw(now, ids[2], "no time")).after
    tournaments.change(now, lambda now, _: start(now, ids[0]))
    assert [events(read(ann, each)) for each in links] == [[], [], []]
    now = tournaments.advance(now.id)
    opened = now.rounds[0].opened_at
    assert opened is not None
    *shown, none = (
        [each for each in events(read(ann, each)) if "Round" in each["summary"]] for each in links
    )
    assert none == []
    for (event,) in shown:
        assert event["summary"] == "Round 1 of Cup ends"
        assert event["url"] == f"http://localhost/tournaments/{now.id}"
        assert event["dtstart"].dt == datetime.fromtimestamp(opened // 1000, UTC) + timedelta(days=7)
