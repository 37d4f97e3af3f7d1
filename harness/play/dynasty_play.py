"""Dynasties over HTTP: opened and played to their decision with random legal moves."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import orjson

from harness.audit.record import check_chain
from harness.play.playing import Game, move
from harness.service import API, SCORED_SECONDS, Account, ok
from harness.waiting import eventually
from replays.dynasty.aggregate import fold, game_id
from replays.dynasty.view import state
from replays.encoding.identity import GameId

ENTROPY = "5a" * 32


def founded(players: Sequence[Account], **rules: Any) -> str:
    """The id of a new dynasty with these players, in the order of their seats."""
    first, *others = players
    body = {"players": len(players), "rules": rules, "entropy": ENTROPY}
    dynasty = str(ok(first.post("/dynasties", body), 201)["id"])
    for seat, other in enumerate(others, start=1):
        assert ok(other.post(f"/dynasties/{dynasty}/seats", {}), 201) == {"seat": seat}
    return dynasty


def shown(player: Account, dynasty: str) -> Any:
    """The dynasty as the service serves it."""
    return ok(player.get(f"/dynasties/{dynasty}"))


def games_of(player: Account, dynasty: str, number: int) -> Any:
    """The dynasty's games if there are `number` of them, else None."""
    games = shown(player, dynasty)["games"]
    return games if len(games) == number else None


def play(players: Sequence[Account], dynasty: str, random: Random) -> Any:
    """The dynasty once it is decided; each game is played as soon as a worker has started it."""
    for number in (1, 2, 3):
        games = eventually(partial(games_of, players[0], dynasty, number), SCORED_SECONDS)
        assert [game["status"] for game in games] == ["scored"] * (number - 1) + ["active"]
        now = shown(players[0], dynasty)
        assert (now["status"], now["winners"]) == ("active", None)
        move(Game(games[-1]["id"], players), random)
    eventually(lambda: shown(players[0], dynasty)["status"] == "scored", SCORED_SECONDS)
    return shown(players[0], dynasty)


def check_decided(players: Sequence[Account], dynasty: str, decided: Any) -> None:
    """Assert that the totals, the winners and the whole record agree with the games' own results."""
    points = []
    for index, game in enumerate(decided["games"], start=1):
        assert game["id"] == game_id(GameId(dynasty), index)
        assert game["status"] == "scored"
        final = players[0].state(game["id"])
        assert final["status"] == "scored"
        assert final["rules"] == decided["rules"]
        assert [seat["player"] for seat in final["players"]] == [player.id for player in players]
        assert [kingdom["score"]["total"] for kingdom in final["kingdoms"]] == game["points"]
        points.append(game["points"])
    assert decided["totals"] == [sum(seat) for seat in zip(*points, strict=True)]
    best = max(decided["totals"])
    seats = range(len(players))
    assert decided["winners"] == [seat for seat in seats if decided["totals"][seat] == best]
    check_record(players[0], dynasty, decided)


def check_record(player: Account, dynasty: str, decided: Any) -> None:
    """Assert that the events in all three forms, the states at every version and the replay agree."""
    served = ok(player.get(f"/dynasties/{dynasty}/events"))
    assert served["next"] is None
    record = check_chain(dynasty, served["events"])
    names = {seat["player"]: seat["name"] for seat in decided["players"]}
    rebuilt = [fold(GameId(dynasty), record[:version]) for version in range(1, len(record) + 1)]
    states = [state(each, names) for each in rebuilt if each]
    assert states[-1] == decided
    lines = player.get(f"/dynasties/{dynasty}/events", Accept="application/x-ndjson").body.splitlines()
    assert [orjson.loads(line) for line in lines] == served["events"]
    with player.http.stream(f"{API}/dynasties/{dynasty}/events", Accept="text/event-stream") as (_, live):
        data = [line.removeprefix(b"data: ") for line in live if line.startswith(b"data: ")]
    assert [orjson.loads(line) for line in data] == served["events"]
    check_replay(player, dynasty, served["events"], states)


def check_replay(player: Account, dynasty: str, events: Any, states: Any) -> None:
    """Assert that the replay has the dynasty's frames, and between them those of each game's own replay."""
    answer = player.get(f"/dynasties/{dynasty}/replay")
    frames = ok(answer)["frames"]
    own = [frame for frame in frames if frame["game"] is None]
    assert [frame["event"] for frame in own] == events
    assert [frame["state"] for frame in own] == states
    for game in states[-1]["games"]:
        its = [frame for frame in frames if frame["game"] == game["id"]]
        assert [{k: v for k, v in frame.items() if k != "game"} for frame in its] == ok(
            player.get(f"/games/{game['id']}/replay")
        )["frames"]
        before, after = frames[frames.index(its[0]) - 1], frames[frames.index(its[-1]) + 1]
        assert before["event"]["type"] == "DynastyGameStarted"
        assert after["event"]["type"] == "DynastyGameScored"
    lines = player.get(f"/dynasties/{dynasty}/replay", Accept="application/x-ndjson").body.splitlines()
    assert [orjson.loads(line) for line in lines] == frames
