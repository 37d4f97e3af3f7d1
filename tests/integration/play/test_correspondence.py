"""Bots, clocks, plans and leaving on the real service: over HTTP, with a real relay and worker."""

from typing import Any

import pytest

from harness.audit.record import check_chain
from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.numbers import Seat
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.match.aggregate import Match, fold
from tests.integration.contract.attendance_cases import DAY, begun_long_ago

ALL = list(range(1, 49))
Json = Any


def events(player: Account, game: str) -> list[Json]:
    """The game's whole record."""
    found: list[Json] = ok(player.get(f"/games/{game}/events"))["events"]
    return found


def opened(player: Account, **options: Any) -> str:
    """The id of a new table with this player on seat 0."""
    return str(ok(player.post("/games", {"players": 2, **options}), 201)["id"])


def moves_first(player: Account, game: str) -> bool:
    """Make the first listed move if it is the player's turn; returns True while the game goes on."""
    state = player.state(game)
    if state["status"] != "active":
        return False
    seat = next(s["seat"] for s in state["players"] if s["player"] == player.id)
    if state["to_act"]["seat"] == seat:
        offered = player.moves(game)
        ok(player.move(game, offered["moves"][0], offered["version"]), 201)
    return True


def until_it_ends(game: str, *movers: Account) -> Json:
    """The state when the game is scored; these players move as soon as it is their turn."""

    def over() -> bool:
        return not [mover for mover in movers if moves_first(mover, game)]

    eventually(over, SCORED_SECONDS)
    eventually(lambda: movers[0].state(game)["status"] == "scored", SCORED_SECONDS)
    return movers[0].state(game)


def passes_the_audit(player: Account, game: str) -> None:
    """Check that the game's bundle fails no check of the verifier."""
    report = audit(player.get(f"/games/{game}/audit").body)
    assert Verdict.FAIL not in report.verdicts.values(), report


def test_a_game_against_a_bot(service: Service) -> None:
    """A bot is seated once per key, plays to the end by itself, and is shown as a bot."""
    player = service.account()
    game = opened(player)
    for _ in range(2):
        answer = player.post(f"/games/{game}/bots", {"policy": "greedy"}, Idempotency_Key="a-bot")
        assert ok(answer, 201) == {"seat": 1}
    bot = player.state(game)["players"][1]
    assert bot == {"seat": 1, "player": "bot/greedy-1", "name": "Greedy bot", "bot": "greedy"}
    scored = until_it_ends(game, player)
    assert scored["ranking"]
    record = events(player, game)
    assert {e["cause"] for e in record if e["seat"] == 1 and e["type"] == "DominoPlaced"} == {"bot"}
    passes_the_audit(player, game)


def test_the_clock_adds_up(service: Service) -> None:
    """The lines of a clock add up to the deadline, which state and list have, too."""
    player, other = service.accounts(2)
    pause = {"timezone": "Europe/Berlin", "from": "22:00", "to": "07:00"}
    clock = {"policy": "fischer", "initial": 259_200, "increment": 3_600, "cap": 345_600, "pause": pause}
    game = opened(player, clock=clock)
    ok(other.post(f"/games/{game}/seats", {}), 201)
    told = ok(player.get(f"/games/{game}/clock"))
    state = player.state(game)
    assert told["clock"] == state["clock"] == clock
    assert told["deadline"] == state["deadline"] > 0
    assert (
        told["lines"][0]["at"] // 1000 + sum(line["seconds"] for line in told["lines"])
        == told["deadline"] // 1000
    )
    assert told["seat"] == state["to_act"]["seat"]
    assert [seat["vacation_days"] for seat in told["seats"]] == [30, 30]
    mover = (player, other)[told["seat"]]
    [listed] = ok(mover.mine("GET", "/me/games"))["games"]
    assert (listed["waiting"], listed["deadline"]) == (True, told["deadline"])


def test_games_without_any_of_it_look_as_before(service: Service) -> None:
    """Without clocks and bots, and before anybody leaves, a state has no members about them."""
    players = service.accounts(2)
    state = players[0].state(service.table(players))
    assert not {"clock", "deadline", "on_timeout", "agreed", "end_cause"} & state.keys()
    assert state["absent"] == "end"
    without = players[0].state(service.table(players, absent="bot"))
    assert without.keys() == state.keys() - {"absent"}
    assert all(seat.keys() == {"seat", "player", "name"} for seat in state["players"])


@pytest.mark.parametrize("clock", [None, {"policy": "none"}])
def test_a_time_out_takes_a_clock(service: Service, clock: Json) -> None:
    """`on_timeout` without a clock is refused, by name."""
    body = {"players": 2, "on_timeout": "forfeit"} | ({"clock": clock} if clock else {})
    answer = service.account().post("/games", body)
    assert (answer.status, answer.code) == (422, "request/invalid")
    assert list(answer.json["errors"]["json"]) == ["on_timeout"]


def test_a_table_names_who_stands_in(service: Service) -> None:
    """The record and the state have an unusual stand-in, which then plays for a player who leaves."""
    players = service.accounts(2)
    usual = ok(players[0].post("/games", {"players": 2, "stand_in": "steady"}), 201)
    assert "stand_in" not in usual
    game = ok(players[0].post("/games", {"players": 2, "stand_in": "greedy", "absent": "bot"}), 201)["id"]
    ok(players[1].post(f"/games/{game}/seats", {}), 201)
    created = ok(players[0].get(f"/games/{game}/events?limit=1"))["events"][0]["data"]
    assert created["options"] == {"stand_in": "greedy-1"}
    assert ok(players[0].post(f"/games/{game}/resign", {}), 201)["stand_in"] == "greedy"
    events = ok(players[0].get(f"/games/{game}/events?limit=200"))["events"]
    assert [event["data"]["policy"] for event in events if event["type"] == "SeatLeft"] == ["greedy-1"]


@pytest.mark.parametrize(
    "agreed", [{"stand_in": "strong"}, {"stand_in": "perfect"}, {"stand_in": "greedy", "absent": "discard"}]
)
def test_a_stand_in_that_cannot_be_is_refused(service: Service, agreed: Json) -> None:
    """A stand-in that needs the kernel, an unknown one, and one that would never play are refused."""
    answer = service.account().post("/games", {"players": 2, **agreed})
    assert (answer.status, answer.code) == (422, "request/invalid")
    assert list(answer.json["errors"]["json"]) == ["stand_in"]


def test_a_plan_is_its_owners_alone(service: Service) -> None:
    """Only its owner sees a plan; it is executed when the turn comes, and recorded as such."""
    players = service.accounts(2)
    game = service.table(players)
    mover = players[players[0].state(game)["to_act"]["seat"]]
    planner = next(player for player in players if player is not mover)
    before = mover.get(f"/games/{game}").body
    laid = ok(planner.mine("PUT", f"/games/{game}/plan", {"choose": ALL}))
    assert ok(planner.mine("GET", f"/games/{game}/plan")) == laid
    assert ok(planner.mine("GET", "/me/export"))["plans"] == [{"game": game, **laid}]
    assert ok(mover.mine("GET", "/me/export"))["plans"] == []
    assert (laid["plan"], laid["failed"]) == ({"choose": ALL}, None)
    nothing = {"plan": None, "laid": None, "failed": None}
    assert ok(mover.mine("GET", f"/games/{game}/plan")) == nothing
    assert mover.get(f"/games/{game}").body == before
    while mover.state(game)["to_act"]["seat"] == players.index(mover):
        moves_first(mover, game)
    eventually(lambda: "PlanFired" in {e["type"] for e in events(mover, game)}, SCORED_SECONDS)
    fired = next(e for e in events(mover, game) if e["type"] == "PlanFired")
    assert (fired["cause"], fired["actor"], fired["data"]) == ("plan", planner.id, {"laid": laid["laid"]})
    assert ok(planner.mine("GET", f"/games/{game}/plan")) == nothing


def test_a_game_that_is_called_off_ends_its_streams(service: Service) -> None:
    """A game that is called off ends its stream, is in the list, and reveals its seed."""
    player, other = service.accounts(2)
    game = service.table([player, other])
    ok(player.post(f"/games/{game}/abort", {}), 201)
    with player.http.stream(f"/api/v1/games/{game}/events", Accept="text/event-stream") as (_, live):
        text = b"".join(live)
    assert b"SeedRevealed" in text
    listed = ok(player.get(f"/games?status=aborted&player={player.id}"))["games"]
    assert [entry["id"] for entry in listed] == [game]
    passes_the_audit(player, game)


@pytest.mark.long
def test_who_takes_over_hears_of_the_game(service: Service) -> None:
    """A game that was taken over is in its new player's list."""
    player, other = service.accounts(2)
    visitor = service.account()
    game = service.table([player, other], absent="bot")
    seat = player.state(game)["to_act"]["seat"]
    gone, stays = (other, player) if seat == 0 else (player, other)
    resigned = ok(gone.post(f"/games/{game}/resign", {}, Idempotency_Key="leaving"), 201)
    assert resigned["players"][1 - seat]["left"] == "resigned"
    assert (
        ok(gone.post(f"/games/{game}/resign", {}, Idempotency_Key="leaving"), 201)["version"]
        == resigned["version"]
    )
    ok(visitor.post(f"/games/{game}/takeover", {"seat": 1 - seat}), 201)
    assert [entry["id"] for entry in ok(visitor.mine("GET", "/me/games"))["games"]] == [game]
    assert "left" not in str(until_it_ends(game, stays, visitor)["players"])
    passes_the_audit(stays, game)


def test_a_duel_ends_when_a_player_resigns(service: Service) -> None:
    """A duel ends when a player resigns: the other wins, and the leaver is only offered rematches."""
    players = service.accounts(2)
    game = service.table(players)
    seat = players[0].state(game)["to_act"]["seat"]
    stays, leaves = players[seat], players[1 - seat]
    resigned = ok(leaves.post(f"/games/{game}/resign", {}), 201)
    assert (resigned["status"], resigned["end_cause"], resigned["to_act"]) == ("finished", "left", None)
    eventually(lambda: stays.state(game)["status"] == "scored", SCORED_SECONDS)
    state = ok(leaves.mine("GET", f"/games/{game}"))
    assert state["ranking"] == [[seat], [1 - seat]]
    assert state["players"][1 - seat]["left"] == "resigned"
    assert {action["action"] for action in state["actions"]} == {"rematch"}
    first, *_, left, ended, _, _ = events(stays, game)
    assert first["data"]["options"] == {"absent": "end"}
    assert (left["type"], ended["type"]) == ("SeatLeft", "GameEnded")
    assert left["at"] == ended["at"]
    passes_the_audit(stays, game)


def test_who_left_is_offered_nothing_that_would_be_refused(service: Service) -> None:
    """A player who left a running game gets no actions and has no plan; further requests are refused."""
    players = service.accounts(3)
    game = service.table(players)
    seat = (players[0].state(game)["to_act"]["seat"] + 1) % 3
    gone = players[seat]
    ok(gone.mine("PUT", f"/games/{game}/plan", {"choose": ALL}))
    state = ok(gone.post(f"/games/{game}/resign", {}), 201)
    assert state["status"] == "active"
    assert "end_cause" not in state
    assert ok(gone.mine("GET", f"/games/{game}"))["actions"] == []
    assert gone.mine("PUT", f"/games/{game}/plan", {"choose": ALL}).code == "game/not-active"
    assert ok(gone.mine("GET", f"/games/{game}/plan")) == {"plan": None, "laid": None, "failed": None}
    for name in ("resign", "end", "return", "abort"):
        assert gone.post(f"/games/{game}/{name}", {}).code == "seat/left", name


@pytest.mark.parametrize("absent", ["end", "bot", "discard", None])
def test_what_a_table_chose_stands_in_its_first_event(service: Service, absent: str | None) -> None:
    """`end` and `discard` are recorded, `bot` is the record's default; null is the default of new games."""
    player = service.account()
    game = str(ok(player.post("/games", {"players": 2, "absent": absent}), 201)["id"])
    wanted = absent or "end"
    options = {} if wanted == "bot" else {"absent": wanted}
    assert events(player, game)[0]["data"]["options"] == options
    assert player.state(game).get("absent", "bot") == wanted


def test_another_word_for_it_is_refused(service: Service) -> None:
    """An unknown value of `absent` is refused with the allowed values."""
    answer = service.account().post("/games", {"players": 2, "absent": "leave"})
    assert answer.status == 422
    assert answer.body.decode().count("end, bot, discard") == 1


def test_four_with_a_plan_a_hand_a_bot_and_one_who_is_late(service: Service) -> None:
    """A game of a planner, a player, a late player and a bot is scored.

    According to its record the first turn began two days ago, so its player is late from the start.
    """
    planner, by_hand, last = service.accounts(3)
    game = begun_long_ago(service, [planner, by_hand, last], Options(clock=DAY), "greedy")
    seat, late = Seat(0), 3

    def goes_on() -> bool:
        laid = ok(planner.mine("GET", f"/games/{game}/plan"))["plan"]
        # Read after the plan: a plan that was just executed must not be stored again.
        record = check_chain(game, events(planner, game))
        match = fold(GameId(game), record)
        assert match is not None
        if match.game is None or match.mover is None:
            return False
        if laid is None:
            if match.mover == seat:  # the bots were faster than the plan
                return moves_first(planner, game)
            planner.mine("PUT", f"/games/{game}/plan", plan_for(match, seat))
        return moves_first(by_hand, game)

    eventually(lambda: not goes_on(), 2 * SCORED_SECONDS)
    eventually(lambda: planner.state(game)["status"] == "scored", SCORED_SECONDS)
    record = events(planner, game)
    causes = [{e["cause"] for e in record if (e["seat"], e["type"]) == (n, "DominoPlaced")} for n in range(4)]
    assert causes[0] - {"player"} == {"plan"}
    assert causes[1:] == [{"bot"}, {"player"}, {"bot"}]
    assert [e["type"] for e in record].count("TimeExpired") == 1
    assert planner.state(game)["players"][late]["away"] is True
    passes_the_audit(planner, game)


def plan_for(match: Match, seat: Seat) -> Json:
    """A plan with the first legal placement of the next domino, and any choice."""
    assert match.game is not None
    own = next((s.domino for s in (*match.game.line, *match.game.next_line) if s.seat == seat), None)
    plan: Json = {"choose": ALL}
    if own is not None:
        kingdom = match.game.kingdoms[seat]
        for domino, x, y, direction in list(LegalPlacements(kingdom, kingdom.dominoes[own]))[:1]:
            plan["place"] = {"domino": domino, "x": x, "y": y, "direction": direction.value}
    return plan


def test_actions_are_for_who_asks(service: Service) -> None:
    """Actions are only in the caller's own current state, not in other responses or after a move."""
    ann, bob = players = service.accounts(2)
    game = service.table(players)
    mover = players[ann.state(game)["to_act"]["seat"]]
    answer = mover.mine("GET", f"/games/{game}")
    assert {"action": "resign", "ends": True} in ok(answer)["actions"]
    assert answer.headers["cache-control"] == "private, no-cache"
    assert ok(service.accounts(1)[0].mine("GET", f"/games/{game}"))["actions"] == []
    public = {name: value for name, value in answer.json.items() if name != "actions"}
    assert public == ann.state(game)
    assert "actions" not in ok(mover.mine("GET", f"/games/{game}?version=2"))
    made = mover.move(game, ann.moves(game)["moves"][0], public["version"])
    assert "actions" not in ok(made, 201)
    over = ok(bob.post(f"/games/{game}/abort", {}), 201)
    assert "actions" not in over
    assert [action["action"] for action in ok(bob.mine("GET", f"/games/{game}"))["actions"]] == [
        "rematch"
    ] * 2
