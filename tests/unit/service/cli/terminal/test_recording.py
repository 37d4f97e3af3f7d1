"""A game in a file is verified like the log and replayed locally, in every form the service sends."""

from copy import deepcopy
from typing import Any

import orjson
import pytest

from harness.audit.recordings import ndjson, scored_game
from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.entries import KEYS
from replays.encoding.identity import derived_game_id
from service.cli.terminal.recording import RecordedSteps, game_in_name, of_file, of_service

GAME, EVENTS = scored_game()
LAST = len(EVENTS)


def chained(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events with recomputed hashes."""
    running, found = genesis(GAME), []
    for event in events:
        running = link(running, canonical({name: event[name] for name in KEYS}))
        found.append({**event, "hash": running.hex()})
    return found


def changed(number: int, /, **members: Any) -> list[dict[str, Any]]:
    """Return the events with some members of one changed."""
    events = deepcopy(EVENTS)
    events[number - 1].update(members)
    return events


def versions(recording: RecordedSteps) -> list[int]:
    """Return the versions of a recording's steps."""
    return [step.version for step in recording.steps]


def frames() -> list[dict[str, Any]]:
    """Return the game's frames, as in the service's replay."""
    steps = of_file(ndjson(EVENTS), GAME).steps
    return [{"version": step.version, "event": step.event, "state": step.state} for step in steps]


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        ndjson(EVENTS),
        b"\r\n".join(map(orjson.dumps, EVENTS)),
        orjson.dumps({"events": EVENTS, "next": None}),
        orjson.dumps(EVENTS, option=orjson.OPT_INDENT_2),
        orjson.dumps({"frames": frames()}),
        ndjson(frames()),
    ],
    ids=["ndjson", "crlf", "json", "array", "replay", "replay ndjson"],
)
def test_every_form_gives_the_same_recording(content: bytes) -> None:
    """The recording has all events in public form, and the states that follow from them."""
    recording = of_file(content, GAME)
    assert [step.event for step in recording.steps] == EVENTS
    assert (recording.fault, recording.remarks) == (None, ())
    last = recording.steps[-1].state
    assert (last["id"], last["version"], last["status"], last["hash"]) == (
        GAME,
        LAST,
        "scored",
        EVENTS[-1]["hash"],
    )
    assert [player["name"] for player in last["players"]] == [None, None]


@pytest.mark.parametrize(
    ("events", "version", "code"),
    [
        (changed(9, actor="somebody"), 9, "log/chain"),
        (changed(9, hash="00" * 32), 9, "log/chain"),
        (changed(9, hash=7), 9, "log/chain"),
        (changed(9, version=True), 9, "log/version"),
        (changed(9, more=1), 9, "log/keys"),
        (changed(9, data={"domino": 1.5}), 9, "log/not-canonical"),
        (EVENTS[:8] + EVENTS[9:], 9, "log/version"),
        (EVENTS[4:], 1, "log/version"),
        ([*EVENTS[:8], "event 9"], 9, "log/keys"),
        ([*EVENTS[:8], {"fault": {"code": "log/gap"}}], 9, "file/fault"),
        (chained(changed(9, type="Danced")), 9, "log/unknown-type"),
        (chained([*EVENTS[:2], EVENTS[6] | {"version": 3}]), 3, "log/impossible"),
        (chained(changed(5, data={"dominoes": [1, 2, 3, 4], "state_hash": "0" * 64})), 5, "log/drift"),
    ],
)
def test_a_damaged_file_ends_before_the_first_fault(
    events: list[dict[str, Any]], version: int, code: str
) -> None:
    """The recording has the valid prefix and the fault's version and code."""
    recording = of_file(ndjson(events), GAME)
    assert versions(recording) == list(range(1, version))
    assert recording.fault is not None
    assert (recording.fault.version, recording.fault.code) == (version, code)


def test_a_file_that_was_cut_off_ends_before_the_broken_line() -> None:
    """The complete lines are shown."""
    recording = of_file(ndjson(EVENTS[:9])[:-10], GAME)
    assert versions(recording) == list(range(1, 9))
    assert recording.fault is not None
    assert (recording.fault.version, recording.fault.code) == (9, "file/not-json")


def test_without_the_id_the_first_event_alone_is_taken_on_trust() -> None:
    """The chain is verified from the second event on, and a remark says so."""
    whole = of_file(ndjson(EVENTS), None)
    assert (versions(whole), whole.fault) == (list(range(1, LAST + 1)), None)
    assert "event 1 is not checked" in whole.remarks[0]
    damaged = of_file(ndjson(changed(2, actor="somebody")), None)
    assert damaged.fault is not None
    assert (damaged.fault.version, damaged.fault.code) == (2, "log/chain")


def test_the_id_of_another_game_is_noticed() -> None:
    """The first hash does not fit this game."""
    recording = of_file(ndjson(EVENTS), derived_game_id("another"))
    assert recording.steps == ()
    assert recording.fault is not None
    assert (recording.fault.version, recording.fault.code) == (1, "log/chain")


def test_one_page_of_many_is_not_taken_for_the_whole() -> None:
    """The service gives the position of the next page, so a remark says that there is more."""
    recording = of_file(orjson.dumps({"events": EVENTS[:10], "next": 10}), GAME)
    assert len(recording.steps) == 10
    assert recording.remarks == ("the file is one page of events: the game has more",)


def test_an_empty_file_has_no_steps() -> None:
    """It has no fault either."""
    assert of_file(b" \n", GAME) == RecordedSteps(())


def test_a_services_answer_is_taken_as_it_is() -> None:
    """Frames and fault are taken from the response unchanged."""
    fault = {"version": 4, "code": "log/gap", "text": "missing"}
    recording = of_service({"frames": frames()[:3], "fault": fault}, GAME)
    assert versions(recording) == [1, 2, 3]
    assert recording.fault is not None
    assert (recording.fault.version, recording.fault.code, recording.fault.text) == (4, "log/gap", "missing")
    assert of_service({"frames": frames()}, GAME).fault is None


def test_a_games_id_may_stand_in_the_files_name() -> None:
    """The name may contain one id; two different ones are ignored."""
    assert game_in_name(f"game {GAME.upper()}.json") == GAME
    assert game_in_name("events.ndjson") is None
    assert game_in_name(f"{GAME} and {derived_game_id('another')}") is None


@pytest.mark.parametrize("number", [1, 9])
def test_an_event_that_says_a_thing_twice_is_a_fault(number: int) -> None:
    """The hash covers one of the two values, and another reader would show the other one."""
    lines = ndjson(EVENTS).splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(b'{"actor"', b'{"actor":"eve","actor"')
    for content in (b"".join(lines), b'{"events":[%b]}' % b",".join(lines)):
        recording = of_file(content, GAME)
        assert recording.fault is not None
        assert recording.fault.code == "file/repeated"
        assert "'actor'" in recording.fault.text
    assert versions(of_file(b"".join(lines), GAME)) == list(range(1, number))
