"""`kingdomino audit`: exit codes, JSON, evidence of the auditor, and usage errors."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from harness.audit.audits import SERVICE, bundle, dynasty, dynasty_of, game
from harness.audit.forging import OWN_KEY, Forger
from harness.processes import free_port
from harness.programs.terminal import running
from harness.wire.fake_service import Answer, answering
from replays.encoding.entries import Head
from replays.encoding.identity import Version
from replays.encoding.signing import Receipt, Signer
from service.cli.main import kingdomino

KEY = SERVICE.public_key
PASSED = dict.fromkeys(["integrity", "completeness", "legality", "fairness", "time", "result"], "pass")
KEYS = {"source", "game", "verdicts", "faults", "notes", "conditions"}
UNFINISHED = {**PASSED, "completeness": "not shown", "fairness": "not shown", "result": "not shown"}
ROOT = str(Path(__file__).parents[4])
NOWHERE = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Give the file of a scored game's bundle."""
    return saved(tmp_path / "good.zip", bundle(2))


@pytest.fixture
def unfinished(tmp_path: Path) -> str:
    """Give the file of the same game's bundle, before its first placement."""
    return saved(tmp_path / "unfinished.zip", bundle(2, upto=14))


def saved(path: Path, content: bytes) -> str:
    """Write the content to the file and return its name."""
    path.write_bytes(content)
    return str(path)


def run(*arguments: str) -> Result:
    """The result of the command, which never ends with another exception than its exit."""
    result = CliRunner().invoke(kingdomino, ["audit", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(*arguments: str) -> list[Any]:
    """The parsed lines of `--json`."""
    return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]


def misused(*arguments: str) -> str:
    """The message on standard error; nothing was audited."""
    result = run(*arguments)
    assert result.exit_code == 128, result.output
    assert result.stdout == ""
    return result.stderr


def receipt(version: int, signer: Signer = SERVICE) -> Receipt:
    """The receipt of a version of the scored game."""
    played, record = game(2)
    return signer.sign(played, Head(Version(version), record[version - 1].hash))


def dynasty_id() -> str:
    """The id of the example dynasty."""
    return str(Forger(dynasty_of()).game)


def line(kept: Receipt) -> str:
    """The receipt as in the header."""
    return json.dumps(kept.document())


@pytest.mark.slow
def test_a_good_game(good: str) -> None:
    """Six verdicts with their subjects; without a key the signer is unknown."""
    result = run(good)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == f"{good}: game {game(2)[0]}"
    assert [entry.split()[:2] for entry in lines[1:7]] == [[name, "pass"] for name in PASSED]
    assert "unknown key" in result.stdout
    assert "no entropy from seats 0, 1" in result.stdout
    assert "unknown key" not in run(good, "--key", KEY).stdout


def test_json_has_a_line_with_the_same_keys_for_each_game(good: str, unfinished: str) -> None:
    """Each game has a line with exactly these keys."""
    first, second = told(good, unfinished)
    assert first.keys() == KEYS
    assert (first["source"], first["game"]) == (good, game(2)[0])
    assert (first["verdicts"], first["faults"]) == (PASSED, [])
    assert [note["code"] for note in first["notes"]] == ["signature/unknown-key", "entropy/absent"]
    assert all(note.keys() == {"code", "text"} for note in first["notes"])
    assert second["verdicts"] == UNFINISHED


def test_faults_in_json(tmp_path: Path) -> None:
    """Each fault has its verdict, version, code and text."""
    forger = Forger(bundle(2))
    forger.data("GameScored")["scores"][0]["total"] += 1
    forged = saved(tmp_path / "forged.zip", forger.forged())
    [found] = told(forged, "--key", KEY)
    faults = {fault["code"]: fault for fault in found["faults"]}
    assert faults.keys() == {"result/otherwise", "signature/unknown-key"}
    assert all(fault.keys() == {"verdict", "version", "code", "text"} for fault in faults.values())
    result = faults["result/otherwise"]
    assert (result["verdict"], result["version"]) == ("result", 65)
    assert found["verdicts"] == {**PASSED, "integrity": "fail", "result": "fail"}


@pytest.mark.slow
def test_a_dynasty_in_json(tmp_path: Path) -> None:
    """The dynasty has a member `games`, each entry like a game's own line."""
    whole = saved(tmp_path / "dynasty.zip", dynasty_of())
    [found] = told(whole)
    assert found.keys() == {*KEYS, "games"}
    assert [part["game"] for part in found["games"]] == [played for played, _ in dynasty()[1]]
    assert [part["verdicts"] for part in found["games"]] == [PASSED] * 3
    assert found["verdicts"] == PASSED


def wrong_key(forger: Forger) -> None:
    """Change nothing but the signature."""


def torn(forger: Forger) -> None:
    """Remove the end of the last append."""
    del forger.events[-1]


def moved(forger: Forger) -> None:
    """Place a domino on the castle."""
    forger.data("DominoPlaced").update(x=0, y=0)


def other_seed(forger: Forger) -> None:
    """Reveal another seed than the committed one."""
    forger.data("SeedRevealed")["seed"] = "ab" * 32


def late(forger: Forger) -> None:
    """Move a player's seating to a later time than the next event."""
    forger.events[1]["at"] += 10**6


def more(forger: Forger) -> None:
    """Add one point to a score."""
    forger.data("GameScored")["scores"][0]["total"] += 1


BITS = {wrong_key: 1, torn: 2, moved: 4, other_seed: 8, late: 16, more: 32}


@pytest.mark.slow
@pytest.mark.parametrize(("change", "bit"), BITS.items())
def test_the_exit_code_names_the_verdict(tmp_path: Path, change: Callable[[Forger], None], bit: int) -> None:
    """Each verdict has a bit; a known key also reveals the forger's signature."""
    forger = Forger(bundle(2))
    change(forger)
    forged = saved(tmp_path / "forged.zip", forger.forged())
    assert run(forged).exit_code == bit & ~1
    result = run(forged, "--key", KEY)
    assert result.exit_code == bit | 1
    assert "FAIL" in result.stdout
    assert run(forged, "--key", KEY, "--key", OWN_KEY.public_key).exit_code == bit & ~1


@pytest.mark.slow
def test_exit_codes_add_up(tmp_path: Path, good: str) -> None:
    """Bits are combined over verdicts and games; only failing games are listed in full."""
    files = []
    for change in (torn, late, more):
        forger = Forger(bundle(2))
        change(forger)
        files.append(saved(tmp_path / f"{change.__name__}.zip", forger.forged()))
    result = run(good, *files)
    assert result.exit_code == 2 | 16 | 32
    assert "4 audited" in result.stdout
    assert f"{good}:" not in result.stdout
    assert all(f"{file}: game" in result.stdout for file in files)
    assert "  time          3 pass, 1 fail" in result.stdout


@pytest.mark.slow
def test_the_sum_tells_the_notes(tmp_path: Path, good: str, unfinished: str) -> None:
    """Each note has the number of bundles it concerns; a dynasty with its games counts once."""
    whole = saved(tmp_path / "dynasty.zip", dynasty_of())
    lines = run(good, unfinished, whole).stdout.splitlines()
    notes = [line.split(":")[:2] for line in lines if "note" in line]
    unsaid = "before sending entropy, so the service could know the entropy before it drew the seed"
    assert notes == [
        ["  note on 3", " unknown key"],
        ["  note on 2", " no entropy from seats 0, 1"],
        ["  note on 1", " no entropy from seat 0"],
        ["  note on 1", f" the record does not show that seat 1 had the first event {unsaid}"],
    ]
    assert "unknown key" not in run(good, unfinished, "--key", KEY).stdout


def test_a_dynasty_before_its_first_game(tmp_path: Path) -> None:
    """It is called a dynasty, and its list of games in JSON is empty."""
    young = saved(tmp_path / "young.zip", dynasty_of(1))
    assert f"{young}: dynasty {dynasty_id()}" in run(young).stdout
    [found] = told(young)
    assert (found["game"], found["games"]) == (dynasty_id(), [])


def test_a_hyphen_reads_standard_input(good: str) -> None:
    """A hyphen reads the bundle from standard input."""
    result = CliRunner().invoke(kingdomino, ["audit", "-"], input=bundle(2))
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, f"-: game {game(2)[0]}")
    empty = CliRunner().invoke(kingdomino, ["audit", "-", good], input=b"")
    assert (empty.exit_code, "-: it is empty" in empty.stderr) == (128, True)


def test_what_is_no_bundle(tmp_path: Path) -> None:
    """The fault with its code is in the text and in the JSON."""
    file = saved(tmp_path / "x.zip", b"no zip at all")
    result = run(file)
    assert result.exit_code == 1
    assert "not a bundle" in result.stdout
    assert "bundle/not-zip" in result.stdout
    [found] = told(file)
    assert found["game"] is None
    assert [fault["code"] for fault in found["faults"]] == ["bundle/not-zip"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("integrity", 0),
        ("integrity,legality,time", 0),
        ("result", 64),
        ("integrity,fairness", 64),
        ("completeness", 64),
        ("all", 64),
    ],
)
def test_required_verdicts(unfinished: str, good: str, names: str, code: int) -> None:
    """A verdict that is not shown is an error only if it is required."""
    assert run(unfinished).exit_code == 0
    assert run(unfinished, "--require", names).exit_code == code
    assert run(good, "--require", names).exit_code == 0


def test_a_required_verdict_that_fails(tmp_path: Path) -> None:
    """Its own bit is set; required verdicts that could not be judged are not shown."""
    forger = Forger(bundle(2))
    moved(forger)
    forged = saved(tmp_path / "forged.zip", forger.forged())
    assert run(forged, "--require", "legality").exit_code == 4
    assert run(forged, "--require", "all").exit_code == 4 | 64


def test_all_zip_files_of_a_folder_are_audited_in_order(tmp_path: Path, good: str, unfinished: str) -> None:
    """All zip files are audited in order of their names, and nothing else."""
    saved(tmp_path / "notes.txt", b"")
    assert [found["source"] for found in told(str(tmp_path))] == [good, unfinished]


@pytest.mark.slow
def test_heads_on_the_command_line(good: str, unfinished: str) -> None:
    """The last head shows completeness; another hash, or a later head, is a fault."""
    _, record = game(2)
    early, late_one, last = f"10:{record[9].hash}", f"20:{record[19].hash}", f"14:{record[13].hash}"
    assert run(unfinished, "--against", last, "--require", "completeness").exit_code == 0
    assert run(good, "--against", early, "--against", late_one).exit_code == 0
    cut = run(unfinished, "--against", early, "--against", late_one)
    assert (cut.exit_code, "head/cut" in cut.stdout) == (2, True)
    other = run(good, "--against", f"10:{record[10].hash}")
    assert (other.exit_code, "head/other" in other.stdout) == (2, True)


@pytest.mark.slow
def test_receipts_in_a_file(tmp_path: Path, good: str, unfinished: str) -> None:
    """A file has one receipt per line, for any of the audited games."""
    receipts = saved(tmp_path / "receipts", f"{line(receipt(9))}\n\n{line(receipt(40))}\n".encode())
    assert run(good, "--against", receipts, "--key", KEY).exit_code == 0
    assert run(unfinished, "--against", receipts).exit_code == 2
    forger = Forger(bundle(2))
    forger.event("DominoPlaced")["at"] += 1
    forged = saved(tmp_path / "forged.zip", forger.forged())
    assert run(forged, "--against", receipts).exit_code & 2


def test_a_saved_header_is_a_receipt(tmp_path: Path, good: str) -> None:
    """A header saved by `curl -D` is accepted in the spelling of HTTP/1.1 or HTTP/2, with CR LF."""
    headers = f"Kingdomino-Receipt: {line(receipt(9))}\r\nkingdomino-receipt:{line(receipt(40))}\r\n"
    kept = saved(tmp_path / "receipts", headers.encode())
    assert run(good, "--against", kept, "--key", KEY).exit_code == 0
    other = saved(tmp_path / "other", b"Content-Length: 12\r\n")
    assert f"{other}, line 1 is no receipt" in misused(good, "--against", other)


def notes(*arguments: str) -> dict[str, str]:
    """The code and text of each note on the only game."""
    return {note["code"]: note["text"] for note in told(*arguments)[0]["notes"]}


@pytest.mark.slow
def test_receipts_by_an_unchecked_key(tmp_path: Path, good: str) -> None:
    """Without a known key the signer is unknown, and a key other than the bundle's has its own note."""
    own = saved(tmp_path / "own", f"{line(receipt(8))}\n{line(receipt(9))}".encode())
    strange = saved(tmp_path / "strange", f"{line(receipt(8, OWN_KEY))}\n{line(receipt(9))}".encode())
    assert notes(good, "--against", own).keys() == {
        "signature/unknown-key",
        "receipt/unknown-key",
        "entropy/absent",
    }
    found = notes(good, "--against", strange)
    assert "unknown key" in found["receipt/unknown-key"]
    assert OWN_KEY.public_key in found["receipt/other-key"]
    assert KEY not in found["receipt/other-key"]
    known = ("--key", KEY, "--key", OWN_KEY.public_key)
    assert notes(good, "--against", strange, *known).keys() == {"entropy/absent"}
    assert "receipt/unknown-key" not in notes(good, "--against", f"9:{game(2)[1][8].hash}")


@pytest.mark.slow
def test_receipts_of_a_game_within_a_dynasty(tmp_path: Path) -> None:
    """They are compared with the game that they belong to."""
    whole = saved(tmp_path / "dynasty.zip", dynasty_of())
    played, record = dynasty()[1][1]
    kept = SERVICE.sign(played, Head(Version(9), record[8].hash))
    assert run(whole, "--against", saved(tmp_path / "kept", line(kept).encode())).exit_code == 0
    wrong = SERVICE.sign(played, Head(Version(9), "ab" * 32))
    assert run(whole, "--against", saved(tmp_path / "wrong", line(wrong).encode())).exit_code == 2


def test_a_receipt_of_a_game_that_was_not_audited(tmp_path: Path, good: str) -> None:
    """The error says that it was not compared; the audit itself continues."""
    played, record = game(2, seed=2)
    kept = [line(SERVICE.sign(played, Head(Version(n), record[n - 1].hash))) for n in (8, 9)]
    result = run(good, "--against", saved(tmp_path / "receipts", "\n".join(kept).encode()))
    assert result.exit_code == 128
    assert result.stderr.count(f"a receipt is of game {played}, which was not audited") == 1
    assert "integrity     pass" in result.stdout


@pytest.mark.slow
def test_a_receipt_that_shows_nothing(tmp_path: Path, good: str) -> None:
    """Receipts with an invalid signature or an unknown key are errors; the others count."""
    document = {**receipt(9).document(), "version": 10}
    bad = saved(tmp_path / "bad", f"{json.dumps(document)}\n{line(receipt(9))}\nhello".encode())
    result = run(good, "--against", bad)
    assert result.exit_code == 128
    assert result.stderr.count("Error:") == 2
    assert f"{bad}, line 1: the signature of the receipt is invalid" in result.stderr
    assert f"{bad}, line 3 is no receipt" in result.stderr
    assert "completeness  pass" in result.stdout
    strange = saved(tmp_path / "strange", f"{line(receipt(8))}\n{line(receipt(9, OWN_KEY))}".encode())
    result = run(good, "--against", strange, "--key", KEY)
    assert (result.exit_code, f"{strange}, line 2: unknown key" in result.stderr) == (128, True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 99_999,
        b"hello",
        b"{}",
        b"[]",
        b"\xff",
        b'{"game":1}',
        line(receipt(9)).replace('"version"', '"Version"').encode(),
    ],
)
def test_a_file_without_receipts(tmp_path: Path, good: str, content: bytes) -> None:
    """The error names the file."""
    file = saved(tmp_path / "receipts", content)
    assert file in misused(good, "--against", file)


@pytest.mark.slow
def test_a_key_is_given_in_three_forms_and_one_of_several_must_fit(tmp_path: Path, good: str) -> None:
    """A key is given as digits, in a file, or as the JSON of /api/v1/keys; one of several must fit."""
    other = OWN_KEY.public_key
    listed = json.dumps({"keys": [{"public_key": other}, {"public_key": KEY}]})
    for content in (f"{KEY}\n", f"{other}\n{KEY}\n", listed, json.dumps(json.loads(listed), indent=1)):
        assert run(good, "--key", saved(tmp_path / "keys", content.encode())).exit_code == 0
    assert run(good, "--key", other).exit_code == 1
    unknown = run(good, "--key", other).stdout
    assert f"unknown key: {KEY} is none of those given" in unknown


@pytest.mark.parametrize("key", ["", "x", "a" * 300, KEY.upper(), KEY[:-1], f"{KEY}0"])
def test_a_key_that_is_none(good: str, key: str) -> None:
    """The key is refused, an empty one too."""
    assert "64 lower-case hexadecimal digits" in misused(good, "--key", key)


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b'{"keys":1}',
        b'{"keys":[{}]}',
        b'{"keys":[{"public_key":1}]}',
        b"{",
        b"",
        b'{"keys":[]}',
        f'{{"keys":[],"keys":[{{"public_key":"{KEY}"}}]}}'.encode(),
        b'{"keys":' + b"[" * 99_999,
    ],
)
def test_a_file_without_keys(tmp_path: Path, good: str, content: bytes) -> None:
    """The error names the file."""
    file = saved(tmp_path / "keys", content)
    assert file in misused(good, "--key", file)


@pytest.mark.parametrize(
    "head", ["", "9", "9" * 300, "0:" + "ab" * 32, "9:" + "AB" * 32, "9:" + "ab" * 31, "-1:" + "ab" * 32]
)
def test_a_head_that_is_none(good: str, head: str) -> None:
    """The error shows the form of a head."""
    assert "VERSION:HASH" in misused(good, "--against", head)


@pytest.mark.slow
def test_misuse_has_an_exit_code_that_no_verdict_has(tmp_path: Path, good: str) -> None:
    """The exit code of misuse is none of a verdict's."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "Missing argument" in misused()
    assert "--dance" in misused(good, "--dance")
    assert "each name must be one of integrity" in misused(good, "--require", "elegance")
    assert "no bundle" in misused(str(empty))
    assert "--key" in misused(good, "--key")
    assert "empty" in misused("")


def test_a_bare_head_of_several_bundles(good: str, unfinished: str) -> None:
    """A bare head names no game, so nothing is audited."""
    head = f"10:{game(2)[1][9].hash}"
    text = misused(good, unfinished, "--against", head)
    assert "does not say which game" in text
    assert "receipt" in text


@pytest.mark.long
def test_progress_is_shown_to_who_looks(tmp_path: Path, good: str, unfinished: str) -> None:
    """Progress is shown at a terminal for several bundles, and never written to a file."""
    command = [str(Path(sys.executable).with_name("kingdomino")), "audit"]
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT, "TERM": "xterm", "LANG": "C.UTF-8"}
    for sources, shown in ((good, unfinished), True), ((good,), False):
        with running([*command, *sources], environ) as terminal:
            assert terminal.ends() == 0
            assert ("Auditing" in terminal.output) == shown
    assert "Auditing" not in run(good, unfinished).output


@pytest.mark.slow
def test_a_source_that_gives_no_bundle(good: str) -> None:
    """The error names the source, and the others are audited."""
    for source in ("missing.zip", "m" * 300, "http://127.0.0.1/elsewhere", "http://[::1"):
        result = run(good, source)
        assert result.exit_code == 128
        assert result.stderr.count(source) == 1
        assert "integrity     pass" in result.stdout


@pytest.mark.slow
def test_from_a_running_service() -> None:
    """The source is an id or the page's URL; an unknown game is looked up as a series."""
    missing = Answer(404, {"code": "game/unknown", "title": "", "status": 404})
    answers = [Answer(body=bundle(2)), Answer(body=bundle(2)), missing, Answer(body=dynasty_of())]
    with answering(answers) as service:
        assert run(game(2)[0], "--url", service.url).exit_code == 0
        assert run(f"{service.url}/games/{game(2)[0]}/replay").exit_code == 0
        assert told(dynasty_id(), "--url", service.url)[0]["verdicts"] == PASSED
    path = f"/api/v1/games/{game(2)[0]}/audit"
    of_dynasty = [f"/api/v1/{kind}/{dynasty_id()}/audit" for kind in ("games", "dynasties")]
    assert [asked.path for asked in service.asked] == [path, path, *of_dynasty]
    unknown = Answer(404, {"code": "dynasty/unknown", "title": "", "detail": "no dynasty", "status": 404})
    with answering([missing, unknown, unknown]) as service:
        found = run(NOWHERE, "--url", service.url)
    assert found.exit_code == 128
    assert f"{NOWHERE}: there is no game or dynasty or tournament with this id" in found.stderr
    away = run(NOWHERE, "--url", f"http://127.0.0.1:{free_port()}")
    assert away.exit_code == 128
