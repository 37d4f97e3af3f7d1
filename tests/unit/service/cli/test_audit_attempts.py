"""`kingdomino audit --against`: what a player sent to take a seat, compared with the record."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.audit.audits import START, TABLE, dynasty_of, table_of
from harness.play.dynasties import DYNASTY
from replays.audit.bundle.container import EVENTS, unpack
from replays.encoding.attempts import Request, SeatAttempt
from replays.encoding.identity import GameId
from service.cli.auditing.held import kept
from tests.unit.service.cli.test_audit_command import run, saved, told

ANN, BOB = "a1" * 32, "b0" * 32
BUNDLE = table_of(ANN, BOB, opener="nobody")


def first_of(bundle: bytes) -> str:
    """The hash of the record's first event."""
    return str(json.loads(bytes(unpack(bundle)[EVENTS]).splitlines()[0])["hash"])


SENT = SeatAttempt(
    TABLE, first_of(BUNDLE), "player-1", BOB, "key", (Request(START, "store/away", 503), Request(START + 1))
)


def audited(tmp_path: Path, attempt: SeatAttempt, bundle: bytes = BUNDLE) -> Any:
    """The report on the bundle, compared with this attempt."""
    file = saved(tmp_path / "seats", f"{json.dumps(attempt.document())}\n".encode())
    [report] = told(saved(tmp_path / "game.zip", bundle), "--against", file)
    return report


def test_what_was_sent_is_in_the_record(tmp_path: Path) -> None:
    """The attempt also is a kept head of event 1."""
    report = audited(tmp_path, SENT)
    assert report["faults"] == []
    assert "entropy/unseated" not in {note["code"] for note in report["notes"]}
    assert "head/early" in {note["code"] for note in report["notes"]}


@pytest.mark.parametrize(
    ("attempt", "fault"),
    [
        (replace(SENT, entropy="cd" * 32), ("fairness", 3, "entropy/other")),
        (replace(SENT, player="eve"), ("fairness", 3, "entropy/other")),
        (replace(SENT, first="ab" * 32), ("completeness", 1, "head/other")),
    ],
    ids=["other entropy", "another player", "another first event"],
)
def test_a_difference_is_a_fault(tmp_path: Path, attempt: SeatAttempt, fault: tuple[str, int, str]) -> None:
    """The record has something else than was sent."""
    [found] = audited(tmp_path, attempt)["faults"]
    assert (found["verdict"], found["version"], found["code"]) == fault


def test_entropy_of_two_clients(tmp_path: Path) -> None:
    """A player who asked from two clients has a seat with the entropy of one of them."""
    both = [SENT, replace(SENT, entropy="cd" * 32)]
    lines = "".join(f"{json.dumps(each.document())}\n" for each in both)
    file = saved(tmp_path / "seats", lines.encode())
    [report] = told(saved(tmp_path / "game.zip", BUNDLE), "--against", file)
    assert report["faults"] == []


def test_a_refused_player_is_noted(tmp_path: Path) -> None:
    """The note has the player, the entropy and the answers; it makes no verdict fail."""
    report = audited(tmp_path, replace(SENT, player="eve", entropy="ee" * 32))
    assert report["faults"] == []
    [note] = [note["text"] for note in report["notes"] if note["code"] == "entropy/unseated"]
    for told_ in ("player eve", "2 times", "ee" * 32, "503 store/away, not at all"):
        assert told_ in note


def test_a_seat_of_a_dynasty(tmp_path: Path) -> None:
    """An attempt at a dynasty is compared with the seats of each of its games."""
    bundle = dynasty_of()
    lines = bytes(unpack(bytes(unpack(bundle)["games/1.zip"]))[EVENTS]).splitlines()
    seats = [event["data"] for event in map(json.loads, lines) if event["type"] == "PlayerSeated"]
    seat = next(each for each in seats if each["entropy"])
    fits = SeatAttempt(GameId(DYNASTY), first_of(bundle), seat["player"], seat["entropy"], "key")
    assert [part["faults"] for part in audited(tmp_path, fits, bundle)["games"]] == [[]] * 3
    wrong = audited(tmp_path, replace(fits, entropy="cd" * 32), bundle)
    codes = [[fault["code"] for fault in part["faults"]] for part in wrong["games"]]
    assert codes == [["entropy/other"]] * 3


def test_lines_that_are_neither(tmp_path: Path) -> None:
    """A line with the members of an attempt but wrong values, or one twice, is no evidence, and is named."""
    right = json.dumps(SENT.document())
    wrong = {**SENT.document(), "entropy": "short"}
    twice = right.replace('{"', '{"player": "eve", "', 1)
    file = saved(tmp_path / "seats", f"{right}\n{json.dumps(wrong)}\n{twice}\n".encode())
    found = kept([file], [])
    assert len(found.evidence.attempts) == 1
    where = [fault.partition(" is no receipt")[0] for fault in found.faults]
    assert where == [f"{file}, line 2", f"{file}, line 3"]
    assert "'player' stands twice" in found.faults[1]
    assert run(saved(tmp_path / "game.zip", BUNDLE), "--against", file).exit_code & 128
