"""The documentation's example of a webhook bot plays a whole game."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from harness.processes import free_port
from harness.service import Account, Service, ok
from harness.waiting import eventually

BOT = Path(__file__).parents[3] / "docs" / "play" / "webhook_bot.py"
PLAYED_SECONDS = 180.0


@contextmanager
def bot_of(account: Account, service: Service, receipts: Path) -> Iterator[Path]:
    """The bot of this account, started as its author would."""
    port = free_port()
    environ = {
        "PATH": os.environ["PATH"],
        "SERVICE": f"http://{service.host}:{service.port}",
        "TOKEN": account.token,
        "LISTEN": str(port),
        "URL": f"http://127.0.0.1:{port}/",
        "RECEIPTS": str(receipts),
    }
    running = subprocess.Popen([sys.executable, str(BOT)], env=environ, stdout=subprocess.DEVNULL)
    try:
        eventually(lambda: ok(account.mine("GET", "/me/webhooks"))["webhooks"], 20.0)
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
            [webhook] = ok(player.mine("GET", "/me/webhooks"))["webhooks"]
            log = ok(player.mine("GET", f"/me/webhooks/{webhook['id']}/deliveries"))["deliveries"]
            turns = [each for each in log if each["kind"] == "turn"]
            assert len(turns) > 5
            assert {each["state"] for each in turns} <= {"delivered", "skipped"}
            assert all(each["game"] == game for each in turns)
