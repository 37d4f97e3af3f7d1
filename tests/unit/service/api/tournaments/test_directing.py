"""Directing a tournament: its start, its rounds, every act and refusal, the desk, and what is foreseen."""

from typing import Any

import pytest

from replays.events.tournament_events import Act
from replays.tournament.view import ACTS as NAMES
from service.application.tournaments.acts import ACTS
from tests.unit.service.api.tournaments.site import Site

pytestmark = pytest.mark.slow

DAY = 86_400_000


@pytest.fixture
def site() -> Site:
    """Give a service with an open tournament of Ben, Cid, Dora and a bot."""
    found = Site()
    found.announce()
    found.enter("Ben", "Cid", "Dora")
    found.enter_bots(1)
    return found


@pytest.fixture
def begun(site: Site) -> Site:
    """Give the tournament with its first round open."""
    site.begin()
    return site


def test_every_act_is_in_the_registry() -> None:
    """The events of acts, their names in the API, and the declarations are the same ones."""
    declared = {each.__name__ for each in Act.__subclasses__()}
    assert {each.event.__name__ for each in ACTS.values()} == declared
    assert {each.event for each in ACTS.values()} == NAMES.keys()
    assert [*ACTS] == [each.name for each in ACTS.values()]


def test_a_tournament_is_directed_to_its_end(begun: Site) -> None:
    """A round is closed once its tables have results; closing the last one finishes the tournament."""
    assert begun.refused(begun.ann, "POST", "start") == (409, "tournament/started")
    assert begun.refused(begun.ann, "POST", "rounds/1/close") == (409, "tournament/not-done")
    assert begun.refused(begun.ben, "POST", "rounds/1/close") == (403, "tournament/not-director")
    for number in (1, 2, 3):
        begun.play()
        assert begun.state["rounds"][-1]["status"] == "done"
        assert begun.refused(begun.ann, "POST", f"rounds/{number + 1}/close") == (409, "tournament/round")
        body = begun.ok(begun.ann, "POST", f"rounds/{number}/close")
        assert body["rounds"][-1]["status"] == "closed"
        assert body["status"] == ("finished" if number == 3 else "active")
    begun.work()
    state = begun.state
    assert (state["status"], state["provisional"], state["round"]) == ("finished", False, 3)
    listed: Any = begun.eve.ask("GET", "/tournaments?status=finished").json
    assert [each["id"] for each in listed["tournaments"]] == [begun.id]
    assert begun.act(begun.ann, "forbid-meeting", entrants=[1, 2]) == (409, "tournament/finished")
    assert begun.refused(begun.ann, "GET", "preview") == (409, "tournament/round")
    assert begun.ask(begun.eve, "GET", "audit").data.startswith(b"PK")


def test_the_start(site: Site) -> None:
    """Only a director starts, and only a field that can play."""
    assert site.refused(site.ben, "POST", "start") == (403, "tournament/not-director")
    site.announce(kind="league", table=4)
    site.enter_bots(5)
    assert site.refused(site.ann, "POST", "start") == (409, "pairing/few")
    forecast = site.ok(site.eve, "GET", "forecast")
    assert (forecast["possible"], forecast["code"], forecast["entrants"]) == (False, "pairing/few", 5)
    site.announce(kind="knockout", rounds=1)
    site.enter_bots(4)
    assert site.refused(site.ann, "POST", "start") == (409, "tournament/rounds")


def test_the_forecast_has_numbers(site: Site) -> None:
    """A league of seven in fours is exact: everybody meets everybody twice."""
    site.announce(kind="league", table=4, rounds=7)
    site.enter_bots(7)
    assert site.ok(site.eve, "GET", "forecast") == {
        "entrants": 7,
        "possible": True,
        "tables": 1,
        "byes": 3,
        "smaller": 0,
        "rounds": 7,
        "even": {"games": [4, 4], "meetings": [2, 2], "seat": [1, 1], "exact": True},
    }


def test_a_tournament_is_called_off_before_its_start(site: Site) -> None:
    """The act is public; afterwards nothing is possible any more."""
    assert site.act(site.ben, "call-off") == (403, "tournament/not-director")
    assert site.act(site.ann, "call-off", code="request") == (201, "")
    assert (site.state["status"], site.state["acts"][0]["type"]) == ("aborted", "call-off")
    assert site.refused(site.ann, "POST", "start") == (409, "tournament/started")
    assert site.act(site.ann, "call-off") == (409, "tournament/started")
    assert site.refused(site.eve, "POST", "entries") == (409, "tournament/not-open")
    assert site.refused(site.ben, "DELETE", "entries/mine") == (409, "tournament/finished")


@pytest.mark.parametrize(
    ("kind", "members", "expected"),
    [
        ("withdraw", {"entrant": 9}, (409, "tournament/unknown-entrant")),
        ("withdraw", {}, (422, "request/invalid")),
        ("withdraw", {"entrant": 1, "code": "boredom"}, (422, "request/invalid")),
        ("withdraw", {"entrant": 1, "reason": " "}, (409, "tournament/reason")),
        ("withdraw", {"entrant": 1, "reason": "x" * 501}, (422, "request/invalid")),
        ("replace", {"entrant": 1, "player": "Cid"}, (409, "tournament/entered")),
        ("replace", {"entrant": 1, "player": "Zed"}, (409, "tournament/unknown-player")),
        ("forbid-meeting", {"entrants": [1, 1]}, (409, "tournament/two")),
        ("set-pairing", {"round": 3, "tables": [[1, 2], [3, 4]]}, (409, "tournament/round")),
        ("set-pairing", {"round": 2, "tables": [[1, 2], [3, 3]]}, (409, "tournament/tables")),
        ("set-pairing", {"round": 2, "tables": [[1, 2]]}, (409, "tournament/tables")),
        ("set-pairing", {"round": 2, "tables": [[1, 2, 3]], "byes": [4]}, (409, "tournament/tables")),
        ("correct", {"game": 7, "places": [1, 2]}, (409, "tournament/unknown-game")),
        ("correct", {"game": "no-game", "places": [1, 2]}, (409, "tournament/unknown-game")),
        ("correct", {"game": 1.5, "places": [1, 2]}, (422, "request/invalid")),
        ("correct", {"game": 1, "places": [1, 3]}, (409, "tournament/places")),
        ("correct", {"game": 1, "places": [1, 2], "points": [1, 2, 3]}, (409, "tournament/points")),
        ("annul", {"game": 1, "points": [1, 2, 3, 4]}, (409, "tournament/points")),
        ("adjust-clocks", {"began": 2, "ended": 1}, (409, "tournament/interval")),
        ("dismiss-deputy", {"player": "Ben"}, (409, "tournament/deputy")),
        ("name-deputy", {"player": "Ann"}, (409, "tournament/deputy")),
        ("open-dispute", {"game": 1, "at": 3}, (403, "tournament/not-yours")),
        ("answer-dispute", {"dispute": 2, "upheld": True}, (409, "tournament/unknown-dispute")),
        ("answer-dispute", {"dispute": 2, "upheld": "yes"}, (422, "request/invalid")),
        ("undo", {"act": 2}, (409, "tournament/unknown-act")),
        ("call-off", {}, (409, "tournament/started")),
        ("promote", {}, (422, "request/invalid")),
        (None, {}, (422, "request/invalid")),
    ],
    ids=str,
)
def test_what_cannot_be_done(begun: Site, kind: Any, members: Any, expected: tuple[int, str]) -> None:
    """Each refusal has its code, and nothing is on the record."""
    assert begun.act(begun.ann, kind, **members) == expected
    assert begun.state["acts"] == []


def test_only_directors_act(begun: Site) -> None:
    """Every act but a dispute is refused to others, and naming deputies to deputies, too."""
    members: dict[str, dict[str, Any]] = {
        "withdraw": {"entrant": 1},
        "replace": {"entrant": 1, "player": "Eve"},
        "forbid-meeting": {"entrants": [1, 2]},
        "set-pairing": {"round": 2, "tables": [[1, 2], [3, 4]]},
        "correct": {"game": 1, "places": [1, 2]},
        "annul": {"game": 1},
        "adjust-clocks": {"began": 1, "ended": 2},
        "name-deputy": {"player": "Eve"},
        "dismiss-deputy": {"player": "Ben"},
    }
    assert begun.act(begun.ann, "name-deputy", player="Ben") == (201, "")
    for kind, given in members.items():
        assert begun.act(begun.cid, kind, **given) == (403, "tournament/not-director"), kind
    for kind in ("name-deputy", "dismiss-deputy"):
        assert begun.act(begun.ben, kind, **members[kind]) == (403, "tournament/not-director")
    version = begun.state["acts"][0]["version"]
    assert begun.act(begun.ben, "undo", act=version) == (403, "tournament/not-director")
    assert begun.act(begun.ben, "forbid-meeting", entrants=[1, 2]) == (201, "")
    assert begun.act(begun.ann, "dismiss-deputy", player="Ben") == (201, "")
    assert begun.act(begun.ben, "forbid-meeting", entrants=[1, 3]) == (403, "tournament/not-director")


def test_acts_change_what_counts(begun: Site) -> None:
    """A corrected and an annulled result show in standings and tables; undone, they do not count."""
    begun.play()
    state = begun.state
    first, second = (table["game"] for table in state["rounds"][0]["tables"])
    before = state["standings"]
    assert begun.act(begun.ann, "correct", game=first, places=[1, 1]) == (201, "")
    assert begun.act(begun.ann, "annul", game=2, points=[6, 7], code="fault") == (201, "")
    tables = begun.state["rounds"][0]["tables"]
    assert (tables[0]["places"], tables[0]["points"]) == ([1, 1], [24, 24])
    assert (tables[1]["annulled"], tables[1]["points"], tables[1]["game"]) == (True, None, second)
    acts = begun.state["acts"]
    assert (acts[0]["game"], acts[1]["game"], acts[1]["code"]) == (1, 2, "fault")
    assert {row["points"] for row in begun.state["standings"]} == {24, 6, 7}
    for act in acts:
        assert begun.act(begun.ann, "undo", act=act["version"]) == (201, "")
    assert begun.state["standings"] == before
    assert [each["undone"] for each in begun.state["acts"]] == [True, True, False, False]


def test_a_dispute_is_opened_by_a_player_and_answered(begun: Site) -> None:
    """It is on the desk until it is answered; nobody answers their own, and one is enough."""
    table = next(
        each
        for each in begun.state["rounds"][0]["tables"]
        if any(player["player"] == begun.ids["Ben"] for player in each["players"])
    )
    opening = {"game": table["game"], "at": 3}
    assert begun.act(begun.ben, "open-dispute", **opening) == (201, "")
    assert begun.act(begun.ben, "open-dispute", **opening) == (409, "tournament/disputed")
    (dispute,) = begun.ok(begun.ann, "GET", "desk")["disputes"]
    assert (dispute["game"], dispute["game_version"]) == (table["number"], 3)
    assert begun.act(begun.ann, "name-deputy", player="Ben") == (201, "")
    answer = {"dispute": dispute["version"], "upheld": False}
    assert begun.act(begun.ben, "answer-dispute", **answer) == (403, "tournament/not-yours")
    assert begun.act(begun.ann, "answer-dispute", **answer) == (201, "")
    assert begun.ok(begun.ann, "GET", "desk")["disputes"] == []
    assert begun.act(begun.ann, "undo", act=dispute["version"]) == (409, "tournament/too-late")


def test_a_substitute_plays_on(begun: Site) -> None:
    """The substitute has the entrant's points and further tables; a deleted account is no substitute."""
    assert begun.act(begun.ann, "replace", entrant=1, player="Eve") == (201, "")
    entrant = begun.state["entrants"][0]
    assert (entrant["player"], entrant["name"]) == (begun.ids["Eve"], "Eve")
    assert begun.state["acts"][0]["player"] == {"id": begun.ids["Eve"], "name": "Eve"}
    assert begun.act(begun.ann, "withdraw", entrant=2) == (201, "")
    assert begun.act(begun.ann, "replace", entrant=2, player="Ann") == (409, "tournament/out")


def test_a_bot_that_played_for_somebody_stays_in_its_game(site: Site) -> None:
    """If the withdrawal is undone later, the tables of earlier rounds name whom their games name."""
    site.announce(kind="league", table=4, rounds=7, regulations={"vacancy": "random"})
    site.enter(*site.names)
    site.enter_bots(2)
    assert site.act(site.ann, "withdraw", entrant=1) == (201, "")
    assert site.act(site.ann, "undo", act=site.state["version"]) == (201, "")
    site.begin()
    assert site.act(site.ann, "withdraw", entrant=1) == (201, "")
    withdrawal = site.state["version"]
    for number in range(1, 5):
        site.play()
        site.ok(site.ann, "POST", f"rounds/{number}/close")
        site.work()
    before = site.state["rounds"]
    assert site.act(site.ann, "undo", act=withdrawal) == (201, "")
    assert site.state["rounds"] == before
    for round_ in before:
        for table in round_["tables"]:
            match = site.world.services.tables.match(table["game"])
            assert [each["player"] for each in table["players"]] == [each.player for each in match.sitters]
    assert "bot/random-1" in {each["player"] for each in before[3]["tables"][0]["players"]}


def test_the_next_round_is_paired_by_hand(begun: Site) -> None:
    """The preview shows it with its warnings, and the worker opens it."""
    tables = [[each["entrant"] for each in table["players"]] for table in begun.state["rounds"][0]["tables"]]
    assert begun.act(begun.ann, "set-pairing", round=2, tables=tables) == (201, "")
    preview = begun.ok(begun.ann, "GET", "preview")
    assert (preview["round"], preview["by_hand"], preview["waiting"]) == (2, True, 2)
    assert [(each["code"], each["number"]) for each in preview["warnings"]] == [("meet-again", 1)] * 2
    begun.play()
    begun.ok(begun.ann, "POST", "rounds/1/close")
    begun.work()
    second = begun.state["rounds"][1]
    assert second["by_hand"] is True
    assert [[each["entrant"] for each in table["players"]] for table in second["tables"]] == tables


def test_a_field_of_any_size_can_be_paired_by_hand(begun: Site) -> None:
    """A request has room for the tables of 1,000 entrants; here there are fewer."""
    tables = [[first, first + 1] for first in range(1, 1000, 2)]
    refused = (409, "tournament/unknown-entrant")
    assert begun.act(begun.ann, "set-pairing", round=2, tables=tables) == refused


def test_a_round_that_cannot_be_paired_says_so(site: Site) -> None:
    """The desk names the acts that help; after one the worker tries again."""
    for first in range(1, 4):
        for second in range(first + 1, 5):
            assert site.act(site.ann, "forbid-meeting", entrants=[first, second]) == (201, "")
    site.begin()
    assert site.state["unpaired"]["code"] == "pairing/barred"
    unpaired = site.ok(site.ann, "GET", "desk")["unpaired"]
    assert {"undo", "set-pairing"} <= set(unpaired["remedies"])
    preview = site.ok(site.ann, "GET", "preview")
    assert (preview["possible"], preview["code"]) == (False, "pairing/barred")
    assert site.act(site.ann, "set-pairing", round=1, tables=[[1, 2], [3, 4]]) == (201, "")
    site.work()
    assert (site.state["unpaired"], site.state["rounds"][0]["status"]) == (None, "active")


def test_the_desk_has_late_tables(site: Site) -> None:
    """A table is late when its first move is overdue, near that for a day before, and gone when annulled."""

    def desk(ago: int) -> Any:
        site.ago = ago
        site.announce(regulations={"first_move_ms": 7 * DAY, "idle_ms": 14 * DAY}, clock=None)
        site.enter("Ben", "Cid")
        site.begin()
        return site.ok(site.ann, "GET", "desk")

    soon = desk(6 * DAY - 60_000)
    assert (soon["late"], soon["near"]) == ([], [])
    assert site.refused(site.ben, "GET", "desk") == (403, "tournament/not-director")
    (near,) = desk(7 * DAY - 60_000)["near"]
    assert near["waits_for"]["name"] in {"Ben", "Cid"}
    assert near["deadline"] is None
    late = desk(8 * DAY)
    assert ([each["number"] for each in late["late"]], late["near"]) == ([1], [])
    assert late["late"][0]["late_at"] == site.state["rounds"][0]["opened_at"] + 7 * DAY
    assert site.act(site.ann, "annul", game=1) == (201, "")
    assert site.ok(site.ann, "GET", "desk")["late"] == []


def test_the_preview_is_for_directors(site: Site) -> None:
    """Its lots are examples, and it is private."""
    assert site.refused(site.ben, "GET", "preview") == (403, "tournament/not-director")
    answer = site.ask(site.ann, "GET", "preview")
    assert answer.json["example_lots"] is True
    assert "private" in answer.headers["Cache-Control"]
    assert sorted(each["entrant"] for table in answer.json["tables"] for each in table) == [1, 2, 3, 4]


def test_a_repeated_request_is_answered_again(begun: Site) -> None:
    """Acts, the start and the close of a round have the version at which they are on the record."""
    key = {"Idempotency-Key": "k"}
    act = {"type": "forbid-meeting", "reason": "siblings", "entrants": [1, 2]}
    first, again = (begun.ask(begun.ann, "POST", "acts", act, **key).json for _ in range(2))
    assert first == again
    begun.play()
    other = {"Idempotency-Key": "l"}
    closed, once_more = (begun.ask(begun.ann, "POST", "rounds/1/close", **other) for _ in range(2))
    assert closed.status_code == once_more.status_code == 200
    assert closed.json["version"] == once_more.json["version"]
