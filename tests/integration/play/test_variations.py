"""Variations over HTTP: compared with the record of whole games, and the errors of illegal moves."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import pytest

from harness.games import seeded
from harness.play.playing import Game, Table, move
from harness.service import Account, Service, ok
from kingdomino.transcript.tokens import format_command
from service.api.games.schemas.moves import MoveSchema

MOVE = MoveSchema()
FIRST = {"DominoPlaced": "place", "DominoDiscarded": "discard"}
THEN = {"FirePlaced": "fire", "TotemGiven": "totem"}

TABLES = [
    Table(2, {"harmony": True}),
    Table(3, {"game": "origins", "mode": "totem"}),
]
"""Tables of both games; `tests/unit/replays/projections/test_variations.py` has every mode and variant."""


def variation(account: Account, game: str, moves: Sequence[str] = (), **more: Any) -> Any:
    """The response to a variation with these moves."""
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return account.get(f"/games/{game}/variation?play={quote(' '.join(moves))}{query}")


def text_of(event: Any) -> str:
    """The event's move in notation."""
    kind = (FIRST | THEN)[event["type"]]
    told = {name: event["data"][name] for name in event["data"] if kind != "fire" or name in {"x", "y"}}
    to = {"seat": told.pop("to")} if kind == "totem" else {}
    return format_command(MOVE.load({"type": kind, **told, **to}))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_was_played_gives_the_record(service: Service, table: Table) -> None:
    """A variation with the played moves gives the recorded kingdom with its points, at every placement."""
    players = service.accounts(table.players)
    game = service.table(players, **table.rules)
    move(Game(game, players), seeded(7))
    frames = ok(players[0].get(f"/games/{game}/replay"))["frames"]
    count = 0
    for index, frame in enumerate(frames):
        event = frame["event"]
        if event["type"] not in FIRST:
            continue
        version, seat = event["version"] - 1, event["seat"]
        texts = [text_of(event)]
        for later in frames[index + 1 :]:
            if later["event"]["type"] in {*FIRST, "DominoChosen"}:
                break
            if later["event"]["type"] in THEN:
                texts.append(text_of(later["event"]))
        answer = ok(variation(players[0], game, texts, version=version, seat=seat))
        played = answer["played"]
        assert answer["kingdom"] == played["kingdom"]
        assert answer["kingdom"] == frames[played["version"] - 1]["state"]["kingdoms"][seat]
        assert event["data"]["domino"] not in answer["dominoes"]
        count += 1
    assert count == sum(frame["event"]["type"] in FIRST for frame in frames) > 20


@pytest.fixture(scope="module")
def begun(service: Service) -> tuple[Account, str]:
    """Give a player and a game of two that has started."""
    players = service.accounts(2)
    return players[0], service.table(players)


def test_one_domino_after_the_other(begun: tuple[Account, str]) -> None:
    """Dominoes are placed one after the other, with the places of the next; nothing is stored."""
    player, game = begun
    before = player.state(game)
    first = ok(variation(player, game, domino=24))
    assert len(first["moves"]) == 24
    assert first["played"] is None
    assert first["kingdom"] == before["kingdoms"][first["seat"]]
    tried = ok(variation(player, game, ["24@1,0e", "3@0,1n"], domino=48))
    assert [cell["domino"] for cell in tried["kingdom"]["cells"]] == [24, 24, 3, 3]
    assert tried["kingdom"]["score"]["total"] == 1
    assert set(first["dominoes"]) - set(tried["dominoes"]) == {24, 3}
    onward = ok(variation(player, game, ["24@1,0e", "3@0,1n", text(tried["moves"][0])]))
    assert len(onward["kingdom"]["cells"]) == 6
    assert player.state(game) == before


def test_a_fire_that_is_due_comes_first(service: Service) -> None:
    """After a volcano only its fire is listed, whatever domino is requested."""
    players = service.accounts(2)
    game = service.table(players, game="origins")
    due = ok(variation(players[0], game, ["48@1,0e"], domino=1))
    assert due["moves"] == [{"type": "fire", "x": 1, "y": 0}]
    burnt = ok(variation(players[0], game, ["48@1,0e", "*1,0"], domino=1))
    assert {listed["type"] for listed in burnt["moves"]} == {"place"}
    assert burnt["kingdom"]["cells"][0]["token"] == 3
    assert burnt["kingdom"]["score"]["total"] == 3


def text(listed: Any) -> str:
    """A listed move in notation."""
    return format_command(MOVE.load(listed))


@pytest.mark.parametrize(
    ("moves", "code", "number"),
    [
        (["24@0,0e"], "placement/occupied", 1),
        (["24@1,0e", "3@3,0e"], "placement/no-match", 2),
        (["24@1,0e", "24@0,1n"], "variation/domino", 2),
        (["24x"], "discard/placeable", 1),
        (["24@1,0e", "*1,0"], "turn/wrong-action", 2),
        ([">24"], "turn/wrong-action", 1),
    ],
)
def test_a_move_that_does_not_fit_is_named(
    begun: tuple[Account, str], moves: list[str], code: str, number: int
) -> None:
    """An illegal move is named by its number in the list and the rules' code."""
    player, game = begun
    answer = variation(player, game, moves)
    assert (answer.status, answer.json["code"], answer.json["move"]) == (409, code, number)
    assert f"move {number}, {moves[-1]}: " in answer.json["detail"]


@pytest.mark.parametrize(
    ("query", "member"),
    [
        ("play=24@1,0", "play"),
        ("play=24@1,0e++3@0,1n", "play"),
        (f"play={'+'.join(['1x'] * 49)}", "play"),
        (f"play=24@{'1' * 900},0e", "play"),
        ("seat=2", "seat"),
        ("seat=x", "seat"),
        ("domino=49", "domino"),
        ("version=0", "version"),
        ("moves=24@1,0e", "moves"),
    ],
)
def test_what_is_no_question_is_refused(begun: tuple[Account, str], query: str, member: str) -> None:
    """An invalid query is refused by member, with the reason."""
    player, game = begun
    answer = player.get(f"/games/{game}/variation?{query}")
    assert (answer.status, answer.json["code"]) == (422, "request/invalid")
    assert answer.json["errors"]["query"][member][0]


def test_the_past_is_tried_like_the_present(begun: tuple[Account, str]) -> None:
    """A version that does not exist is unknown; one before the start is `game/not-started`."""
    player, game = begun
    head = player.state(game)["version"]
    assert variation(player, game, version=head + 1).json["code"] == "version/unknown"
    assert variation(player, game, version=1).json["code"] == "game/not-started"
