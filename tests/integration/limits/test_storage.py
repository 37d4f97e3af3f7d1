"""One address cannot fill the store, and a nearly full store continues running games."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from harness.games import ADDRESS, STUDY, seeded
from harness.play.playing import Game, move
from harness.processes import free_port
from harness.service import HOST, SCORED_SECONDS, Account, Service, environment, ok, processes
from harness.store.clusters import ClusterOfNodes
from harness.waiting import eventually
from harness.wire.http import Answer
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.projections.studies import StudyId
from replays.store import clients
from replays.store.memory import NEARLY_FULL, SAMPLE_SECONDS, fullest
from service.application.account_keys import notes_key
from service.application.accounts.players import Players
from service.application.games.texts.comments import CommentId, CommentPosition, Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.quotas.address_storage import AddressStorage
from service.application.quotas.storage import QUOTAS, Storage, Usage
from service.cli.commands.doctor import doctor
from service.ops.embedded import embedded_store

LONGEST = "🐉" * 10_000
"""A note of 40,000 bytes."""
MEMORY, BALLAST = 64 << 20, 54 << 20
GAME = GameId(derived_game_id("storage"))


@contextmanager
def installation(data: Path, memory: int = 0, **settings: str) -> Iterator[tuple[Service, dict[str, str]]]:
    """Run web, relay and worker on an embedded store with `memory` bytes; give the service and settings."""
    port = free_port()
    with ExitStack() as stack:
        where = stack.enter_context(embedded_store.running(data, memory))
        environ = {
            **environment(where.url(), data),
            "RQ_REDIS_URL": where.url(embedded_store.QUEUE_DATABASE),
            **settings,
        }
        stack.enter_context(processes(environ, port))
        yield Service(where.url(), port, stack), {**environ, "HOST": HOST, "PORT": str(port)}


def note(account: Account, game: str, text: str = LONGEST) -> Answer:
    """The response to writing a note."""
    return account.mine("PUT", f"/games/{game}/notes", {"text": text})


@pytest.mark.long
def test_one_address_keeps_so_much(tmp_path: Path) -> None:
    """All guests of an address may together store two megabytes, and the store does not grow further."""
    with installation(tmp_path, KINGDOMINO_LIMITS="on", KINGDOMINO_PROXIES="1") as (service, _):
        players = service.accounts(2)
        games = [service.table(players) for _ in range(8)]
        before = fullest(service.store).used
        guests = service.accounts(12)
        answers = [note(guest, game) for guest in guests for game in games]
        refused = [answer for answer in answers if answer.status != 204]
        assert {(answer.status, answer.code) for answer in refused} == {(409, "limit/storage")}
        kept = sum(service.store.hlen(notes_key(guest.id)) for guest in guests)
        assert kept == len(answers) - len(refused)
        assert kept * 40_000 <= QUOTAS.address < (kept + 1) * 40_150
        assert all(service.store.hlen(notes_key(guest.id)) * 40_000 <= QUOTAS.guest for guest in guests)
        assert fullest(service.store).used - before < 1.2 * QUOTAS.address
        assert "bytes together" in refused[-1].json["detail"]
        assert "confirm an e-mail address" in refused[-1].json["detail"]
        for method, path, body in (
            ("POST", "/studies", STUDY),
            ("PUT", f"/games/{games[0]}/seen", {"version": 1}),
        ):
            last = guests[-1].mine(method, path, body)
            assert last.status in {201, 204} or last.code == "limit/storage"
        other = service.account()
        elsewhere = {"X-Forwarded-For": "198.51.100.9"}
        assert other.mine("PUT", f"/games/{games[0]}/notes", {"text": LONGEST}, **elsewhere).status == 204
        assert guests[0].mine("DELETE", f"/games/{games[0]}/notes").status == 204
        assert note(guests[-1], games[-1]).status == 204


@pytest.mark.long
def test_an_export_and_an_erasure_of_what_counts(tmp_path: Path) -> None:
    """`GET /me` has the storage used; an erased account uses none, and its address has room again."""
    with installation(tmp_path, KINGDOMINO_LIMITS="on") as (service, _):
        ann = service.account()
        game = service.table([ann, service.account()])
        assert note(ann, game).status == 204
        study = ok(ann.post("/studies", STUDY), 201)["id"]
        storage = ok(ann.mine("GET", "/me"))["storage"]
        assert storage == {"bytes": 40_150 + 600 + len(STUDY), "limit": QUOTAS.guest}
        assert len(list(service.store.scan_iter("storage:*"))) == 1
        assert ann.mine("DELETE", "/me", {"confirm": ann.name}).status == 204
        assert ann.get(f"/studies/{study}").status == 404
        assert list(service.store.scan_iter("storage:*")) == []


def parts(service: Service) -> Any:
    """The content of `/readyz`."""
    answer = service.http().get("/readyz")
    assert answer.status == 200, answer.body
    return answer.json


def diagnosis(environ: dict[str, str]) -> tuple[str, str]:
    """The doctor's finding about the store's memory."""
    names = {name: "" for name in os.environ if name.startswith("KINGDOMINO_")}
    result = CliRunner().invoke(doctor, ["--json"], env={**names, **environ}, catch_exceptions=False)
    found = next(each for each in json.loads(result.output)["findings"] if each["about"] == "memory")
    return found["level"], found["text"]


def figure(service: Service, name: str) -> float:
    """A metric of the log's store at `/metrics`."""
    families = text_string_to_metric_families(service.http().get("/metrics").body.decode())
    samples = (sample for family in families for sample in family.samples)
    return next(s.value for s in samples if s.name == name and s.labels == {"store": "log"})


@pytest.mark.long
def test_a_store_that_is_nearly_full_goes_on_with_the_games_that_are_played(tmp_path: Path) -> None:
    """Running games continue to their scores in a nearly full store; other writes fail until a deletion."""
    with installation(tmp_path, MEMORY) as (service, environ):
        players = service.accounts(2)
        game = Game(service.table(players), players)
        writers = [service.account() for _ in range(60)]
        games = [game.id, *(service.table(players) for _ in range(7))]
        assert parts(service)["parts"]["store"] == "ok"
        assert diagnosis(environ)[0] == "ok"
        while fullest(service.store).used < BALLAST:
            service.store.rpush("ballast", bytes(1 << 20))
        written = []
        for writer, each in product(writers, games):
            if fullest(service.store).share > NEARLY_FULL:
                time.sleep(SAMPLE_SECONDS)  # until the service has measured it, however fast notes come
            refused = note(writer, each)
            if refused.status != 204:
                break
            written.append((writer, each))
        assert (refused.status, refused.code) == (503, "store/nearly-full")
        assert refused.headers["retry-after"] == "60"
        assert writer.mine("DELETE", f"/games/{each}/notes").status == 204  # on the same connection
        assert fullest(service.store).share < 0.96
        service.store.rpush("ballast", *[bytes(1 << 20)] * 2)  # otherwise temporary buffers decide
        for answer in (
            players[0].post("/games", {"players": 2}),
            players[0].post("/studies", STUDY),
            players[0].http.post("/api/v1/players", {"name": "Late"}),
            players[0].mine("PUT", f"/games/{game.id}/plan", {"choose": [1]}),
        ):
            assert (answer.status, answer.code) == (503, "store/nearly-full")
        said = parts(service)
        assert (said["status"], said["degraded"]) == ("degraded", ["store"])
        assert "% of its memory is used" in said["parts"]["store"]
        level, text = diagnosis(environ)
        assert level == "fail"
        assert "docs/operate/operation.md" in text
        assert figure(service, "kingdomino_store_limit_bytes") == MEMORY
        assert figure(service, "kingdomino_store_used_bytes") > NEARLY_FULL * MEMORY
        move(game, seeded(1))
        eventually(lambda: players[0].state(game.id)["status"] == "scored", SCORED_SECONDS)
        for writer, each in written:
            assert writer.mine("DELETE", f"/games/{each}/notes").status == 204
        eventually(lambda: players[0].post("/games", {"players": 2}).status == 201, SCORED_SECONDS)
        service.store.delete("ballast")
        eventually(lambda: parts(service)["parts"]["store"] == "ok", SCORED_SECONDS)


@pytest.mark.long
def test_a_store_that_is_full_takes_deletions(tmp_path: Path) -> None:
    """In a full store, even without its reserve, notes and studies can be deleted; then all works again."""
    with installation(tmp_path, MEMORY) as (service, _):
        ann = service.account()
        game = service.table([ann, service.account()])
        note(ann, game)
        study = ok(ann.post("/studies", STUDY), 201)["id"]
        service.store.config_set("maxmemory", 1)
        assert ann.mine("DELETE", f"/games/{game}/notes").status == 204
        assert ann.mine("DELETE", f"/studies/{study}").status == 204
        assert not service.store.exists(notes_key(ann.id))
        service.store.config_set("maxmemory", MEMORY)
        assert ok(ann.mine("GET", "/me"))["storage"]["bytes"] < 1_000
        eventually(lambda: note(ann, game).status == 204, SCORED_SECONDS)


def test_on_a_cluster_every_command_has_one_slot(cluster: ClusterOfNodes) -> None:
    """Notes, comments, studies and versions are stored, counted, measured and deleted on a cluster, too."""
    cluster.clear()
    with clients.writer(cluster.url) as store:
        players = Players(store, bytes(32), os.urandom, lambda: 0.0)
        ann = players.register("Ann", None, ADDRESS, 1).id
        storage = Storage(store, AddressStorage(store, bytes(32)), QUOTAS)
        notes, comments, studies = Notes(store, storage), Comments(store, storage), Studies(store, storage)
        place = CommentPosition(Version(3), 5, CommentId("1"), GAME, ann, "")
        notes.write(ann, GAME, "swamps", HOST)
        notes.see(ann, GAME, Version(3), HOST)
        comments.write(place, "why", HOST)
        studies.keep(StudyId(GAME), ann, "text", 5, HOST)
        assert storage.usage(ann).used == 6 + 31 + 4 + 150 + 100 + 700 + 600
        storage.measure(ann)
        notes.remove(ann, GAME)
        comments.remove(place)
        studies.forget(StudyId(GAME), ann)
        assert storage.usage(ann) == Usage(100, QUOTAS.guest)
        storage.leave(ann)
        players.erase(ann, "Ann")
