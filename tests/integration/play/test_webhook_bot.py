"""The documentation's example of a webhook bot plays a whole game."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.processes import free_port
from harness.service import READY_SECONDS, Account, Service, ok
from harness.waiting import eventually
from harness.wire.fake_service import HANG_UP, Answer, answering
from replays.encoding.attempts import SeatAttempt, parse_attempt
from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId

BOT = Path(__file__).parents[3] / "docs" / "play" / "webhook_bot.py"
PLAYED_SECONDS = 180.0


def environment(url: str, token: str, receipts: Path) -> dict[str, str]:
    """The settings of a bot, which listens at a port of its own."""
    port = free_port()
    return {
        "PATH": os.environ["PATH"],
        "SERVICE": url,
        "TOKEN": token,
        "LISTEN": str(port),
        "URL": f"http://127.0.0.1:{port}/",
        "RECEIPTS": str(receipts),
        "SEATS": str(receipts.with_suffix(".seats")),
    }


@contextmanager
def bot_of(account: Account, service: Service, receipts: Path, *games: str) -> Iterator[Path]:
    """The bot of this account, started as its author would."""
    environ = environment(f"http://{service.host}:{service.port}", account.token, receipts)
    running = subprocess.Popen([sys.executable, str(BOT), *games], env=environ, stdout=subprocess.DEVNULL)
    try:
        eventually(lambda: ok(account.mine("GET", "/me/webhooks"))["webhooks"], READY_SECONDS)
        yield BOT
        assert running.poll() is None
    finally:
        running.kill()
        with suppress(subprocess.TimeoutExpired):
            running.wait(10)


@pytest.mark.long
def test_two_bots_play_a_game_by_webhooks_alone(service: Service, tmp_path: Path) -> None:
    """Two bots play a game by webhooks alone, and each notice of a turn was delivered or no longer true."""
    ann, ben = service.accounts(2)
    with bot_of(ann, service, tmp_path / "ann"), bot_of(ben, service, tmp_path / "ben"):
        game = service.table([ann, ben])
        eventually(lambda: ann.state(game)["status"] == "scored", PLAYED_SECONDS)
        events = ok(ann.get(f"/games/{game}/events"))["events"]
        hashes = {event["hash"] for event in events}
        for name in ("ann", "ben"):
            kept = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
            assert len(kept) > 5
            assert {receipt["hash"] for receipt in kept} <= hashes
        for player in (ann, ben):
            # A bot moves before it answers: a call that took too long is tried again.
            turns = eventually(partial(told_turns, player), PLAYED_SECONDS)
            assert len(turns) > 5
            assert {each["state"] for each in turns} <= {"delivered", "skipped"}
            assert all(each["game"] == game for each in turns)


def told_turns(player: Account) -> list[Any] | None:
    """The deliveries of notices of a turn to the only webhook of a player; None while one waits."""
    [webhook] = ok(player.mine("GET", "/me/webhooks"))["webhooks"]
    log = ok(player.mine("GET", f"/me/webhooks/{webhook['id']}/deliveries"))["deliveries"]
    turns = [each for each in log if each["kind"] == "turn"]
    return None if any(each["state"] == "waiting" for each in turns) else turns


GAME = GameId("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
ME = "7b1c1d7e-2a8b-4a3c-9d1e-5f6a7b8c9d0e"


def started(answers: list[Answer], first: dict[str, object]) -> list[Answer]:
    """The answers to a bot that starts and asks for a seat: its webhook, its account, event 1, and these."""
    secret = {"secret": "whsec_c2VjcmV0"}
    events = {"events": [first]}
    return [Answer(201, secret), Answer(200, {"id": ME}), Answer(200, events), *answers]


def opening(**data: object) -> dict[str, object]:
    """The first event of the game, with its hash."""
    body = {"type": "GameCreated", "version": 1, "data": {"draws": 2, "name": "Zoë", **data}}
    return {**body, "hash": link(genesis(GAME), canonical(body)).hex()}


def kept_in(receipts: Path) -> SeatAttempt:
    """The attempt that the bot kept."""
    return parse_attempt(json.loads((receipts.with_suffix(".seats") / f"{GAME}.json").read_text()))


def run(url: str, receipts: Path) -> subprocess.CompletedProcess[str]:
    """A bot that asks for a seat in the game and ends, because it is refused."""
    command = [sys.executable, str(BOT), GAME]
    environ = environment(url, "token", receipts) | {"URL": "http://127.0.0.1/"}
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)


def test_a_refused_bot_sends_the_same_when_it_is_started_again(tmp_path: Path) -> None:
    """Each start asks with the same entropy and key; the file has all answers."""
    receipts, first = tmp_path / "bot", opening()
    refusals = [Answer(503, {"code": "store/away"}), HANG_UP, Answer(409, {"code": "seat/none-free"})]
    script = [each for refusal in refusals for each in started([refusal], first)]
    with answering(script) as fake:
        for _ in refusals:
            assert run(fake.url, receipts).returncode != 0
    sent = [asked for asked in fake.asked if asked.path.endswith("/seats")]
    kept = kept_in(receipts)
    assert [asked.body for asked in sent] == [{"entropy": kept.entropy, "seen": first["hash"]}] * 3
    assert {asked.headers["Idempotency-Key"] for asked in sent} == {kept.key}
    assert [request.status for request in kept.requests] == [503, None, 409]
    assert (kept.table, kept.player, kept.first) == (GAME, ME, first["hash"])


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (opening(draws=1), "old draws"),
        (opening() | {"hash": "ab" * 32}, "event 1 does not have its hash"),
        (opening(commitment="ab" * 32), "another event 1"),
    ],
    ids=["old draws", "hash", "replaced"],
)
def test_a_table_whose_draws_can_be_chosen_gets_nothing(
    tmp_path: Path, first: dict[str, object], why: str
) -> None:
    """The bot says why it sends no entropy."""
    receipts = tmp_path / "bot"
    before = started([Answer(503)], opening()) if why == "another event 1" else []
    with answering([*before, *started([], first)]) as fake:
        for _ in range(2 if before else 1):
            ended = run(fake.url, receipts)
    assert ended.returncode == 1
    assert why in ended.stderr
    assert len([asked for asked in fake.asked if asked.path.endswith("/seats")]) == (1 if before else 0)


@pytest.mark.long
def test_a_bot_sits_down_at_a_running_service(service: Service, tmp_path: Path) -> None:
    """Started twice, it has one seat, with the entropy that it kept."""
    ann, ben = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 3}), 201)["id"])
    place = tmp_path / "ben.seats" / f"{game}.json"

    def noted() -> int:
        """The number of answers that the bot has noted."""
        return len(json.loads(place.read_text())["requests"]) if place.exists() else 0

    for number in (1, 2):
        with bot_of(ben, service, tmp_path / "ben", game):
            assert eventually(lambda: noted() >= number)  # noqa: B023 - awaited within the turn
    kept = json.loads(place.read_text())
    assert [request["status"] for request in kept["requests"]] == [201, 201]
    seats = [e["data"] for e in ok(ann.get(f"/games/{game}/events"))["events"] if e["type"] == "PlayerSeated"]
    assert [(seat["entropy"], seat["seen"]) for seat in seats[1:]] == [(kept["entropy"], kept["first"])]
