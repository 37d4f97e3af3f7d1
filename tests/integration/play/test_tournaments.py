"""Tournaments over HTTP on the whole service: directed from the entries to the audit of everything."""

from typing import Any

import orjson
import pytest

from harness.audit.record import check_chain
from harness.games import seeded
from harness.play.playing import Game, move
from harness.play.tournament_play import OverHttp, announced
from harness.service import Service, ok
from harness.waiting import eventually
from replays.audit.verifier import audit
from replays.encoding.identity import GameId
from replays.tournament.fold import fold
from replays.tournament.view import state


def directed(cup: OverHttp, rounds: int) -> Any:
    """The last state of a tournament in which the first round has a dispute and a corrected result.

    After it a player withdraws, and in the second round a result is annulled.
    """
    cup.change("start")
    for number in range(1, rounds + 1):
        cup.resign_all(cup.opened(number))
        played = cup.done(number)
        if number == 1:
            _dispute(cup, played["tables"])
            ok(cup.people[0].mine("DELETE", f"{cup.path}/entries/mine", {"reason": "I move"}))
        if number == 2:
            cup.act("annul", game=played["tables"][-1]["game"], code="fault")
        closed = cup.change(f"rounds/{number}/close")
        assert closed["rounds"][-1]["status"] == "closed"
    return cup.state


def _dispute(cup: OverHttp, tables: Any) -> None:
    """Somebody disputes their table and is right: its places are corrected, at the second try."""
    people = {each.id: each for each in cup.people}
    table, player = next(
        (table, people[there["player"]])
        for table in tables  # of the first ones, all players may be bots
        for there in table["players"]
        if there["player"] in people
    )
    dispute = cup.act("open-dispute", by=player, game=table["game"], at=3)
    assert [each["version"] for each in ok(cup.director.mine("GET", f"{cup.path}/desk"))["disputes"]] == [
        dispute
    ]
    cup.act("answer-dispute", dispute=dispute, upheld=True)
    seats = len(table["players"])
    wrong = cup.act("correct", game=table["number"], places=[1] * seats)
    cup.act("undo", act=wrong, code="clerical")
    cup.act("correct", game=table["number"], places=[*range(1, seats + 1)], code="appeal")


def check(cup: OverHttp) -> None:
    """The served state is that of the record at every version asked for, and the whole audit passes."""
    eventually(lambda: _types(cup)[-1] == "TournamentEnded")
    record, names = check_chain(cup.id, _events(cup)), {each.id: each.name for each in cup.everybody}
    for version in range(1, len(record) + 1):
        then = fold(GameId(cup.id), record[:version])
        assert then is not None
        served = ok(cup.director.get(f"{cup.path}?version={version}"))
        assert served == orjson.loads(orjson.dumps(state(then, names)))
    assert served == cup.state
    report = audit(cup.director.get(f"{cup.path}/audit").body)
    assert [each for part in report.whole() for each in part.findings] == []
    assert {verdict.value for verdict in report.verdicts.values()} <= {"pass", "not shown"}
    assert len(report.parts) == sum(len(each["tables"]) for each in cup.state["rounds"])


def _events(cup: OverHttp) -> list[Any]:
    answer = cup.director.get(f"{cup.path}/events", Accept="application/x-ndjson")
    return [orjson.loads(line) for line in answer.body.splitlines()]


def _types(cup: OverHttp) -> list[str]:
    return [each["type"] for each in _events(cup)]


SEASONS: list[tuple[int, int, int, dict[str, Any]]] = [
    (8, 8, 3, {"kind": "swiss", "table": 4}),
    (12, 0, 3, {"kind": "swiss", "table": 2}),
    (5, 2, 7, {"kind": "league", "table": 4, "regulations": {"vacancy": "random"}}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "bots", "rounds", "wanted"), SEASONS, ids=["16 in fours", "12", "league of 7"]
)
def test_a_tournament_from_the_entries_to_the_audit(
    service: Service, people: int, bots: int, rounds: int, wanted: dict[str, Any]
) -> None:
    """Who withdrew is seated no more, acts count, the last close finishes it, and the audit passes."""
    cup = announced(service, people, bots, rounds=rounds, **wanted)
    last = directed(cup, rounds)
    assert (last["status"], last["round"], last["provisional"]) == ("finished", rounds, False)
    gone = next(each["entrant"] for each in last["entrants"] if each["player"] == cup.people[0].id)
    seated = [
        player["player"]
        for round_ in last["rounds"][1:]
        for table in round_["tables"]
        for player in table["players"]
        if player["entrant"] == gone
    ]
    assert cup.people[0].id not in seated
    first = last["rounds"][0]["tables"][0]
    assert first["places"] == [*range(1, len(first["players"]) + 1)]
    assert any(table["annulled"] for table in last["rounds"][1]["tables"])
    assert [each["place"] for each in last["standings"]] == [*range(1, people + bots + 1)]
    check(cup)


def test_a_duel_of_people_counts_as_it_was_played(service: Service) -> None:
    """The points of the table follow from the game's own result; both see where they are."""
    cup = announced(service, 2, 0, kind="swiss", table=2, rounds=1)
    cup.change("start")
    (table,) = cup.opened(1)["tables"]
    move(Game(table["game"], cup.players(table)), seeded(1))
    (table,) = cup.done(1)["tables"]
    scored = cup.director.state(table["game"])
    assert table["totals"] == [kingdom["score"]["total"] for kingdom in scored["kingdoms"]]
    winners = [seat for seat, place in enumerate(table["places"]) if place == 1]
    assert scored["ranking"][0] == winners
    cup.change("rounds/1/close")
    check(cup)
