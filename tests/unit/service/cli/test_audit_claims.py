"""`kingdomino audit` claims only what was shown: early heads, unknown signers, contradicting receipts."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.audit.audits import SERVICE, bundle, dynasty_of, game, table_of
from harness.audit.forging import OWN_KEY, Forger
from harness.play.correspondence import Correspondence
from replays.audit.bundle.building import game_bundle
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.encoding.signing import Signer
from tests.unit.service.cli.test_audit_command import KEY, line, receipt, run, saved, told

OTHER = "ab" * 32
LATER_KEY = Signer(b"the service's key of next year!!")


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Give the file of a scored game's bundle."""
    return saved(tmp_path / "good.zip", bundle(2))


@pytest.fixture
def half(tmp_path: Path) -> str:
    """Give the file of the same game, cut off between two appends."""
    return saved(tmp_path / "half.zip", bundle(2, upto=14))


def head(version: int) -> str:
    """The head of a version of the scored game, as VERSION:HASH."""
    return f"{version}:{game(2)[1][version - 1].hash}"


def signed(version: int, text: str, signer: Signer = SERVICE, played: GameId | None = None) -> str:
    """A valid receipt of this hash, as one line of a file."""
    return line(signer.sign(played or game(2)[0], Head(Version(version), text)))


@pytest.mark.slow
def test_an_early_head_shows_what_is_before_it(half: str) -> None:
    """A head from the beginning does not show that a cut record is complete."""
    result = run(half, "--against", head(2))
    assert result.exit_code == 0
    assert "  completeness  not shown" in result.stdout
    assert "nothing is missing up to event 2," in result.stdout
    assert run(half, "--against", head(2), "--require", "completeness").exit_code == 64
    [found] = told(half, "--against", head(2), "--against", head(5))
    assert found["verdicts"]["completeness"] == "not shown"
    [early] = [note["text"] for note in found["notes"] if note["code"] == "head/early"]
    assert early.startswith("nothing is missing up to event 5,")


def test_the_last_events_head_shows_all(half: str) -> None:
    """With the head of the last event nothing can be missing, and there is no note."""
    [found] = told(half, "--against", head(2), "--against", head(14))
    assert found["verdicts"]["completeness"] == "pass"
    assert "head/early" not in {note["code"] for note in found["notes"]}


def test_an_early_head_of_a_game_that_has_ended(good: str) -> None:
    """Nothing follows a result, so the record is complete without later heads."""
    [found] = told(good, "--against", head(2))
    assert found["verdicts"]["completeness"] == "pass"
    assert "head/early" not in {note["code"] for note in found["notes"]}


def test_an_early_head_of_a_dynasty(tmp_path: Path) -> None:
    """The same holds for the dynasty's own stream."""
    young = saved(tmp_path / "young.zip", dynasty_of(4))
    events = Forger(dynasty_of(4)).events
    [found] = told(young, "--against", f"2:{events[1]['hash']}")
    assert found["verdicts"]["completeness"] == "not shown"
    assert "nothing is missing up to event 2," in str(found["notes"])


@pytest.mark.slow
def test_an_unknown_signer(good: str) -> None:
    """Integrity passes with the remark that the signer is unknown."""
    assert "  integrity     pass       chain holds, signer unknown\n" in run(good).stdout
    known = run(good, "--key", KEY).stdout
    assert "signer unknown" not in known
    assert "the signature by a key that you gave" in known
    assert "signer unknown" not in run(good, "--key", OWN_KEY.public_key).stdout


@pytest.mark.slow
def test_the_key_can_be_required(good: str, tmp_path: Path) -> None:
    """The condition holds if the bundle, and each game of a dynasty, is signed by a given key."""
    whole = saved(tmp_path / "dynasty.zip", dynasty_of())
    for source in (good, whole):
        assert run(source, "--require", "key").exit_code == 64
        assert run(source, "--require", "key", "--key", KEY).exit_code == 0
        assert run(source, "--require", "all,key", "--key", KEY).exit_code == 0
        assert run(source, "--require", "key", "--key", OWN_KEY.public_key).exit_code == 64 | 1
    assert told(good)[0]["conditions"]["key"] == "not shown"
    assert told(good, "--key", KEY)[0]["conditions"]["key"] == "shown"
    forger = Forger(dynasty_of(), SERVICE)
    inner = Forger(forger.members["games/2.zip"])
    forger.members["games/2.zip"] = inner.sealed()  # signed by another key
    mixed = saved(tmp_path / "mixed.zip", forger.sealed())
    assert run(mixed, "--require", "key", "--key", KEY).exit_code == 64 | 1


def first(content: bytes) -> str:
    """The head of event 1 of a bundle, as VERSION:HASH."""
    return f"1:{Forger(content).events[0]['hash']}"


def conditions(file: str, *arguments: str) -> dict[str, str]:
    """The conditions in the report."""
    found: dict[str, str] = told(file, *arguments)[0]["conditions"]
    return found


@pytest.mark.slow
def test_entropy_can_be_required(tmp_path: Path, good: str) -> None:
    """The condition holds if every player named, with entropy, the event 1 whose head the auditor kept."""
    sent = ["11" * 32, "22" * 32]
    whole = table_of(*sent, opener="somebody else")
    full = saved(tmp_path / "full.zip", whole)
    assert run(full, "--require", "entropy", "--against", first(whole)).exit_code == 0
    assert conditions(full, "--against", first(whole))["entropy"] == "shown"
    forger = Forger(whole)
    del forger.events[2:]
    lacking = {
        "waits for a player": forger.forged(),
        "the opener's could be known": table_of(*sent),
        "one sent none": table_of(sent[0], None, opener="somebody else"),
    }
    for name, content in lacking.items():
        file = saved(tmp_path / f"{name}.zip", content)
        assert run(file, "--require", "entropy", "--against", first(content)).exit_code == 64, name
    assert run(good, "--require", "all").exit_code == 0
    assert run(good, "--require", "all,entropy").exit_code == 64


def test_entropy_needs_a_head_of_the_first_event(tmp_path: Path) -> None:
    """Without it nobody can tell whether event 1 was written anew when the entropy was known."""
    whole = table_of("11" * 32, "22" * 32, opener="somebody else")
    full = saved(tmp_path / "full.zip", whole)
    events = Forger(whole).events
    for kept in ((), ("--against", f"3:{events[2]['hash']}")):
        assert run(full, "--require", "entropy", *kept).exit_code == 64
        assert "entropy/unheld" in {note["code"] for note in told(full, *kept)[0]["notes"]}
    rewritten = table_of(
        "11" * 32, "22" * 32, opener="somebody else", seed=b"a seed ground for this entropy!!"
    )
    anew = saved(tmp_path / "anew.zip", rewritten)
    assert run(anew, "--require", "entropy", "--against", first(whole)).exit_code == 64 | 2
    assert conditions(anew, "--against", first(whole))["entropy"] == "not shown"


def test_a_fault_voids_what_entropy_shows(tmp_path: Path) -> None:
    """Nothing is claimed of the draws of a record in which something failed."""
    forger = Forger(table_of("11" * 32, "22" * 32, opener="somebody else"))
    forger.data("PlayerSeated", 1)["seen"] = OTHER
    forged = forger.forged()
    file = saved(tmp_path / "forged.zip", forged)
    assert conditions(file, "--against", first(forged))["entropy"] == "not shown"


def test_old_draws_never_show_entropy(tmp_path: Path) -> None:
    """Draws of version 1 do not depend on the first event, so its head proves nothing about them."""
    forger = Forger(table_of("11" * 32, "22" * 32, opener="somebody else"))
    forger.event("GameCreated")["schema"] = 1
    del forger.data("GameCreated")["draws"], forger.data("GameCreated")["founding"]
    for nth in range(2):
        forger.event("PlayerSeated", nth)["schema"] = 1
        del forger.data("PlayerSeated", nth)["seen"], forger.data("PlayerSeated", nth)["checkpoint"]
    old = forger.forged()
    file = saved(tmp_path / "old.zip", old)
    [found] = told(file, "--against", first(old))
    assert found["faults"] == []
    assert found["conditions"]["entropy"] == "not shown"
    assert "entropy/draws" in {note["code"] for note in found["notes"]}
    assert run(file, "--require", "entropy", "--against", first(old)).exit_code == 64


@pytest.mark.slow
def test_two_receipts_that_contradict_each_other(tmp_path: Path, good: str) -> None:
    """The fault says that they convict the service, and what to keep."""
    kept = saved(tmp_path / "kept", f"{line(receipt(9))}\n{signed(9, OTHER)}\n{line(receipt(9))}".encode())
    [found] = told(good, "--against", kept, "--key", KEY)
    [fault] = found["faults"]
    assert (fault["verdict"], fault["version"], fault["code"]) == ("completeness", 9, "receipt/contradiction")
    assert "two valid receipts contradict each other" in fault["text"]
    assert "This convicts the service" in fault["text"]
    assert "Keep both receipts and your list of the service's keys" in fault["text"]
    assert run(good, "--against", kept, "--key", KEY).exit_code == 2
    [unknown] = told(good, "--against", kept)[0]["faults"]
    assert f"If the key {KEY} is the service's, this convicts the service" in unknown["text"]


def test_a_receipt_that_contradicts_the_bundle(tmp_path: Path, good: str) -> None:
    """The bundle's signature covers its whole record, so the signer of both is convicted."""
    kept = saved(tmp_path / "kept", signed(9, OTHER).encode())
    [fault] = told(good, "--against", kept, "--key", KEY)[0]["faults"]
    assert fault["code"] == "receipt/contradiction"
    assert "a valid receipt and the signed bundle contradict each other" in fault["text"]
    assert "This convicts the service" in fault["text"]
    assert "Keep the receipt, this bundle and" in fault["text"]
    old_key = saved(tmp_path / "old", signed(9, OTHER, LATER_KEY).encode())
    both = ("--key", KEY, "--key", LATER_KEY.public_key)
    assert [fault["code"] for fault in told(good, "--against", old_key, *both)[0]["faults"]] == [
        "receipt/contradiction"
    ]


@pytest.mark.slow
def test_what_convicts_nobody(tmp_path: Path, good: str) -> None:
    """Unsigned heads, receipts of other keys, and a bundle with an invalid signature convict nobody."""
    anybody = saved(tmp_path / "anybody", signed(9, OTHER, OWN_KEY).encode())
    forger = Forger(bundle(2))
    forger.members["signature.json"] = forger.members["signature.json"].replace(b'ature":"', b'ature":"0')
    unsigned = saved(tmp_path / "unsigned.zip", forger.listed())
    receipt_of_service = saved(tmp_path / "kept", signed(9, OTHER).encode())
    for arguments in (
        (good, "--against", f"9:{OTHER}"),
        (good, "--against", anybody),
        (unsigned, "--against", receipt_of_service),
    ):
        codes = {fault["code"] for fault in told(*arguments)[0]["faults"]}
        assert "head/other" in codes
        assert "receipt/contradiction" not in codes


@pytest.mark.slow
def test_receipts_of_several_games_in_one_file(tmp_path: Path, good: str) -> None:
    """Receipts are sorted by game, and each contradiction is one fault of its game."""
    second, record = game(2, seed=2)
    other = saved(tmp_path / "other.zip", bundle(2, seed=2))
    fitting = line(SERVICE.sign(second, Head(Version(8), record[7].hash)))
    kept = saved(tmp_path / "kept", f"{line(receipt(9))}\n{fitting}\n{signed(7, OTHER)}\n{fitting}".encode())
    first_found, second_found = told(good, other, "--against", kept, "--key", KEY)
    assert [(fault["version"], fault["code"]) for fault in first_found["faults"]] == [
        (7, "receipt/contradiction")
    ]
    assert second_found["faults"] == []
    assert run(good, other, "--against", kept, "--key", KEY).exit_code == 2


@pytest.mark.slow
def test_why_fairness_is_not_shown(tmp_path: Path, half: str) -> None:
    """Either the seed is not revealed yet, or choices of bots were not repeated."""
    assert "(the seed is not revealed before the end of the game)" in run(half).stdout
    table = Correspondence(1)
    table.fill("greedy")
    table.finish()
    file = saved(tmp_path / "bots.zip", game_bundle(table.game, table.log.read(table.game), SERVICE))
    assert "  fairness      pass" in run(file).stdout
    result = run(file, "--bots", "0")
    assert "  fairness      not shown" in result.stdout
    assert "(choices of bots were not repeated: see the note)" in result.stdout
    assert "the seed is not revealed" not in result.stdout


DAYS = {"same": 60, "before": -3 * 86_400, "after": 3 * 86_400}
"""The times at which a receipt came, in seconds after its event."""


@pytest.mark.slow
def test_dates_are_the_services_word(tmp_path: Path, good: str) -> None:
    """The report says so, unless a line of the receipts begins with the time at which it came."""
    at = game(2)[1][8].record["at"] // 1000
    day = {name: datetime.fromtimestamp(at + more, UTC).isoformat() for name, more in DAYS.items()}
    kept = {name: saved(tmp_path / name, f"{when} {line(receipt(9))}".encode()) for name, when in day.items()}
    assert "the dates are the service's word" in run(good).stdout
    assert conditions(good)["dates"] == "not shown"
    assert run(good, "--require", "dates").exit_code == 64
    assert "the dates are the service's word" not in run(good, "--against", kept["same"]).stdout
    assert run(good, "--require", "dates,time", "--against", kept["same"]).exit_code == 0
    assert run(good, "--against", kept["before"]).exit_code == 16
    late = run(good, "--require", "time", "--against", kept["after"])
    assert (late.exit_code, "evidence speaks against the times" in late.stdout) == (64, True)
    header = saved(tmp_path / "header", f"{day['same']} Kingdomino-Receipt: {line(receipt(9))}".encode())
    assert run(good, "--require", "dates", "--against", header).exit_code == 0
    never = saved(tmp_path / "never", f"2026-13-45T00:00:00Z {line(receipt(9))}".encode())
    assert f"{never}, line 1 is no receipt" in run(good, "--against", never).stderr


def test_a_record_from_before_the_service(tmp_path: Path, good: str) -> None:
    """The list of keys says since when each was used, so a record from before the first is doubted."""
    at = game(2)[1][0].record["at"]
    for since, code in ((at + 10**9, 64), (at, 0)):
        listed = json.dumps({"keys": [{"public_key": KEY, "since": since}]}).encode()
        result = run(good, "--key", saved(tmp_path / f"keys{code}", listed), "--require", "time")
        assert result.exit_code == code, result.stdout
