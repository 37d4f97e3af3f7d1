"""The public log of a running service: strangers read it over HTTP, and players prove an opening."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.service import Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer, Http
from replays.audit.bundle.container import unpack
from replays.audit.verifier import audit
from replays.encoding.canonical import parse_canonical
from replays.transparency.checkpoints import SignedCheckpoint, open_checkpoint
from replays.transparency.leaves import HeadKind, HeadLeaf, Leaf, parse_leaf
from replays.transparency.merkle import Frontier, leaf_hash, root
from replays.transparency.notes import NoteKey
from replays.transparency.policies import parse_policy
from replays.transparency.proofs import LogProof, parse_proof
from replays.transparency.tiles import TileNodes, bundles_of, parse_entry_bundle
from service.cli.transparency.monitor import monitor

NOWHERE = "00000000-0000-4000-8000-000000000000"


def proof_of(player: Account, path: str) -> LogProof:
    """The proof at this path, which comes soon."""

    def answered() -> Answer | None:
        answer = player.mine("GET", path)
        return answer if answer.status == 200 else None

    return parse_proof(eventually(answered).body)


def keys_of(http: Http) -> list[NoteKey]:
    """The keys of the log's policy."""
    return [each.key for each in parse_policy(file(http, "policy")).logs]


def file(http: Http, path: str) -> bytes:
    """A file of the log."""
    answer = http.get(f"/log/{path}")
    assert answer.status == 200, answer.body
    return answer.body


def read_log(http: Http) -> tuple[SignedCheckpoint, list[Leaf]]:
    """The published checkpoint and its leaves; its root follows from them, and from the tiles too."""
    signed = open_checkpoint(file(http, "checkpoint"), keys_of(http))
    size = signed.checkpoint.size
    entries = [
        entry
        for bundle in bundles_of(size)
        for entry in parse_entry_bundle(file(http, bundle.path()), bundle.width)
    ]
    frontier = Frontier.of(0, TileNodes(0, lambda _: b""))
    frontier.extend(map(leaf_hash, entries))
    assert frontier.root() == signed.checkpoint.root
    assert root(size, TileNodes(size, lambda tile: file(http, tile.path()))) == signed.checkpoint.root
    return signed, [parse_leaf(entry) for entry in entries]


@pytest.fixture
def http(service: Service) -> Iterator[Http]:
    """A stranger's client, without an account."""
    with service.http() as client:
        yield client


def test_an_opening_is_proved_before_anybody_sits(service: Service, http: Http) -> None:
    """Within a moment the opening is in a signed checkpoint, with the hash of event 1 and nothing else."""
    ann = service.account()
    game = ok(ann.post("/games", {"players": 2, "join": False}), 201)
    proof = proof_of(ann, f"/games/{game['id']}/proof?leaf=open")
    proof.check(keys_of(http))
    name = hashlib.sha256(game["id"].encode()).hexdigest()
    assert parse_leaf(proof.entry) == HeadLeaf(name, game["hash"], HeadKind.OPEN, 1)
    assert set(parse_canonical(proof.entry)) == {"game", "head", "kind", "version"}


def test_a_stranger_reads_the_whole_log(service: Service, http: Http) -> None:
    """The checkpoint's root follows from the entries, and from the tiles too."""
    ok(service.account().post("/games", {"players": 2}), 201)
    eventually(lambda: http.get("/log/checkpoint").status == 200 or None)
    signed, leaves = read_log(http)
    assert signed.checkpoint.origin.endswith("/log")
    assert len(leaves) == signed.checkpoint.size > 0


def test_a_dynasty_has_leaves_like_a_game(service: Service, http: Http) -> None:
    """The opening of a dynasty is proved under its own id."""
    ann = service.account()
    dynasty = ok(ann.post("/dynasties", {"players": 2}), 201)
    proof = proof_of(ann, f"/dynasties/{dynasty['id']}/proof?leaf=open")
    proof.check(keys_of(http))
    assert parse_leaf(proof.entry).entry() == proof.entry


def test_what_has_no_proof_says_so(service: Service, http: Http) -> None:
    """An unknown game, a private one of others, and a leaf that is not there yet are 404 with their code."""
    ann, bob = service.accounts(2)
    game = ok(ann.post("/games", {"players": 2, "visibility": "private", "join": True}), 201)["id"]
    proof_of(ann, f"/games/{game}/proof")
    assert bob.get(f"/games/{game}/proof").code == "game/unknown"
    assert bob.get(f"/games/{NOWHERE}/proof").code == "game/unknown"
    absent = ann.mine("GET", f"/games/{game}/proof?leaf=end")
    assert (absent.status, absent.code, absent.headers["retry-after"]) == (404, "log/no-proof", "1")
    assert ann.mine("GET", f"/games/{game}/proof?leaf=begin").code == "request/invalid"
    for path in ("tile/0/999", "tile/0/000.p/0", "tile/entries/x1/000", "tile/-1/000", "tile/63/000"):
        assert http.get(f"/log/{path}").code == "log/no-tile"


def test_files_never_change(service: Service, http: Http) -> None:
    """A tile may be kept for ever, a checkpoint is asked for again, and both are served to any client."""
    eventually(lambda: http.get("/log/checkpoint").status == 200 or None)
    size = open_checkpoint(file(http, "checkpoint"), keys_of(http)).checkpoint.size
    tile = http.get(f"/log/tile/0/000{'' if size >= 256 else f'.p/{size}'}")
    assert "immutable" in tile.headers["cache-control"]
    checkpoint = http.get("/log/checkpoint")
    assert checkpoint.headers["cache-control"] == "no-cache"
    again = http.get("/log/checkpoint", if_none_match=checkpoint.headers["etag"])
    assert again.status in {200, 304}


def test_a_bundle_with_a_proof(service: Service) -> None:
    """A running game's bundle has a proof of its start if it is asked for; the audit takes both."""
    ann, bob = service.accounts(2)
    game = service.table([ann, bob])
    proof_of(ann, f"/games/{game}/proof?leaf=start")
    plain, proved = (ann.get(f"/games/{game}/audit{query}").body for query in ("", "?format=3"))
    assert unpack(proved).keys() - unpack(plain).keys() == {"head.tlog-proof"}
    assert [audit(bundle).findings for bundle in (plain, proved)] == [(), ()]
    assert ann.get(f"/games/{game}/audit?format=2").code == "request/invalid"


def test_a_monitor_finds_nothing_wrong(service: Service, tmp_path: Path) -> None:
    """`kingdomino monitor` reads all of the log, proves it, and finds its keys and leaves in order."""
    ann = service.account()
    game = ok(ann.post("/games", {"players": 2, "join": False}), 201)
    proof_of(ann, f"/games/{game['id']}/proof?leaf=open")
    result = CliRunner().invoke(
        monitor, [f"http://{service.host}:{service.port}", "--data", str(tmp_path), "--json"]
    )
    seen = json.loads(result.stdout)
    assert seen["size"] == seen["read"] > 0
    assert seen["counts"]["keys"] > 0
    of_games = [each for each in seen["wrong"] if each["code"].startswith("game/")]
    assert seen["wrong"] == of_games  # other tests damage games


def test_a_seat_with_evidence(service: Service) -> None:
    """The record has the checkpoint that a player names for the opening's proof; another size is refused."""
    ann, bob = service.accounts(2)
    for path in ("/games", "/dynasties"):
        opened = ok(ann.post(path, {"players": 2}), 201)
        proof = proof_of(bob, f"{path}/{opened['id']}/proof?leaf=open")
        first = ok(bob.get(f"{path}/{opened['id']}/events?limit=1"))["events"][0]["hash"]
        leaf, seat = parse_leaf(proof.entry), {"entropy": "5a" * 32, "seen": first}
        assert isinstance(leaf, HeadLeaf)
        assert leaf.head == first
        size = proof.signed.checkpoint.size
        refused = bob.post(f"{path}/{opened['id']}/seats", {**seat, "checkpoint": size + 1_000_000})
        assert (refused.status, refused.code) == (409, "seat/not-in-log")
        ok(bob.post(f"{path}/{opened['id']}/seats", {**seat, "checkpoint": size}), 201)
        events = ok(bob.get(f"{path}/{opened['id']}/events?limit=3"))["events"]
        assert [each["data"].get("checkpoint") for each in events] == [None, None, size]
    alone = ann.post(f"/dynasties/{opened['id']}/seats", {"checkpoint": 5})
    assert alone.code == "request/invalid"
