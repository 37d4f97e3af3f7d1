"""Live streams that not everybody may watch, on two web processes: the end of the right to watch."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harness.games import seeded
from harness.play.playing import Game, move
from harness.processes import free_port
from harness.service import API, Account, Service, environment, ok, processes
from harness.wire.http import Http
from harness.wire.sse import Message, messages
from service.http.authentication import COOKIE

HEARTBEATS = 4
"""The number of heartbeats after which a stream that should have ended fails its test."""


class Site(NamedTuple):
    """A private game and dynasty of Ann and Bob, in which it is Bob's turn; and a second web process."""

    service: Service
    second: int
    ann: Account
    phone: str
    bob: Account
    game: str
    key: str
    dynasty: str


@pytest.fixture(scope="module")
def second(service: Service) -> Iterator[int]:
    """Give the port of a second web process on the service's store."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="second-") as data,
        processes(environment(service.store_url, Path(data)), port, ["web"]),
    ):
        yield port


@pytest.fixture
def site(service: Service, second: int) -> Site:
    """Give Ann, who has a session in a browser and a token, and her tables."""
    http = service.http()
    guest = http.post(f"{API}/session/guest", {"name": "Ann"}, Sec_Fetch_Site="same-origin")
    phone = str(guest.headers["set-cookie"].partition(f"{COOKIE}=")[2].partition(";")[0])
    made = ok(Account(http, "", "Ann", phone).post("/me/tokens", {"name": "program"}), 201)
    ann = Account(http, ok(guest, 201)["id"], "Ann", made["token"])
    bob = service.account(http=http)
    tables = {}
    for kind in ("games", "dynasties"):
        body = {"players": 2, "visibility": "private", "absent": "bot"}
        table = ok(ann.post(f"/{kind}", body), 201)["id"]
        key = ok(ann.mine("GET", f"/{kind}/{table}/invitation"))["key"]
        ok(bob.post(f"/{kind}/{table}/seats?invitation={key}", {}), 201)
        tables[kind] = str(table), str(key)
    (game, key), (dynasty, _) = tables["games"], tables["dynasties"]
    while ok(ann.mine("GET", f"/games/{game}/moves"))["seat"] == 0:
        turn(ann, game)
    return Site(service, second, ann, phone, bob, game, key, dynasty)


def turn(player: Account, game: str) -> None:
    """Make a move in the private game."""
    offered = ok(player.mine("GET", f"/games/{game}/moves"))
    ok(player.move(game, offered["moves"][0], offered["version"]), 201)


def say(site: Site) -> None:
    """Bob writes to Ann at the table."""
    ok(site.bob.post(f"/games/{site.game}/talk", {"text": "hello"}), 201)


STREAMS: dict[str, Callable[[Site], str]] = {
    "game": lambda site: f"/games/{site.game}/events",
    "dynasty": lambda site: f"/dynasties/{site.dynasty}/events",
    "games": lambda site: f"/events?game={site.game}",
    "games and mine": lambda site: f"/events?game={site.game}&mine=true",
    "talk": lambda site: f"/events?talk={site.game}",
    "mine": lambda _: "/events?mine=true",
    "hints": lambda _: "/me/events",
}


@contextmanager
def followed(site: Site, path: str, token: str) -> Iterator[Iterator[Message]]:
    """The new messages of a stream at the second web process, which has begun."""
    headers = {"Accept": "text/event-stream", "Cookie": f"{COOKIE}={token}"}
    with (
        Http(site.service.host, site.second) as http,
        http.stream(f"{API}{path}", **headers) as (answer, lines),
    ):
        assert answer.status == 200
        assert next(lines) in {b": welcome", b"event: reset"}  # the stream is followed from now on
        yield messages(without_heartbeats(lines))


def without_heartbeats(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines without heartbeats; a stream that sends nothing else for long is an assertion error."""
    beats = 0
    for line in lines:
        beats = beats + 1 if line == b": still here" else 0 if line else beats
        assert beats <= HEARTBEATS, "the stream goes on"
        if line != b": still here":
            yield line


def revoked(site: Site) -> None:
    """Ann's browser is signed out from elsewhere, by the id of its token."""
    tokens = ok(site.ann.mine("GET", "/me/tokens"))["tokens"]
    (session,) = (each["id"] for each in tokens if each["session"])
    assert site.ann.mine("DELETE", f"/me/tokens/{session}").status == 204


def signed_out(site: Site) -> None:
    """Ann signs out everywhere."""
    assert site.ann.mine("DELETE", "/me/sessions").status == 204


def erased(site: Site) -> None:
    """Ann erases her account."""
    assert site.ann.mine("DELETE", "/me", {"confirm": "Ann"}).status == 204


@pytest.mark.sampled(6)
@pytest.mark.parametrize("lose", [revoked, signed_out, erased])
@pytest.mark.parametrize("path", STREAMS.values(), ids=STREAMS)
def test_a_stream_ends_with_its_access(
    site: Site, path: Callable[[Site], str], lose: Callable[[Site], None]
) -> None:
    """No message comes after it, in another process than the one that ended the access."""
    with followed(site, path(site), site.phone) as stream:
        version = paged(site)[-1]["version"]
        lose(site)
        turn(site.bob, site.game)
        say(site)
        assert late(stream, version) == []


def invitations_ended(site: Site) -> None:
    """Ann ends all that she gave."""
    assert site.ann.mine("DELETE", "/me/sessions?end_grants=true").status == 204


@pytest.mark.parametrize("end", [invitations_ended, erased])
@pytest.mark.parametrize("kind", ["games", "talk"])
def test_a_stream_by_a_key_ends_with_the_invitations_of_its_giver(
    site: Site, kind: str, end: Callable[[Site], None]
) -> None:
    """Of a viewer without an account; a new request with the key is 404."""
    path = f"/events?{'game' if kind == 'games' else 'talk'}={site.game}&invitation={site.key}"
    with followed(site, path, "") as stream:
        version = paged(site)[-1]["version"]
        end(site)
        turn(site.bob, site.game)
        say(site)
        assert late(stream, version) == []
    assert site.service.http().get(f"{API}{path}").status == 404


def test_a_quiet_stream_ends_too(site: Site) -> None:
    """Nothing happens in what it follows."""
    with followed(site, f"/events?game={site.game}", site.phone) as stream:
        revoked(site)
        assert late(stream, paged(site)[-1]["version"]) == []


def test_streams_of_other_tokens_and_of_public_games_go_on(site: Site) -> None:
    """The program's token is still valid, and a public game is for anybody."""
    players = [site.ann, site.bob]
    public = Game(site.service.table(players), players)
    with (
        followed(site, f"/events?game={site.game}", site.ann.token) as own,
        followed(site, f"/events?game={public.id}", site.phone) as everybodys,
    ):
        version, known = paged(site)[-1]["version"], site.ann.state(public.id)["version"]
        revoked(site)
        turn(site.bob, site.game)
        move(public, seeded(1), 1)
        assert next(each for each in own if version_of(each) > version).json["game"] == site.game
        assert next(each for each in everybodys if version_of(each) > known).json["game"] == public.id


def taken_over(site: Site) -> Account:
    """Ann leaves the game, and Cid takes over her seat; Cid is given."""
    ok(site.ann.post(f"/games/{site.game}/resign", {}), 201)
    cid = site.service.account(http=site.ann.http)
    ok(cid.post(f"/games/{site.game}/takeover?invitation={site.key}", {"seat": 0}), 201)
    return cid


@pytest.mark.parametrize(
    ("path", "last"),
    [
        ("/games/{game}/events", ["SeatLeft"]),
        ("/games/{game}/events?after=9999", ["SeatLeft"]),
        ("/events?game={game}", ["SeatLeft", "hidden"]),
        ("/events?talk={game}", []),
    ],
)
def test_a_stream_of_the_game_ends_with_the_seat(site: Site, path: str, last: list[str]) -> None:
    """It sends nothing of the takeover nor of what comes after it, and a new request is 404."""
    where = path.format(game=site.game)
    with followed(site, where, site.phone) as stream:
        taken_over(site)
        turn(site.bob, site.game)
        say(site)
        types = [each.json.get("event", each.json).get("type", each.type) for each in stream]
    assert types[-len(last) :] == last if last else types == []
    assert site.ann.mine("GET", where, Accept="text/event-stream").status == 404


@pytest.mark.parametrize("path", ["/events?game={game}&mine=true", "/events?mine=true", "/me/events"])
def test_other_streams_drop_that_game_only(site: Site, path: str) -> None:
    """A stream of the account goes on without hints of the game, also one that begins afterwards.

    The first game of the dynasty may start meanwhile, and is told of.
    """
    with followed(site, path.format(game=site.game), site.phone) as stream:
        taken_over(site)
        left = next(each for each in paged(site) if each["type"] == "SeatLeft")["version"]
        with followed(site, "/me/events", site.phone) as later:
            turn(site.bob, site.game)
            table = ok(site.ann.post("/games", {"players": 2}), 201)["id"]
            before, beside = (until_hint(each, table) for each in (stream, later))
    of_it = ([each for each in seen if each.json["game"] == site.game] for seen in (before, beside))
    assert [late(each, version) for each, version in zip(of_it, (left, 0), strict=True)] == [[], []]
    assert [each.type for each in before if each.type == "hidden"] == ["hidden"] * path.count("game=")


def paged(site: Site) -> list[Any]:
    """The events of the game."""
    found: list[Any] = ok(site.bob.mine("GET", f"/games/{site.game}/events"))["events"]
    return found


def until_hint(stream: Iterator[Message], table: str) -> list[Message]:
    """The messages before the first hint of this table."""
    is_other = lambda each: (each.type, each.json["game"]) not in {("hint", table), ("message", table)}  # noqa: E731
    return list(takewhile(is_other, stream))


def late(stream: Iterable[Message], version: int) -> list[Message]:
    """The messages of what happened after this version of the game: events, hints and talk."""
    return [each for each in stream if each.type == "talk" or version_of(each) > version]


def version_of(message: Message) -> int:
    """The version in an event or a hint, 0 for another message."""
    version: int = message.json.get("event", message.json).get("version", 0)
    return version
