"""Observing a running installation: its log records, its metrics, and its readiness."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from harness.processes import free_port
from harness.programs.crash import PATIENCE, Installation, Victim, installed
from harness.service import API, HOST, Account, Service, ok, processes
from harness.store.server import Server, running_server
from harness.waiting import eventually
from replays.bootstrap import KEY_FILE
from replays.encoding.identity import GameId
from replays.match.randomness.seed_store import SeedStore
from service.cli.commands.doctor import doctor
from service.ops.fresh import FRESH_SECONDS

LOOK = "/api/v1/games/<game>"


@dataclass(frozen=True, slots=True)
class Place:
    """An installation with a second web process, on a separate server."""

    site: Installation
    server: Server
    webs: tuple[Service, Service]

    def sum(self, name: str, **labels: str) -> float:
        """The sum of a metric over both web processes."""
        return sum(figure(web, name, **labels) for web in self.webs)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Give an installation with two web processes on one store."""
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        urls = {"REDIS_URL": server.url, "RQ_REDIS_URL": f"{server.url}?db=1"}
        site = stack.enter_context(installed(tmp_path_factory.mktemp("seeing"), urls))
        port = free_port()
        stack.enter_context(processes(site.environ, port, ["web"]))
        first, second = (Service(server.url, each, stack) for each in (site.port, port))
        yield Place(site, server, (first, second))


scraped: dict[int, float] = {}
"""The time of the last scrape of each web process, by port."""


def figure(web: Service, name: str, **labels: str) -> float:
    """A current metric of one web process, summed over the labels that are not given."""
    time.sleep(max(0.0, scraped.get(web.port, 0.0) + FRESH_SECONDS - time.monotonic()))
    text = web.http().get("/metrics").body.decode()
    scraped[web.port] = time.monotonic()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return sum(
        sample.value for sample in samples if sample.name == name and labels.items() <= sample.labels.items()
    )


def at(account: Account, web: Service) -> Account:
    """The same player, on another web process."""
    return Account(web.http(), account.id, account.name, account.token)


@pytest.mark.long
def test_the_figures_of_all_web_processes_add_up_to_what_was_done(place: Place) -> None:
    """Each process counts its own requests, appends and streams; a killed one starts from zero."""
    one, two = place.webs
    ann = one.account()
    before = place.sum("kingdomino_append_seconds_count")
    look = {"method": "GET", "route": LOOK, "status": "2xx"}
    looks = place.sum("http_request_duration_seconds_count", **look)
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    ok(at(two.account(), two).post(f"/games/{game}/seats", {}), 201)
    for web in (one, two, two):
        ok(web.http().get(f"{API}/games/{game}"))
    assert place.sum("kingdomino_append_seconds_count") == before + 2
    # A request is counted after its response is sent.
    eventually(lambda: place.sum("http_request_duration_seconds_count", **look) == looks + 3)
    assert place.sum("kingdomino_conflicts_total") == 0
    with two.http().stream(f"{API}/games/{game}/events", Accept="text/event-stream") as (_, lines):
        next(lines)
        assert [figure(web, "kingdomino_watchers") for web in place.webs] == [0, 1]
    assert place.sum("kingdomino_fold_seconds_count") >= 1
    assert figure(one, "kingdomino_append_seconds_count") > 0
    with one.http().stream(f"{API}/games/{game}/events", Accept="text/event-stream") as (_, lines):
        next(lines)
        place.site.strike(Victim.WEB)
        place.site.await_ready()
    assert figure(one, "kingdomino_append_seconds_count") == 0
    assert figure(one, "kingdomino_watchers") == 0


@pytest.mark.long
def test_a_full_disk_cannot_kill_what_counts(place: Place) -> None:
    """The web process maps no file of the data folder, since a full disk would kill it on access."""
    maps = Path("/proc") / str(place.site.find(Victim.WEB).pid) / "maps"
    mapped = maps.read_text()
    assert "python" in mapped
    assert str(place.site.data) not in mapped


@pytest.mark.long
def test_what_waits_is_the_same_wherever_one_asks(place: Place) -> None:
    """Relay lag and job age are the same on every process, even while the relay is stopped."""
    one, two = place.webs
    ann = one.account()
    relay = place.site.find(Victim.RELAY).pid
    os.kill(relay, signal.SIGSTOP)
    try:
        ok(ann.post("/games", {"players": 2}), 201)
        ok(ann.post("/games", {"players": 2}), 201)
        assert [figure(web, "kingdomino_feed_lag_entries") for web in (one, two)] == [2, 2]
        assert all(figure(web, "kingdomino_feed_lag_seconds") > 0 for web in (one, two))
    finally:
        os.kill(relay, signal.SIGCONT)
    eventually(lambda: figure(two, "kingdomino_feed_lag_entries") == 0, PATIENCE)
    assert figure(two, "kingdomino_job_age_seconds") < PATIENCE
    assert figure(one, "kingdomino_store_up") == 2


@pytest.mark.long
def test_lines_tell_what_was_done_and_no_secret(place: Place) -> None:
    """Log records are JSON with request and game; none has a token, password, address, seed or invitation."""
    site, web = place.site, place.webs[0]
    ann = web.account()
    email, password = "ann@example.org", "eleven purple swamps"
    ann.mine("PUT", "/me/password", {"email": email, "password": password})
    game = str(ok(ann.post("/games", {"players": 2, "visibility": "private"}), 201)["id"])
    invitation = ok(ann.mine("GET", f"/games/{game}/invitation"))["key"]
    asked = web.http().get(f"{API}/games/{game}?invitation={invitation}", X_Request_Id="from-the-proxy-1")
    assert (asked.status, asked.headers["x-request-id"]) == (200, "from-the-proxy-1")
    cookie = f"kingdomino_session={ann.token}"
    web.http().get(f"/games/{game}/replay?invitation={invitation}", Cookie=cookie)
    web.http().post(f"{API}/session/reset/{ann.id}.{'0' * 64}", {"password": password})
    for broken in (f"GET /{ann.token} HTTP/9", f"GET / HTTP/1.1\r\nA {ann.token}: {ann.token}"):
        with closing(socket.create_connection((web.host, web.port))) as line:
            line.sendall(f"{broken}\r\n\r\n".encode())
            assert line.recv(100).startswith(b"HTTP/1.1 4")
    with site.log() as log:
        sealed = log.secret(GameId(game))
    assert sealed
    seed = SeedStore((site.data / KEY_FILE).read_bytes()).open(GameId(game), sealed)
    (told,) = eventually(
        lambda: [line for line in site.lines() if line.get("request_id") == "from-the-proxy-1"]
    )
    # Another thread writes the lines, and the two invalid requests were the last.
    eventually(lambda: sum(line["event"] == "Invalid HTTP request received." for line in site.lines()) == 2)
    assert told == {**told, "process": "web", "route": LOOK, "status": 200, "game": game}
    said = site.output.read_text()
    (served,) = (line for line in said.splitlines() if not line.startswith("{"))
    assert served.startswith("Kingdomino is at ")
    hidden = [ann.token, ann.token.rpartition(".")[2], email, password, invitation, seed.hex(), sealed.hex()]
    assert not [secret for secret in hidden if secret in said]


MALFORMED = {
    "a size that is none": b"kd{token}\r\n{}\r\n0\r\n\r\n",
    "a chunk without its end": b"2\r\n{}{token}\r\n0\r\n\r\n",
    "a trailer that is none": b"2\r\n{}\r\n0\r\n{token} x\r\n\r\n",
}


@pytest.mark.long
@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_body_is_who_sent_its_fault(place: Place, what: str) -> None:
    """A malformed chunked body is 400, and its content is not logged."""
    token = "SECRETtoken123"  # noqa: S105 - stands for one
    chunks = MALFORMED[what].replace(b"{token}", token.encode())
    head = f"POST {API}/players HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    web = place.webs[0]
    with closing(socket.create_connection((web.host, web.port))) as line:
        line.sendall(head.encode() + chunks)
        assert line.recv(100).startswith(b"HTTP/1.1 400")
    said = place.site.output.read_text()
    assert token not in said
    assert "unexpected error" not in said


@pytest.mark.long
def test_a_trailer_is_no_header(place: Place) -> None:
    """A trailer grants no access (RFC 9110, 6.5.1)."""
    web = place.webs[0]
    token = web.account().token
    head = f"POST {API}/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(socket.create_connection((web.host, web.port))) as line:
        line.sendall(head.encode() + f"2\r\n{{}}\r\n0\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 401")


@pytest.mark.long
def test_the_doctor_finds_a_running_installation_well(place: Place) -> None:
    """The doctor passes a running installation with exit code 0, as text and as JSON.

    The write latency is exempt, since the disk may be busy with other tests.
    """
    environ = {**place.site.environ, "PORT": str(place.webs[1].port), "HOST": HOST}
    told = CliRunner().invoke(doctor, env=environ)
    assert told.exit_code == 0, told.output
    lines = [line for line in told.output.splitlines() if "a durable write took" not in line]
    assert [line for line in lines if line.split()[0] != "ok"] == []
    found = json.loads(CliRunner().invoke(doctor, ["--json"], env=environ).output)
    assert found["ok"]
    findings = [finding for finding in found["findings"] if finding["about"] != "writing"]
    assert [finding for finding in findings if finding["level"] != "ok"] == []
    assert {"relay", "workers", "web", "store", "logs"} <= {finding["about"] for finding in found["findings"]}


@pytest.mark.long
def test_ready_means_that_moves_are_kept(place: Place) -> None:
    """`/readyz` fails if moves may be lost; without a relay it succeeds and reports the missing relay."""
    web, store = place.webs[1], place.webs[1].store

    def asked() -> tuple[int, Any]:
        answer = web.http().get("/readyz")
        return answer.status, answer.json

    def refused(code: str, why: str = "") -> bool:
        """True once the problem has this code and detail: it is made once a second for all callers."""
        status, said = asked()
        return (status, said.get("code")) == (503, code) and why in said["detail"]

    parts = dict.fromkeys(("store", "relay", "workers", "notices", "background", "stuck"), "ok")
    fine = {"status": "ok", "degraded": [], "parts": parts}
    assert eventually(lambda: asked() == (200, fine), PATIENCE)
    for setting, wrong, right in (
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
        ("appendfsync", "everysec", "always"),
    ):
        store.config_set(setting, wrong)
        eventually(partial(refused, "store/unsafe", f"{setting} is {wrong}"), PATIENCE)
        store.config_set(setting, right)
    store.config_set("maxmemory", 1)
    eventually(lambda: refused("store/refuses-writes"), PATIENCE)
    store.config_set("maxmemory", "1gb")
    assert eventually(lambda: asked() == (200, fine), PATIENCE)
    store.acl_setuser("default", enabled=True, commands=["-eval", "-evalsha"])
    eventually(lambda: refused("store/refuses-writes"), PATIENCE)
    store.acl_setuser("default", enabled=True, commands=["+eval", "+evalsha"])
    relay = place.site.find(Victim.RELAY).pid
    os.kill(relay, signal.SIGSTOP)
    store.delete("{relay}:heartbeat")  # as if there had never been one
    without_relay = ["degraded", ["relay"]]
    eventually(lambda: [asked()[1].get(each) for each in ("status", "degraded")] == without_relay, PATIENCE)
    status, said = asked()
    os.kill(relay, signal.SIGCONT)
    assert status == 200
    assert "relay" in said["parts"]["relay"]
    assert web.http().get("/healthz").json == {"status": "ok"}
    assert eventually(lambda: asked() == (200, fine), PATIENCE)
