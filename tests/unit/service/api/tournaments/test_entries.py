"""Entering a tournament: oneself, or many at once by the director, all or none."""

from typing import Any

import pytest

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway
from replays.tournament.kind import TOURNAMENT
from service.application.accounts.access.suspension import Suspension
from service.application.quotas.counters import Limit
from service.application.quotas.throttle import Attempt
from tests.unit.service.api.tournaments.site import NOBODY, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Site:
    """Give a service with an open tournament."""
    found = Site()
    found.announce()
    return found


def bad(answer: Any) -> list[tuple[int, str, str]]:
    """Line, player and code of each line that cannot be entered."""
    assert (answer.status_code, answer.json["code"]) == (409, "tournament/bad-entries"), answer.data
    return [(each["line"], each["player"], each["code"]) for each in answer.json["lines"]]


def test_one_enters_oneself_once(site: Site) -> None:
    """With entropy for the draws or without; a repeated request has the same number."""
    wanted = {"entropy": "ab" * 32}
    first, again = (
        site.ask(site.ben, "POST", "entries", wanted, **{"Idempotency-Key": "x"}) for _ in range(2)
    )
    assert first.json == again.json == {"entrant": 1}
    assert site.ok(site.cid, "POST", "entries", {}, 201) == {"entrant": 2}
    assert site.refused(site.ben, "POST", "entries") == (409, "tournament/entered")
    seen = {"entropy": "cd" * 32, "seen": "00" * 32}
    assert site.refused(site.dora, "POST", "entries", seen) == (409, "seat/other-opening")


@pytest.mark.parametrize(
    "wanted",
    [
        {"players": []},
        {"bots": ["clever"]},
        {"players": ["Ben"], "bots": ["random"]},
        {"players": ["Ben"], "entropy": "ab" * 32},
        {"seen": "00" * 32},
        {"player": "Ben"},
        {"players": ["x"] * 501},
    ],
    ids=str,
)
def test_the_shape_of_entries(site: Site, wanted: Any) -> None:
    """Something else is 422."""
    assert site.refused(site.ann, "POST", "entries", wanted) == (422, "request/invalid")


def test_only_directors_enter_others(site: Site) -> None:
    """Players and bots; a deputy does, too."""
    for wanted in ({"players": ["Ben"]}, {"bots": ["random"]}):
        assert site.refused(site.ben, "POST", "entries", wanted) == (403, "tournament/not-director")
    assert site.act(site.ann, "name-deputy", player="Ben") == (201, "")
    assert site.ok(site.ben, "POST", "entries", {"bots": ["random", "steady"]}, 201) == {"entrants": [1, 2]}
    assert site.ok(site.ben, "POST", "entries", {"players": ["Ben", site.ids["Cid"]]}, 201) == {
        "entrants": [3, 4]
    }


def test_whoever_puts_too_many_others_into_tournaments_waits(site: Site) -> None:
    """Each of them gets a notice: entries, old places, substitutes and deputies are counted together."""
    site.enter("Ben")
    throttle = site.world.services.throttle
    throttle._limits = {Attempt.ENTRY_BY: Limit(1, 60)}
    throttle.count(Attempt.ENTRY_BY, site.ids["Ann"])
    stage = {"tournament": site.id, "places": [1, 2]}
    for path, body in (
        ("entries", {"players": ["Cid", "Dora"]}),
        ("entries", {"from": [stage]}),
        ("acts", {"type": "replace", "entrant": 1, "player": "Cid", "reason": "ill"}),
        ("acts", {"type": "name-deputy", "player": "Cid", "reason": "helps"}),
    ):
        assert site.refused(site.ann, "POST", path, body) == (429, "limit/reached"), path
    assert site.ok(site.ben, "DELETE", "entries/mine", {})


def test_who_has_blocked_the_director_is_no_deputy(site: Site) -> None:
    """As nobody who has done so is entered or made a substitute."""
    assert site.ben.ask("PUT", f"/me/blocked/{site.ids['Ann']}").status_code < 300
    assert site.act(site.ann, "name-deputy", player="Ben") == (409, "tournament/refused")
    assert site.act(site.ann, "name-deputy", player="Cid") == (201, "")


def test_every_bad_line_is_named_and_nobody_is_entered(site: Site) -> None:
    """Unknown, twice, there already, ambiguous, deleted, suspended, and who has blocked the director."""
    twin, gone, blocking = (site.world.browser() for _ in range(3))
    twin.guest("Cid")
    gone_id, blocking_id = gone.guest("Gone"), blocking.guest("Shy")
    assert gone.ask("DELETE", "/me", {"confirm": "Gone"}).status_code == 204
    assert blocking.ask("PUT", f"/me/blocked/{site.ids['Ann']}").status_code < 300
    until = Suspension(now_ms() + 60_000, "spam")
    site.world.services.players._reaching.suspend(site.ids["Eve"], 1, until)
    site.enter("Ben")
    wanted = ["Dora", "Zed", "Ben", "Cid", site.ids["Dora"], gone_id, NOBODY, "Eve", blocking_id, "dora"]
    assert bad(site.ask(site.ann, "POST", "entries", {"players": wanted})) == [
        (2, "Zed", "tournament/unknown-player"),
        (3, "Ben", "tournament/entered"),
        (4, "Cid", "tournament/ambiguous-name"),
        (5, site.ids["Dora"], "tournament/entered"),
        (6, gone_id, "tournament/unknown-player"),
        (7, NOBODY, "tournament/unknown-player"),
        (8, "Eve", "tournament/suspended"),
        (9, blocking_id, "tournament/refused"),
        (10, "dora", "tournament/unknown-player"),
    ]
    assert len(site.state["entrants"]) == 1


def test_a_list_of_players_as_csv(site: Site) -> None:
    """With or without the header, quotes, a byte order mark and empty lines; lines count as in the text."""
    answer = site.csv(site.ann, '\ufeffplayer\r\n"Ben"\r\n\r\n Cid \r\n')
    assert answer.json == {"entrants": [1, 2]}
    assert site.csv(site.ann, "Dora\n").json == {"entrants": [3]}
    assert bad(site.csv(site.ann, "player\n\nEve\nBen\nZed")) == [
        (4, "Ben", "tournament/entered"),
        (5, "Zed", "tournament/unknown-player"),
    ]
    for wrong, line in (("Ben,5\n", 1), ("Eve\nBen,5\n", 2), (b"\xff\n", None), ("player\n", None)):
        answer = site.csv(site.ann, wrong)
        assert (answer.status_code, answer.json["code"]) == (422, "tournament/csv"), wrong
        assert answer.json.get("line") == line


def test_bulk_entries_are_carried_out_once(site: Site) -> None:
    """A repeated request gets its first response, though everybody is there already."""
    wanted = {"players": ["Ben", "Cid"]}
    for _ in range(2):
        answer = site.ask(site.ann, "POST", "entries", wanted, **{"Idempotency-Key": "all"})
        assert answer.json == {"entrants": [1, 2]}
    assert len(site.state["entrants"]) == 2


def test_after_the_start_nobody_enters(site: Site) -> None:
    """Unless the regulations say until when."""
    site.enter("Ben", "Cid")
    site.begin()
    assert site.refused(site.dora, "POST", "entries") == (409, "tournament/not-open")
    assert site.refused(site.ann, "POST", "entries", {"bots": ["random"]}) == (409, "tournament/not-open")
    site.announce(regulations={"late_until": 2, "late_points": 12})
    site.enter("Ben", "Cid")
    site.begin()
    assert site.ok(site.dora, "POST", "entries", {}, 201) == {"entrant": 3}


def test_those_who_are_invited_enter(site: Site) -> None:
    """Others are refused; the director may enter anybody."""
    site.announce(invited=[site.ids["Ben"]])
    assert site.ok(site.ben, "POST", "entries", {}, 201) == {"entrant": 1}
    assert site.refused(site.cid, "POST", "entries") == (409, "seat/not-invited")
    assert site.enter("Cid") == [2]


def test_bots_do_not_enter_a_rated_tournament(site: Site) -> None:
    """Rated games have no bots."""
    site.announce(rated=True)
    assert site.refused(site.ann, "POST", "entries", {"bots": ["random"]}) == (409, "rated/no-bots")


def test_a_player_withdraws_once(site: Site) -> None:
    """The reason is public and may be left out; a second time is refused, and so is who never entered."""
    site.enter("Ben", "Cid", "Dora")
    site.ok(site.ben, "DELETE", "entries/mine", {"reason": "illness in the family"})
    assert site.refused(site.ben, "DELETE", "entries/mine") == (409, "tournament/out")
    assert site.refused(site.eve, "DELETE", "entries/mine") == (409, "tournament/not-entered")
    site.ok(site.cid, "DELETE", "entries/mine")
    (act, other) = site.state["acts"]
    assert (act["type"], act["entrant"], act["reason"]) == ("withdraw", 1, "illness in the family")
    assert other["code"] == "request"
    assert [each["withdrawn"] for each in site.state["entrants"]] == [True, True, False]


def test_a_deleted_account_is_never_paired(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is withdrawn from all tournaments that are not over, once, even if the erasure is interrupted."""
    site.enter("Ben", "Cid", "Dora")
    first = site.id
    site.announce()
    site.enter("Cid", "Ben")
    site.begin()
    players = type(site.world.services.players)
    with monkeypatch.context() as dying:
        dying.setattr(players, "erase", lambda *_: (_ for _ in ()).throw(StoreAway("gone")))
        assert site.ben.ask("DELETE", "/me", {"confirm": "Ben"}).status_code == 503
    assert [each["type"] for each in site.state["acts"]] == ["withdraw"]
    assert site.ben.ask("DELETE", "/me", {"confirm": "Ben"}).status_code == 204
    for tournament in (site.id, first):
        site.id = tournament
        (act,) = site.state["acts"]
        assert (act["by"], act["code"]) == ({"id": site.ids["Ben"], "name": None}, "request")
        assert act["reason"] == "the account was deleted"
    site.begin()
    assert [len(table["players"]) for table in site.state["rounds"][0]["tables"]] == [2]
    seated = {each["player"] for each in site.state["rounds"][0]["tables"][0]["players"]}
    assert seated == {site.ids["Cid"], site.ids["Dora"]}


@pytest.mark.parametrize("by_themselves", [True, False])
def test_a_lost_seat_bars_for_a_while(site: Site, *, by_themselves: bool) -> None:
    """Whoever lost a seat by time-out in a tournament cannot enter one that says so, nor be entered.

    Nobody is barred who was entered by others.
    """
    day = 86_400_000
    site.ago = 20 * day
    site.announce(regulations={"first_move_ms": day, "idle_ms": day}, rounds=1)
    if by_themselves:
        for browser in (site.ben, site.cid):
            site.ok(browser, "POST", "entries", {}, 201)
    else:
        site.enter("Ben", "Cid")
    site.begin()
    site.ago = 10 * day
    late = site.world.services.tables.match(site.state["rounds"][0]["tables"][0]["game"])
    assert late.mover is not None
    loser = late.sitters[late.mover].player
    site.ok(site.ann, "POST", "rounds/1/close")
    site.ago = 0
    browser = site.people[list(site.ids.values()).index(loser)]
    site.announce(regulations={"bar_ms": 11 * day})
    if not by_themselves:
        assert site.ok(browser, "POST", "entries", {}, 201) == {"entrant": 1}
        return
    assert site.refused(browser, "POST", "entries") == (409, "tournament/barred")
    assert [code for _, _, code in bad(site.ask(site.ann, "POST", "entries", {"players": [loser]}))] == [
        "tournament/barred"
    ]
    site.announce(regulations={"bar_ms": 9 * day})
    assert site.ok(browser, "POST", "entries", {}, 201) == {"entrant": 1}
    assert site.world.services.streams.commands(TOURNAMENT).tournament(site.id).head.version == 2
