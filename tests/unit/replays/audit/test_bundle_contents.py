"""Contents of a bundle: everything that the events reveal so far, and nothing more."""

import hashlib
import json
import re
from contextlib import chdir
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from harness.audit.digests import public, reference_digest
from harness.games import play_out, seeded, tables_on
from harness.play.dynasties import DYNASTY, ENTROPY, dynasties_on, play_running, seated
from harness.store.fake_log import FakeEventLog
from harness.store.records import following
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.bundle.container import GAME_MEMBERS, OWN_MEMBERS, SERIES_MEMBERS, series_games, unpack
from replays.audit.bundle.contents import (
    events_text,
    game_members,
    manifest,
    randomness,
    result,
    rules,
    series_members,
    sha256,
)
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.canonical import canonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, derived_game_id, new_game_id
from replays.encoding.signing import Signer, parse_receipt, verify
from replays.match.aggregate import Match, Sitter, fold
from replays.match.aggregate_cache import Damaged
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import commitment
from replays.transparency.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from replays.transparency.leaves import HeadKind, head_leaf
from replays.transparency.merkle import leaf_hash, node_hash
from replays.transparency.notes import NoteSigner
from replays.transparency.proofs import LogProof

SIGNER = Signer(bytes(range(32)))
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)


@pytest.fixture
def log() -> FakeEventLog:
    """Give an empty log."""
    return FakeEventLog()


@pytest.fixture
def tables(log: FakeEventLog) -> Tables:
    """Give the tables of the log."""
    return tables_on(log)


def scored(tables: Tables, players: int = 2, rules: Rules | None = None) -> Match:
    """A game that was played out and scored."""
    return tables.settle(play_out(tables, players, rules or Rules(), seeded(players)))


def bundle(log: FakeEventLog, game: GameId) -> dict[str, bytes]:
    """The members of the game's bundle by name."""
    return unpack(game_bundle(game, log.read(game), SIGNER))


def at(tables: Tables, match: Match, version: int) -> Match:
    """The match at this version."""
    found = fold(match.id, tables.log.read(match.id, upto=version))
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Rules(), TRIBE])
def test_the_bundle_of_a_scored_game(tables: Tables, log: FakeEventLog, kind: Rules) -> None:
    """All members are in order, canonical, listed with their hashes, and signed at the head."""
    match = scored(tables, rules=kind)
    members = bundle(log, match.id)
    assert tuple(members) == GAME_MEMBERS
    parsed = {name: parse_canonical(text) for name, text in members.items() if name.endswith(".json")}
    assert parsed["manifest.json"] == {
        "files": {
            name: hashlib.sha256(members[name]).hexdigest()
            for name in GAME_MEMBERS
            if name != "manifest.json"
        },
        "format": 1,
        "game": match.id,
        "head": {"hash": match.head.hash, "version": match.head.version},
        "kind": "game",
    }
    receipt = parse_receipt(parsed["signature.json"])
    assert (receipt.game, receipt.head, receipt.public_key) == (match.id, match.head, SIGNER.public_key)
    assert verify(receipt)
    lines = members["events.ndjson"].split(b"\n")
    assert lines.pop() == b""
    assert [parse_canonical(line) for line in lines] == [event.public() for event in log.read(match.id)]
    assert game_bundle(match.id, log.read(match.id), SIGNER) == game_bundle(
        match.id, log.read(match.id), Signer(bytes(range(32)))
    )


def proof_of(game: GameId, head: Head) -> bytes:
    """A proof that a log of one other leaf has this head as the last one of the game."""
    entries = [b"{}", head_leaf(game, head, HeadKind.END).entry()]
    left, right = map(leaf_hash, entries)
    checkpoint = Checkpoint("log", 2, node_hash(left, right))
    signed = SignedCheckpoint(checkpoint, sign_checkpoint(checkpoint, NoteSigner("log", bytes(32))))
    return LogProof(entries[1], 1, (left,), signed).serialized()


def test_a_proof_is_a_member_of_format_3(tables: Tables, log: FakeEventLog) -> None:
    """The proof comes last, and is judged: it is of a head in these events, and leads to its root."""
    match = scored(tables)
    events, end = log.read(match.id), match.head
    proof = proof_of(match.id, end)
    whole = game_bundle(match.id, events, SIGNER, proof)
    members = unpack(whole)
    assert tuple(members) == OWN_MEMBERS
    assert parse_canonical(members["manifest.json"])["format"] == 3
    assert audit(whole).findings == ()

    def codes(other: bytes) -> list[str]:
        return [finding.code for finding in audit(game_bundle(match.id, events, SIGNER, other)).findings]

    assert codes(proof_of(match.id, replace(end, hash="ab" * 32))) == ["proof/other"]
    assert codes(proof_of(new_game_id(bytes(16)), end)) == ["proof/other"]
    assert codes(proof.replace(b"index 1", b"index 0")) == ["proof/form"]
    assert codes(b"no proof") == ["proof/form"]


def test_derived_members_follow_from_the_match(tables: Tables, log: FakeEventLog) -> None:
    """A verifier that folds the events gets the same bytes without a log or a key."""
    match = scored(tables)
    members = bundle(log, match.id)
    derived = game_members(match)
    assert derived.keys() == {"randomness.json", "rules.json", "result.json", "VERIFY.md"}
    assert {name: members[name] for name in derived} == derived


def test_a_changed_event_changes_the_signed_head(tables: Tables, log: FakeEventLog) -> None:
    """A bundle at an earlier version has an earlier, signed head."""
    match = scored(tables)
    events = log.read(match.id)
    earlier = unpack(game_bundle(match.id, events[:-1], SIGNER))
    head = Head(events[-2].version, events[-2].hash)
    assert parse_receipt(json.loads(earlier["signature.json"])) == SIGNER.sign(match.id, head)


def test_randomness_before_during_and_after(tables: Tables) -> None:
    """The digest appears when all seats are taken; the draws appear with the seed, not before."""
    game = new_game_id(bytes(16))
    first = tables.create(game, NewTable(Rules(), 2, "ann", Sitter("ann", ENTROPY))).after
    drawn = {"deck": None, "kings": None, "seed": None}
    committed = {"commitment": first.created.commitment}
    assert randomness(first) == {**drawn, **committed, "digest": None, "entropies": [ENTROPY]}
    begun = tables.join(first, Sitter("bob", None)).after
    digest = reference_digest(public(tables.log.read(game)))
    assert randomness(begun) == {**drawn, **committed, "digest": digest, "entropies": [ENTROPY, None]}

    over = scored(tables, 4)
    assert over.seed is not None
    ended = at(tables, over, over.head.version - 2)
    assert (randomness(ended)["seed"], randomness(ended)["deck"]) == (None, None)
    seed = bytes.fromhex(over.seed)
    chance = chance_of(over, seed)
    assert randomness(over) == {
        "commitment": commitment(seed),
        "deck": list(chance.deck),
        "digest": reference_digest(public(tables.log.read(over.id))),
        "entropies": [None] * 4,
        "kings": list(chance.kings),
        "seed": over.seed,
    }
    assert sorted(chance.deck) == list(range(1, 49))


def test_a_seed_that_comes_before_all_seats_are_taken_draws_nothing(tables: Tables) -> None:
    """The verifier refuses such a record, but its members can still be derived."""
    opened = tables.create(new_game_id(bytes(16)), NewTable(Rules(), 3, "ann")).after
    found = randomness(opened._replace(seed="00" * 32))
    assert (found["seed"], found["deck"], found["kings"], found["digest"]) == ("00" * 32, None, None, None)


def test_rules_say_what_was_agreed_on_and_name_every_half(tables: Tables) -> None:
    """`rules.json` has the agreed rules and the faces of all dominoes, as printed (R2, R20, R22)."""
    match = scored(tables)
    found = rules(match.created)
    created = tables.log.read(match.id)[0].record["data"]
    assert {name: found[name] for name in ("options", "players", "rules", "rules_version")} == {
        name: created[name] for name in ("options", "players", "rules", "rules_version")
    }
    assert found.keys() == {"dominoes", "options", "players", "rules", "rules_version"}
    assert len(found["dominoes"]) == 48
    assert found["dominoes"][0] == [["wheat", 0, 0], ["wheat", 0, 0]]
    assert found["dominoes"][47] == [["wheat", 0, 0], ["mine", 3, 0]]
    origins = rules(scored(tables, 3, TRIBE).created)["dominoes"]
    assert len(origins) == 48
    assert origins[47][1][1:] == [0, 3]
    assert {len(half) for domino in origins for half in domino} == {3}


@pytest.mark.slow
def test_the_result_is_that_of_the_record(tables: Tables) -> None:
    """Scores and ranking are null until the game is scored; then they are those of `GameScored`."""
    match = scored(tables, 3)
    statuses = {result(at(tables, match, n))["status"] for n in range(1, match.head.version + 1)}
    assert statuses == {"open", "active", "finished", "scored"}
    before = result(at(tables, match, match.head.version - 1))
    assert (before["scores"], before["ranking"]) == (None, None)
    recorded = tables.log.read(match.id)[-1].record["data"]
    assert result(match) == {"status": "scored", **recorded}


def test_the_bundle_of_a_dynasty(tables: Tables, log: FakeEventLog) -> None:
    """A dynasty's bundle has its own record and the bundle of each game started, one to three."""
    dynasties = dynasties_on(tables)
    now = seated(dynasties)
    for started in (1, 2, 3):
        now = dynasties.advance(now.id)
        games = [game_bundle(game.id, log.read(game.id), SIGNER) for game in now.games]
        members = unpack(series_bundle(KIND, now.id, log.read(now.id), games, SIGNER))
        assert tuple(members) == (*SERIES_MEMBERS, *series_games(started))
        assert [members[name] for name in series_games(started)] == games
        tables.settle(play_running(tables, now, seeded(started)))
    now = dynasties.advance(now.id)
    members = unpack(series_bundle(KIND, now.id, log.read(now.id), games, SIGNER))
    found = json.loads(members["manifest.json"])
    assert (found["kind"], found["game"], found["head"]["version"]) == ("dynasty", DYNASTY, now.head.version)
    assert found["files"]["games/2.zip"] == hashlib.sha256(games[1]).hexdigest()
    assert parse_receipt(json.loads(members["signature.json"])) == SIGNER.sign(now.id, now.head)
    assert {name: members[name] for name in series_members(KIND, now)} == series_members(KIND, now)
    points = [list(game.points or ()) for game in now.games]
    assert KIND.result(now) == {
        "points": points,
        "status": "scored",
        "totals": [sum(seat) for seat in zip(*points, strict=True)],
        "winners": list(now.winners or ()),
    }


def test_a_dynasty_without_games_yet(tables: Tables, log: FakeEventLog) -> None:
    """In a dynasty without games nothing is counted, and there is nothing under games/."""
    now = seated(dynasties_on(tables))
    members = unpack(series_bundle(KIND, now.id, log.read(now.id), [], SIGNER))
    assert tuple(members) == SERIES_MEMBERS
    found: Any = json.loads(members["result.json"])
    assert found == {"points": [], "status": "active", "totals": [0, 0], "winners": None}


def test_a_damaged_log_has_no_bundle(tables: Tables, log: FakeEventLog) -> None:
    """An unreadable or missing event raises `Damaged`; a broken chain is left to the verifier."""
    match = scored(tables)
    events = log.read(match.id)
    unreadable = [*events[:3], *following(Head(events[2].version, events[2].hash), bad="data")]
    for damaged in (unreadable, events[1:], []):
        with pytest.raises(Damaged):
            game_bundle(match.id, damaged, SIGNER)
    with pytest.raises(Damaged):
        series_bundle(KIND, DYNASTY, events, [], SIGNER)
    forged = [*events[:-1], replace(events[-1], hash="00" * 32)]
    assert json.loads(unpack(game_bundle(match.id, forged, SIGNER))["signature.json"])["hash"] == "00" * 32


def test_the_manifest_lists_what_it_is_given() -> None:
    """Files are listed by name with their SHA-256; that of no bytes is a known number (FIPS 180-4)."""
    game = derived_game_id("manifest")
    found = manifest("game", Head.genesis(game), game, {"a": sha256(b"")})
    assert found["files"] == {"a": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    assert events_text([]) == b""


def blocks() -> list[str]:
    """The Python code blocks of VERIFY.md."""
    text = files("replays.audit.bundle").joinpath("verify.md").read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def unpacked(folder: Path, members: dict[str, bytes]) -> Path:
    """The folder, after the members are written into it as files."""
    for name, content in members.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def run(code: str, folder: Path) -> None:
    """Run the code in the folder of the unpacked bundle, as a reader of VERIFY.md would."""
    with chdir(folder):
        exec(compile(code, "VERIFY.md", "exec"), {})  # noqa: S102 - our own text


def test_what_verify_md_says_works(
    tables: Tables, log: FakeEventLog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code accepts a good bundle, and writes message and signature in the form that OpenSSL reads."""
    match = scored(tables)
    check, write = blocks()
    folder = unpacked(tmp_path, bundle(log, match.id))
    run(check, folder)
    assert capsys.readouterr().out == "ok\n"
    run(write, folder)
    head = {"game": match.id, "hash": match.head.hash, "version": match.head.version}
    assert (folder / "message.bin").read_bytes() == b"kingdomino head\n" + canonical(head)
    assert (folder / "signature.bin").read_bytes().hex() == SIGNER.sign(match.id, match.head).signature
    assert (folder / "key.der").read_bytes().endswith(bytes.fromhex(SIGNER.public_key))


@pytest.mark.parametrize("name", ["events.ndjson", "randomness.json", "result.json"])
def test_what_verify_md_says_finds_a_change(
    tables: Tables, log: FakeEventLog, tmp_path: Path, name: str
) -> None:
    """A digit changed in any file is found, even if the manifest was adapted."""
    members = bundle(log, scored(tables).id)
    digit = re.search(rb"[0-9a-f]{64}|[1-8]", members[name])
    assert digit is not None
    place, other = digit.start(), b"8" if digit[0].startswith(b"9") else b"9"
    members[name] = members[name][:place] + other + members[name][place + 1 :]
    check, _ = blocks()
    with pytest.raises(AssertionError, match=name):
        run(check, unpacked(tmp_path, members))
    if name == "result.json":
        return
    found = json.loads(members["manifest.json"])
    found["files"][name] = hashlib.sha256(members[name]).hexdigest()
    members["manifest.json"] = canonical(found)
    with pytest.raises(AssertionError, match=r"event 1|seed"):
        run(check, unpacked(tmp_path, members))
