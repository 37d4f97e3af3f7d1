"""Announcing a tournament, and reading it: lists, states at versions and moments, events and files."""

import csv
import io
from typing import Any

import pytest

from replays.bootstrap import now_ms
from tests.unit.service.api.tournaments.site import NOBODY, Site


@pytest.fixture
def site() -> Site:
    """Give a service with people."""
    return Site()


def test_a_tournament_has_defaults(site: Site) -> None:
    """Three days for each turn, the mean of a table for a bye, and late tables after one and two weeks."""
    made = site.announce(table=4)
    assert made["options"]["clock"] == {"policy": "per_turn", "seconds": 259_200}
    assert made["options"]["on_timeout"] == "forfeit"
    assert made["regulations"]["bye"] == 24
    assert (made["regulations"]["first_move_ms"], made["regulations"]["idle_ms"]) == (
        604_800_000,
        1_209_600_000,
    )
    assert (made["status"], made["round"], made["director"]["name"]) == ("open", 0, "Ann")


def test_what_is_agreed_is_kept(site: Site) -> None:
    """Every member of the request is in the state, in the form in which it was sent."""
    regulations = {
        "points": "3-2-1-0",
        "bye": 12,
        "tie_breaks": ["seconds", "lots"],
        "seeding": "entries",
        "filling": "lucky-losers",
        "forfeit": "nothing",
        "late_until": 2,
        "late_points": 6,
        "vacancy": "steady",
        "round_ms": 86_400_000,
        "first_move_ms": None,
        "idle_ms": 1000,
        "bar_ms": 5,
    }
    rules = {"game": "kingdomino", "harmony": True}
    made = site.announce(regulations=regulations, rules=rules, clock=None, spectators=False, hints=False)
    assert made["regulations"] == regulations
    assert made["rules"]["harmony"] is True
    assert made["options"] == {"absent": "end", "spectators": False, "hints": False}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": ""}, 422, "request/invalid"),
        ({"name": "A\u202eB"}, 422, "request/invalid"),
        ({"kind": "cup"}, 422, "request/invalid"),
        ({"table": 5}, 422, "request/invalid"),
        ({"rounds": 0}, 422, "request/invalid"),
        ({"visibility": "private"}, 422, "request/invalid"),
        ({"regulations": {"points": "golf"}}, 422, "request/invalid"),
        ({"regulations": {"tie_breaks": ["wins", "wins"]}}, 422, "request/invalid"),
        ({"regulations": {"bye": 37}}, 409, "tournament/bye"),
        ({"regulations": {"late_until": 4}}, 409, "tournament/late"),
        ({"regulations": {"points": "game"}, "table": 4}, 409, "tournament/points"),
        ({"rules": {"mighty_duel": True}, "table": 4}, 422, "rules/mighty-duel-players"),
        ({"clock": None, "on_timeout": "forfeit"}, 422, "request/invalid"),
        ({"invited": [NOBODY]}, 422, "request/invalid"),
    ],
    ids=str,
)
def test_what_cannot_be_agreed_is_refused(site: Site, change: Any, status: int, code: str) -> None:
    """The problem has the code of what is wrong."""
    wanted = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 3, **change}
    answer = site.ask(site.ann, "POST", "", wanted)
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.json


def test_a_request_is_carried_out_once(site: Site) -> None:
    """The same key announces the same tournament; another request with it is refused."""
    wanted = {"name": "Cup", "kind": "league", "table": 2, "rounds": 3}
    first, again = (site.ask(site.ann, "POST", "", wanted, **{"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json["id"] == again.json["id"]
    assert first.headers["Location"] == f"/api/v1/tournaments/{first.json['id']}"
    other = site.ask(site.ann, "POST", "", {**wanted, "rounds": 2}, **{"Idempotency-Key": "one"})
    assert (other.status_code, other.json["code"]) == (422, "idempotency/reused")


def test_the_lists(site: Site) -> None:
    """By status and by player, a page at a time; a bot's or a stranger's list is empty."""
    site.announce(name="First")
    first = site.id
    site.announce(name="Second")
    site.enter("Ben")
    listed = site.ok(site.eve, "GET", "")["tournaments"]
    assert {each["name"] for each in listed} == {"First", "Second"}
    mine = site.eve.ask("GET", f"/tournaments?player={site.ids['Ben']}").json
    assert mine is not None
    assert [(each["name"], each["entrants"]) for each in mine["tournaments"]] == [("Second", 1)]
    page: Any = site.eve.ask("GET", "/tournaments?limit=1&status=active").json
    assert page == {"tournaments": [], "next": None}
    page = site.eve.ask("GET", "/tournaments?limit=1").json
    rest: Any = site.eve.ask("GET", f"/tournaments?limit=1&cursor={page['next']}").json
    assert {each["id"] for each in page["tournaments"] + rest["tournaments"]} == {first, site.id}


def test_a_state_is_of_any_version_and_moment(site: Site) -> None:
    """Version N has the first N events, and a moment those that had happened."""
    site.ago = 1_000_000
    site.announce()
    site.ago = 500_000
    site.enter("Ben", "Cid")
    between = now_ms() - 700_000
    assert (site.state["version"], len(site.state["entrants"])) == (3, 2)
    assert len(site.ok(site.eve, "GET", "?version=2")["entrants"]) == 1
    assert site.ok(site.eve, "GET", f"?at={between}")["entrants"] == []
    assert site.ok(site.eve, "GET", f"?at={now_ms()}")["version"] == 3
    for past in ("version=4", f"at={now_ms() - 2_000_000}"):
        assert site.refused(site.eve, "GET", f"?{past}") == (404, "version/unknown")
    for wrong in ("version=0", "at=-1", "version=1&at=1", "round=1"):
        assert site.refused(site.eve, "GET", f"?{wrong}") == (422, "request/invalid")


def test_a_state_has_a_validator(site: Site) -> None:
    """It is 304 until something happens or somebody takes another name."""
    site.announce()
    tag = site.ask(site.eve, "GET", "/").headers["ETag"]
    assert site.ask(site.eve, "GET", "/", **{"If-None-Match": tag}).status_code == 304
    site.enter("Ben")
    assert site.ask(site.eve, "GET", "/", **{"If-None-Match": tag}).status_code == 200


def test_an_unknown_tournament_is_404_everywhere(site: Site) -> None:
    """Also for who may not do it anyway; a game is no tournament."""
    for method, path in (
        *(("GET", ""), ("GET", "events"), ("GET", "audit"), ("GET", "forecast"), ("GET", "preview")),
        *(("GET", "desk"), ("GET", "standings.csv"), ("POST", "start"), ("POST", "rounds/1/close")),
        *(("POST", "entries"), ("POST", "acts"), ("DELETE", "entries/mine")),
    ):
        answer: Any = site.ann.ask(method, f"/tournaments/{NOBODY}/{path}".rstrip("/"), {})
        assert (answer.status_code, answer.json["code"]) == (404, "tournament/unknown"), path


def test_the_events_are_sent_in_three_forms(site: Site) -> None:
    """As JSON, as lines, and as a stream that begins with what is there."""
    site.announce()
    site.enter("Ben")
    types = [each["type"] for each in site.ok(site.eve, "GET", "events")["events"]]
    assert types == ["TournamentCreated", "TournamentPlayerEntered"]
    lines = site.ask(site.eve, "GET", "events", Accept="application/x-ndjson")
    assert lines.data.count(b"\n") == 2
    site.act(site.ann, "call-off")
    stream = site.ask(site.eve, "GET", "events", Accept="text/event-stream")
    assert b"TournamentCalledOff" in stream.data
    assert site.ask(site.eve, "GET", "events?after=3", Accept="text/event-stream").status_code == 204


def test_the_files_have_the_state(site: Site) -> None:
    """Each row of standings, each seat and bye, each act; a name is never a formula."""
    site.announce()
    site.world.services.players.rename(site.ids["Eve"], "=1+1")
    site.enter("Ben", "Cid")
    site.ok(site.eve, "POST", "entries", {}, 201)
    site.begin()
    site.act(site.ann, "forbid-meeting", entrants=[1, 2])

    def rows(name: str) -> list[dict[str, str]]:
        answer = site.ask(site.ben, "GET", f"{name}.csv")
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        return list(csv.DictReader(io.StringIO(answer.data.decode(), newline="")))

    assert sorted(row["points"] for row in rows("standings")) == ["0.00", "0.00", "2.00"]
    assert {row["seat"] for row in rows("pairings")} == {"1", "2", ""}
    assert [row["type"] for row in rows("acts")] == ["forbid-meeting"]
    assert "'=1+1" in {row["name"] for row in rows("standings")}
    past = site.ask(site.ben, "GET", "standings.csv?version=1")
    assert past.data.count(b"\r\n") == 1
