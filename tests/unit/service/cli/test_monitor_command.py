"""`kingdomino monitor`: it follows a log that grows, and says what is wrong with one that does not."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from replays.encoding.identity import derived_game_id
from replays.transparency.cosignatures import Cosigner
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf
from replays.transparency.notes import NoteSigner
from replays.transparency.policies import KnownWitness, TrustPolicy
from service.cli.transparency.convict import convict
from service.cli.transparency.monitor import monitor
from tests.unit.replays.transparency.logs import ORIGIN, MemoryLog
from tests.unit.service.cli.shown_service import ShownGame, ShownService, showing

OPEN, START, END = HeadKind.OPEN, HeadKind.START, HeadKind.END
FOREVER = 2**52
KEY, OTHER_KEY = "ab" * 32, "cd" * 32


def game(name: str, events: int = 9, status: str = "scored", created: int = 0) -> ShownGame:
    """A game with hashes of its own."""
    hashes = [f"{n:02x}" * 16 + derived_game_id(name).replace("-", "") for n in range(1, events + 1)]
    return ShownGame(derived_game_id(name), hashes, status, created)


ANN, BEN, HIDDEN = game("ann"), game("ben", 3, "aborted"), game("hidden")
LEAVES = [
    KeyLeaf(KeyKind.KEY, KEY, 1000).entry(),
    ANN.leaf(OPEN, 1),
    HIDDEN.leaf(OPEN, 1),
    BEN.leaf(OPEN, 1),
    ANN.leaf(START, 4),
    BEN.leaf(END, 3),
    ANN.leaf(END, 9),
]
LISTED = [{"public_key": KEY, "since": 1000, "current": True, "revoked": None}]


@pytest.fixture
def service() -> Iterator[ShownService]:
    """A service in order, with a log of more than one tile."""
    shown = ShownService(MemoryLog(LEAVES), [ANN, BEN], LISTED)
    with showing(shown):
        yield shown


Visit = Callable[..., Result]


@pytest.fixture
def visit(service: ShownService, tmp_path: Path) -> Visit:
    """A visit of the service with one memory."""

    def run(*options: str) -> Result:
        return CliRunner().invoke(monitor, [service.url, "--data", str(tmp_path), *options])

    return run


def wrong(visit: Visit) -> tuple[int, list[str]]:
    """The exit code of a visit, and the codes of what is wrong."""
    result = visit("--json")
    return result.exit_code, [each["code"] for each in json.loads(result.stdout)["wrong"]]


def test_a_log_in_order(service: ShownService, visit: Visit) -> None:
    """Everything is read, compared and counted; the next visit reads what is new."""
    result = visit()
    assert result.exit_code == 0, result.output
    assert result.output.split("\n")[1:7] == [
        "  tables: 3 opened, 1 started, 2 ended",
        "  heads compared with the service: 5; still to compare: 0; of tables that it does not show: 1",
        "  called off: 1; tables that the service shows: 2",
        "  keys of the service: 1; revoked: 0",
        "Nothing is wrong in what was read.",
        "",
    ]
    assert f"7 of 7 leaves of {ORIGIN} read and proved" in result.output
    service.log = MemoryLog([*LEAVES, KeyLeaf(KeyKind.REVOCATION, KEY, 2000).entry()])
    service.keys = [{**LISTED[0], "revoked": 2000}]
    document = json.loads(visit("--json").stdout)
    assert (document["read"], document["counts"]["revocations"], document["wrong"]) == (8, 1, [])


def test_a_long_log_that_sends_gzip(service: ShownService, visit: Visit) -> None:
    """Bundles are read although they are compressed without having been asked for."""
    service.zipped = True
    service.games = []
    many = [*LEAVES, *(game(f"{n}").leaf(OPEN, 1) for n in range(600))]
    for size in (300, 600):
        service.log = MemoryLog(many[:size])
        document = json.loads(visit("--json").stdout)
        assert (document["read"], document["wrong"], document["unread"]) == (size, [], None)


def rewritten(entries: list[bytes], at: int) -> list[bytes]:
    """The entries with another opening from a place on."""
    return [*entries[:at], *(game(f"forged {n}").leaf(OPEN, 1) for n in range(len(entries) - at))]


def test_a_rewritten_log_is_convicted(service: ShownService, visit: Visit, tmp_path: Path) -> None:
    """It is said in words, stays said, and the evidence convicts without the log or the monitor."""
    assert wrong(visit) == (0, [])
    service.log = MemoryLog([*rewritten(LEAVES, 2), *LEAVES])
    assert wrong(visit) == (1, ["log/rewritten"])
    assert "The log was rewritten. " in visit().output
    evidence = tmp_path / "evidence"
    files = [next(evidence.glob("7-*.checkpoint")), evidence / "6-in-14.tlog-proof"]
    found = CliRunner().invoke(convict, [*map(str, files), "--key", service.log.signer.key.text()])
    assert (found.exit_code, "They cannot both be true" in found.output) == (1, True)
    service.log = MemoryLog(LEAVES)
    assert wrong(visit) == (1, ["log/rewritten"])


def test_a_split_view_is_convicted(service: ShownService, visit: Visit, tmp_path: Path) -> None:
    """Another tree of the same size, shown later, is in evidence as it was signed."""
    visit()
    service.log = MemoryLog(rewritten(LEAVES, 6))
    assert wrong(visit) == (1, ["log/rewritten"])
    assert len(list((tmp_path / "evidence").glob("7-*.checkpoint"))) == 2


def test_an_older_checkpoint_is_no_fault_and_another_history_is(service: ShownService, visit: Visit) -> None:
    """A copy may be late; a smaller tree that is not the beginning of the known one is a rewritten log."""
    visit()
    grown = service.log.files
    service.log = MemoryLog(LEAVES[:5])
    service.changed = {path: content for path, content in grown.items() if path != "checkpoint"}
    assert wrong(visit) == (0, [])
    service.log = MemoryLog(rewritten(LEAVES[:5], 3))
    assert wrong(visit)[0] == 1


def test_what_is_not_signed_by_the_known_key_counts_nothing(service: ShownService, visit: Visit) -> None:
    """The key of the first visit is kept: another operator's log is not this one."""
    visit()
    service.log = MemoryLog(LEAVES, NoteSigner(ORIGIN, bytes([1]) * 32))
    assert wrong(visit) == (1, ["checkpoint/signature"])


def test_entries_that_are_not_in_the_tree(service: ShownService, visit: Visit) -> None:
    """What a log sends as its leaves must be what it signed."""
    other = MemoryLog(rewritten(LEAVES, 5))
    bundle = "tile/entries/000.p/7"
    service.changed = {bundle: other.files[bundle]}
    assert wrong(visit) == (1, ["log/entries"])
    service.changed = {}
    assert json.loads(visit("--json").stdout)["read"] == 7


def forged(entries: list[bytes], leaf: bytes) -> Callable[[ShownService], None]:
    """A log with one leaf more."""

    def change(service: ShownService) -> None:
        service.log = MemoryLog([*entries, leaf])

    return change


def showing_games(*games: ShownGame) -> Callable[[ShownService], None]:
    """A service that shows these games."""

    def change(service: ShownService) -> None:
        service.games = list(games)

    return change


def listing_keys(*keys: dict[str, Any]) -> Callable[[ShownService], None]:
    """A service that lists these keys."""

    def change(service: ShownService) -> None:
        service.keys = list(keys)

    return change


def seated(**sizes: int) -> Callable[[ShownService], None]:
    """A service in which Ann's seats name these checkpoints, by the names of their events, `e2` on."""
    checkpoints = {int(name[1:]): size for name, size in sizes.items()}
    return showing_games(ShownGame(ANN.id, ANN.hashes, checkpoints=checkpoints))


WRONGS: dict[str, tuple[str, Callable[[ShownService], None]]] = {
    "an entry of no known form": ("leaf/form", forged(LEAVES, b"[]")),
    "a second opening": (
        "leaf/contradiction",
        forged(LEAVES, game("ann").leaf(OPEN, 1).replace(b'"01', b'"02')),
    ),
    "an end that is there twice": ("leaf/repeated", forged(LEAVES, ANN.leaf(END, 9))),
    "an opening that is not event 1": ("leaf/version", forged(LEAVES, game("new").leaf(OPEN, 2))),
    "an end before the start": ("leaf/order", forged(LEAVES[:6], ANN.leaf(END, 2))),
    "a revoked key that nobody knew": (
        "key/unknown",
        forged(LEAVES, KeyLeaf(KeyKind.REVOCATION, OTHER_KEY, 1).entry()),
    ),
    "event 1 replaced after it was logged": (
        "game/other",
        showing_games(ShownGame(ANN.id, ["ee" * 32, *ANN.hashes[1:]])),
    ),
    "a game cut short": ("game/other", showing_games(ShownGame(ANN.id, ANN.hashes[:7]))),
    "a game that went on after its end": (
        "game/after-end",
        showing_games(ShownGame(ANN.id, [*ANN.hashes, "ff" * 32])),
    ),
    "a seat whose checkpoint lacks the opening": ("seat/checkpoint", seated(e2=3, e3=1)),
    "a seat whose checkpoint came later": ("seat/checkpoint", seated(e2=5)),
    "a key that is not in the log": (
        "key/unlogged",
        listing_keys(*LISTED, {"public_key": OTHER_KEY, "since": 5, "revoked": None}),
    ),
    "a key that is back-dated": ("key/since", listing_keys({**LISTED[0], "since": 900})),
    "a key that is hidden": ("key/withdrawn", listing_keys()),
    "a revocation that is not in the log": ("key/revocation", listing_keys({**LISTED[0], "revoked": 5})),
}


@pytest.mark.parametrize("name", WRONGS)
def test_each_wrong_is_said(name: str, service: ShownService, visit: Visit) -> None:
    """Each has a code and a sentence; exit code 1."""
    code, change = WRONGS[name]
    change(service)
    exit_code, codes = wrong(visit)
    assert (exit_code, code in codes) == (1, True), codes
    assert f"[{code}]" in visit().output


def test_checkpoints_of_seats_that_have_the_opening(service: ShownService, visit: Visit) -> None:
    """From the leaf after the opening to the start's, and a seat that names none."""
    seated(e2=2, e3=4)(service)
    assert wrong(visit) == (0, [])


def test_a_table_without_an_opening_in_the_log(
    service: ShownService, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that were there before the monitor came may lack it, later ones not, after some minutes."""
    old = game("old", created=5)
    service.games.append(old)
    assert wrong(visit) == (0, [])
    monkeypatch.setattr("service.cli.monitoring.comparing.GRACE_MS", -FOREVER)
    service.games.append(game("new", created=FOREVER))
    assert wrong(visit) == (1, ["game/unlogged"])
    service.log = MemoryLog([*LEAVES, service.games[-1].leaf(OPEN, 1)])
    assert wrong(visit) == (0, [])


def test_what_cannot_be_read_is_no_verdict(service: ShownService, visit: Visit) -> None:
    """A log or an API that is away gives exit code 128, and the next visit goes on."""
    for path in ("/log/checkpoint", "/log/tile/entries/000.p/7", "/api/v1/keys", "/api/v1/games"):
        service.hidden = {path, "/log/tile/entries/000"}
        result = visit()
        assert (result.exit_code, "which is no verdict" in result.output) == (128, True), path
    service.hidden = set()
    assert visit().exit_code == 0


def test_a_service_that_answers_nonsense(service: ShownService, visit: Visit) -> None:
    """Neither a form that nobody knows nor too much of anything stops the monitor."""
    for content in (b"", b"nonsense", b"\xff" * 300_000):
        service.changed = {"checkpoint": content}
        assert wrong(visit)[1] in (["checkpoint/signature"], [])
    assert wrong(visit) == (129, ["checkpoint/signature"])
    service.changed, service.keys = {}, ["key"]  # type: ignore[list-item]
    assert wrong(visit) == (129, ["checkpoint/signature"])


def test_a_memory_is_used_by_one_process(visit: Visit, tmp_path: Path) -> None:
    """A file that is none of the monitor's is refused, and stays as it was."""
    (tmp_path / "monitor.db").write_bytes(b"not a database, but something else of some length" * 40)
    result = visit()
    assert (result.exit_code, "monitor.db cannot be used" in result.output) == (128, True)


def test_given_keys_count_more_than_offered_ones(service: ShownService, visit: Visit) -> None:
    """A monitor that was told the key believes no policy of the service."""
    other = NoteSigner(ORIGIN, bytes([3]) * 32).key.text()
    assert visit("--key", other).exit_code == 1


def test_a_policy_asks_for_witnesses(service: ShownService, visit: Visit, tmp_path: Path) -> None:
    """Without its witnesses a checkpoint is read and said to lack them; with them it is in order."""
    cosigner = Cosigner("w.example/mine", bytes([8]) * 32)
    policy = TrustPolicy((), (KnownWitness("mine", cosigner.key),), (), "mine")
    (tmp_path / "policy").write_text(policy.text())
    options = ("--json", "--policy", str(tmp_path / "policy"))
    lacking = json.loads(visit(*options).stdout)
    assert ([each["code"] for each in lacking["wrong"]], lacking["read"]) == (["checkpoint/unwitnessed"], 7)
    signed = service.log.signed()
    cosigned = signed.note.with_signatures([cosigner.cosign(signed.checkpoint, 5)])
    service.changed = {"checkpoint": cosigned.serialized()}
    assert json.loads(visit(*options).stdout)["wrong"] == []
