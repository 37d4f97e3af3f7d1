"""Bundles, receipts and keys over HTTP: the service's signatures match its log."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from harness.audit.record import check_chain
from harness.games import seeded
from harness.play.dynasty_play import founded, games_of, play
from harness.play.playing import random_game
from harness.processes import free_port
from harness.programs.shell import run_session, session_in
from harness.service import API, SCORED_SECONDS, Account, Service, environment, ok, processes
from harness.store.server import running_server
from harness.waiting import eventually
from harness.wire.http import Answer
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.bundle.container import series_games, unpack
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, Signer, parse_receipt, verify
from service.application.transparency import keys as signing_keys

NOWHERE = "00000000-0000-4000-8000-000000000000"
ENTROPY = "5a" * 32
KINDS = {"games": "game", "dynasties": "dynasty"}


def receipt_of(answer: Answer) -> Receipt:
    """The receipt of a response, with a valid signature."""
    receipt = parse_receipt(json.loads(answer.headers["kingdomino-receipt"]))
    assert verify(receipt)
    return receipt


def record(player: Account, path: str) -> list[StoredEvent]:
    """The stored events of a game or a dynasty, whose chain is intact."""
    events = ok(player.get(f"{path}/events"))["events"]
    return check_chain(path.rpartition("/")[2], events)


def current_key(player: Account) -> str:
    """The public key of the current signing key."""
    [current] = [key for key in ok(player.get("/keys"))["keys"] if key["current"]]
    return str(current["public_key"])


def checked(answer: Answer, path: str) -> dict[str, bytes]:
    """The members of a bundle, after a check that the response is a file download with an ETag."""
    kind, identity = path.split("/")[1:]
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/zip"
    name = f"kingdomino-{KINDS[kind]}-{identity}.zip"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["cache-control"] in {"no-cache", "public, max-age=86400, immutable"}
    assert answer.headers["etag"] == f'"{hashlib.sha256(answer.body).hexdigest()}"'
    return unpack(answer.body)


class Replayed:
    """A signer without the private key: it returns signatures that were seen before."""

    def __init__(self, *seen: Receipt) -> None:
        self._seen = {(receipt.game, receipt.head): receipt for receipt in seen}

    def sign(self, game: Any, head: Any) -> Receipt:
        """The receipt seen for this head."""
        return self._seen[game, head]


def signature(members: Mapping[str, bytes]) -> Receipt:
    """The signature of a bundle, which is valid."""
    receipt = parse_receipt(json.loads(members["signature.json"]))
    assert verify(receipt)
    return receipt


def rebuilt(player: Account, game: str) -> bytes:
    """The game's bundle as anybody can build it from its public events and the signature."""
    path = f"/games/{game}"
    answer = player.get(f"{path}/audit")
    signer: Any = Replayed(signature(checked(answer, path)))
    return game_bundle(GameId(game), record(player, path), signer)


def test_a_bundle_is_made_of_the_public_record_at_every_stage(service: Service) -> None:
    """A bundle equals, to the byte, what its public events give: for an open, an active and a scored game."""
    ann, bob = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    assert ann.get(f"/games/{game}/audit").body == rebuilt(ann, game)
    ok(bob.post(f"/games/{game}/seats", {}), 201)
    assert ann.get(f"/games/{game}/audit").body == rebuilt(bob, game)
    over = random_game(service, 3, seeded(1))
    assert bob.get(f"/games/{over.id}/audit").body == rebuilt(ann, over.id)
    members = unpack(ann.get(f"/games/{over.id}/audit").body)
    assert json.loads(members["result.json"])["status"] == "scored"
    assert signature(members).public_key == current_key(ann)


def test_every_answer_to_a_change_is_signed(service: Service) -> None:
    """A new game, a seat and each move give a receipt with the hash that the log has at that version."""
    ann, bob = players = service.accounts(2)
    made = ann.post("/games", {"players": 2})
    game = ok(made, 201)["id"]
    receipts = [receipt_of(made), receipt_of(bob.post(f"/games/{game}/seats", {}))]
    while (offered := ann.moves(game))["moves"]:
        answer = players[offered["seat"]].move(game, offered["moves"][0], offered["version"])
        state = ok(answer, 201)
        receipts.append(receipt_of(answer))
        assert receipts[-1].head.hash == state["hash"]
        assert receipts[-1].head.version == state["version"]
    hashes = {event.version: event.hash for event in record(ann, f"/games/{game}")}
    assert len(receipts) > 20
    for receipt in receipts:
        assert (receipt.game, receipt.public_key) == (game, current_key(ann))
        assert hashes[receipt.head.version] == receipt.head.hash


def test_a_repeated_request_gets_the_same_receipt(service: Service) -> None:
    """A retry gets the same receipt, though the game has gone on; a refused request gets none."""
    ann, bob = service.accounts(2)
    first = ann.post("/games", {"players": 2}, Idempotency_Key="one")
    game = ok(first, 201)["id"]
    seats = f"/games/{game}/seats"
    joined = bob.post(seats, {}, Idempotency_Key="two")
    assert receipt_of(ann.post("/games", {"players": 2}, Idempotency_Key="one")) == receipt_of(first)
    assert receipt_of(bob.post(seats, {}, Idempotency_Key="two")) == receipt_of(joined)
    assert receipt_of(first) != receipt_of(joined)
    assert "kingdomino-receipt" not in bob.post(seats, {}).headers


def test_an_unfinished_bundle_holds_no_secret(service: Service) -> None:
    """An unfinished bundle has no seed, no deck and no kings, nor an event with them."""
    players = service.accounts(2)
    game = service.table(players)
    members = unpack(players[0].get(f"/games/{game}/audit").body)
    found = json.loads(members["randomness.json"])
    assert (found["seed"], found["deck"], found["kings"]) == (None, None, None)
    assert b"SeedRevealed" not in members["events.ndjson"]


@pytest.mark.parametrize("kind", KINDS)
def test_asking_again_for_what_has_not_changed(service: Service, kind: str) -> None:
    """HEAD returns the same headers, a known bundle is 304, and a change gives a new bundle."""
    ann, bob = service.accounts(2)
    path = f"/{kind}/{ok(ann.post(f'/{kind}', {'players': 3}), 201)['id']}"
    got = ann.get(f"{path}/audit")
    checked(got, path)
    head = ann.http.ask("HEAD", f"{API}{path}/audit")
    assert (head.status, head.body) == (200, b"")
    dated = {"date", "connection", "x-request-id"}
    assert {k: v for k, v in head.headers.items() if k not in dated} == {
        k: v for k, v in got.headers.items() if k not in dated
    }
    same = ann.get(f"{path}/audit", If_None_Match=got.headers["etag"])
    assert (same.status, same.body) == (304, b"")
    ok(bob.post(f"{path}/seats", {}), 201)
    other = ann.get(f"{path}/audit", If_None_Match=got.headers["etag"])
    assert checked(other, path)["manifest.json"] != checked(got, path)["manifest.json"]


def test_what_is_unknown_has_no_bundle(service: Service) -> None:
    """An unknown id is 404, and so is a game's id as a dynasty, or the reverse."""
    ann = service.account()
    game = ok(ann.post("/games", {"players": 2}), 201)["id"]
    dynasty = ok(ann.post("/dynasties", {"players": 2}), 201)["id"]
    for unknown in (NOWHERE, "x", dynasty):
        answer = ann.get(f"/games/{unknown}/audit")
        assert (answer.status, answer.code) == (404, "game/unknown")
    for unknown in (NOWHERE, "x", game):
        answer = ann.get(f"/dynasties/{unknown}/audit")
        assert (answer.status, answer.code) == (404, "dynasty/unknown")


@pytest.mark.long
def test_the_bundle_of_a_dynasty(service: Service) -> None:
    """A dynasty's bundle has its games' bundles to the byte and can be rebuilt; seats get receipts."""
    ann, bob = players = service.accounts(2)
    made = ann.post("/dynasties", {"players": 2, "entropy": ENTROPY})
    dynasty = str(ok(made, 201)["id"])
    path = f"/dynasties/{dynasty}"
    receipts = [receipt_of(made), receipt_of(bob.post(f"{path}/seats", {}))]
    eventually(lambda: games_of(ann, dynasty, 1), SCORED_SECONDS)
    before = checked(ann.get(f"{path}/audit"), path)
    assert [name for name in before if name.startswith("games/")] == ["games/1.zip"]
    decided = play(players, dynasty, seeded(7))
    answer = ann.get(f"{path}/audit")
    members = checked(answer, path)
    games = [ann.get(f"/games/{game['id']}/audit").body for game in decided["games"]]
    assert [members[name] for name in series_games(3)] == games
    events = record(ann, path)
    signer: Any = Replayed(signature(members))
    assert series_bundle(KIND, GameId(dynasty), events, games, signer) == answer.body
    hashes = {event.version: event.hash for event in events}
    assert all(hashes[receipt.head.version] == receipt.head.hash for receipt in receipts)


def test_a_dynastys_bundle_changes_with_its_games(service: Service) -> None:
    """A move in a game is no event of the dynasty, but the dynasty's bundle is no longer 304."""
    players = service.accounts(2)
    dynasty = founded(players)
    [game] = eventually(lambda: games_of(players[0], dynasty, 1), SCORED_SECONDS)
    path = f"/dynasties/{dynasty}/audit"
    known = players[0].get(path).headers["etag"]
    assert players[0].get(path, If_None_Match=known).status == 304
    offered = players[0].moves(game["id"])
    ok(players[offered["seat"]].move(game["id"], offered["moves"][0], offered["version"]), 201)
    assert players[0].get(path, If_None_Match=known).status == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_bundle_of_an_earlier_version_is_not_to_be_had(service: Service, kind: str) -> None:
    """A request with a version is refused, so that the current bundle is not mistaken for an older one."""
    ann = service.account()
    path = f"/{kind}/{ok(ann.post(f'/{kind}', {'players': 2}), 201)['id']}/audit"
    refused = ann.get(f"{path}?version=1")
    assert (refused.status, refused.code) == (422, "request/invalid")
    assert b'"version"' in refused.body


def test_entropy_of_zeros_is_refused(service: Service) -> None:
    """Entropy of zeros is refused: in the digest it equals none, so nobody could prove that it was sent."""
    ann, bob = service.accounts(2)
    game, dynasty = (ok(ann.post(kind, {"players": 2}), 201)["id"] for kind in ("/games", "/dynasties"))
    for path in ("/games", "/dynasties", f"/games/{game}/seats", f"/dynasties/{dynasty}/seats"):
        body = {} if path.endswith("seats") else {"players": 2}
        refused = bob.post(path, {**body, "entropy": "0" * 64})
        assert (refused.status, refused.code) == (422, "request/invalid")
        assert b"Zeros mean no entropy" in refused.body
        ok(bob.post(path, {**body, "entropy": "0" * 63 + "1"}), 201)


def test_looking_at_the_keys_changes_nothing(service: Service) -> None:
    """The current key is listed even if the store has lost all keys, and the request does not store it."""
    ann = service.account()
    before = current_key(ann)
    service.store.rename(signing_keys.KEY, "kept")
    try:
        assert [key["public_key"] for key in ok(ann.get("/keys"))["keys"]] == [before]
        assert current_key(ann) == before
        assert not service.store.exists(signing_keys.KEY)
    finally:
        service.store.rename("kept", signing_keys.KEY)


DOCUMENT = Path(__file__).parents[3] / "docs" / "organize" / "audit.md"


def test_receipts_are_kept_as_the_documentation_says(service: Service, tmp_path: Path) -> None:
    """The documented shell block works as written: a seat, its receipt, and the audit against it."""
    ann, bob = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    environ = {"URL": f"http://{service.host}:{service.port}", "TOKEN": bob.token, "GAME": game}
    done = run_session(session_in(DOCUMENT), environ, tmp_path)
    assert "completeness  pass" in done.stdout
    assert "unknown key" not in done.stdout
    [kept] = (tmp_path / "receipts").read_text("utf-8").splitlines()
    assert json.loads(kept[kept.index("{") :])["game"] == game
    assert "the dates are the service's word" not in done.stdout  # its line has the time


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Give the settings of a separate service that the test starts and stops."""
    with running_server() as server:
        yield environment(server.url, tmp_path)


@pytest.mark.long
def test_a_key_that_was_replaced_stays_listed(settings: dict[str, str], tmp_path: Path) -> None:
    """A replaced key stays listed: first the key file, then a key of the settings, then the file again."""
    listed = []
    given = Signer(bytes(range(1, 33)))
    rotated = {**settings, "KINGDOMINO_SIGNING_KEY": bytes(range(1, 33)).hex()}
    game = None
    for environ in (settings, rotated, settings):
        port = free_port()
        with ExitStack() as stack:
            stack.enter_context(processes(environ, port, ["web"]))
            running = Service(environ["REDIS_URL"], port, stack)
            ann = running.account()
            opened = ann.post("/games", {"players": 2})
            game = game or ok(opened, 201)["id"]
            listed.append(ok(ann.get("/keys"))["keys"])
            assert receipt_of(opened).public_key == current_key(ann)
            bundle = checked(ann.get(f"/games/{game}/audit"), f"/games/{game}")
            assert signature(bundle).public_key == current_key(ann)
    kept = Signer((tmp_path / "signing.key").read_bytes())
    assert (tmp_path / "signing.key").stat().st_mode & 0o777 == 0o600
    names = [[(key["public_key"], key["current"]) for key in keys] for keys in listed]
    old, new = kept.public_key, given.public_key
    assert names == [[(old, True)], [(old, False), (new, True)], [(old, True), (new, False)]]
    assert [key["since"] for key in listed[2]] == [key["since"] for key in listed[1]]
    members = ["public_key", "algorithm", "since", "current", "revoked"]
    assert all(list(key) == members and key["revoked"] is None for key in listed[2])
    assert {key["algorithm"] for key in listed[2]} == {"Ed25519"}
