"""The codec: stable names, strict data, and upcasters on decoding only."""

from dataclasses import replace
from typing import Any

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from harness.store.records import GAME, body, chained
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.events.codec import CodecError, decode, encode
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import GameCreated, PlayerSeated
from replays.match.recording import MATCHES, AppendContext, EventDraft, prepare

# Names in existing logs are promises: never remove one from this list.
NAMES = {
    "GameCreated",
    "PlayerSeated",
    "GameStarted",
    "KingDrawn",
    "LineDealt",
    "DominoChosen",
    "DominoPlaced",
    "DominoDiscarded",
    "DominoLeftOver",
    "GameEnded",
    "SeedRevealed",
    "GameScored",
    "DynastyCreated",
    "DynastySeated",
    "DynastyBotSeated",
    "DynastyGameStarted",
    "DynastyGameScored",
    "DynastyDecided",
}


def stored(record: dict[str, Any]) -> StoredEvent:
    """The record as the first event of a game."""
    return chained(Head.genesis(GAME), [canonical(record)])[0]


def test_every_name_that_was_ever_stored_is_known() -> None:
    """No type of event disappears or is renamed."""
    assert EVENT_TYPES.keys() >= NAMES


def test_decoding_what_was_encoded_gives_the_event_back() -> None:
    """Every event of a game with left-over dominoes and discards round-trips."""
    tables = tables_on(FakeEventLog())
    game = play_out(tables, 4, Rules(), seeded(5))
    tables.settle(game)
    for event in tables.log.read(game):
        event_type, seat, data = encode(decode(event))
        assert event_type.name == event.record["type"]
        assert seat == event.record["seat"]
        assert data == event.record["data"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"type": "DominoEaten"}, "log/unknown-type"),
        ({"schema": 2}, "log/unknown-schema"),
        ({"schema": 0}, "log/unknown-schema"),
        ({"schema": True}, "log/unknown-schema"),
        ({"data": []}, "log/data"),
        ({"data": {}}, "log/data"),
        ({"data": {"domino": 49}}, "log/data"),
        ({"data": {"domino": "12"}}, "log/data"),
        ({"data": {"domino": True}}, "log/data"),
        ({"data": {"domino": 12, "more": 1}}, "log/data"),
        ({"seat": 4}, "log/data"),
        ({"seat": None}, "log/data"),
        ({"type": "GameEnded", "data": {}}, "log/data"),
    ],
)
def test_what_is_no_event_is_refused_by_name(change: dict[str, Any], code: str) -> None:
    """A wrong type, schema, member or seat is refused with its code, never misread."""
    with pytest.raises(CodecError) as refused:
        decode(stored({**body(1, "DominoChosen", domino=12), **change}))
    assert refused.value.code == code
    assert str(refused.value).startswith(code)


def test_an_old_schema_is_brought_up_to_date_without_touching_what_is_stored() -> None:
    """An event stored with schema 1 is upcast to schema 2 on decoding; its stored bytes stay the same."""
    old = stored({**body(1, "DominoChosen", number=12), "schema": 1})
    newer = replace(EVENT_TYPES["DominoChosen"], upcasters=(lambda data: {"domino": data["number"]},))
    before = old.body
    with EVENT_TYPES.registered(newer):
        event_type, _, data = encode(decode(old))
    assert (event_type.schema, data) == (2, {"domino": 12})
    assert old.body == before


def test_no_type_is_declared_twice() -> None:
    """A duplicate name is refused, because stored events could be misread."""
    declare = EVENT_TYPES.declare("DominoChosen", {}, causes=())
    with pytest.raises(ValueError, match="DominoChosen is declared twice"):
        declare(PlayerSeated)


def test_a_step_never_lets_time_run_backwards() -> None:
    """An event's time is at least that of the event before, even if the clock is behind."""
    created = EventDraft(GameCreated(Rules(), 2, "00" * 32))
    first = prepare(MATCHES, GAME, None, [created], AppendContext(2_000))
    second = prepare(
        MATCHES, GAME, first.after, [EventDraft(PlayerSeated(Seat(0), "ann", None))], AppendContext(1_000)
    )
    assert [event.record["at"] for event in (*first.append.events, *second.append.events)] == [2_000, 2_000]
