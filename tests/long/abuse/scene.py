"""The service under attack: `make run` with default settings, a mail server, and the players."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from harness.processes import free_port
from harness.waiting import eventually
from harness.wire.mail import Mailbox, mail_settings, running_mail_server
from service.ops.probe import is_ready
from tests.long.abuse.client import API, OUR_PAGE, Client
from tests.long.abuse.innocent import ADDRESS, Innocent

ROOT = Path(__file__).parents[3]
START_SECONDS = 300.0
"""The longest start: `make run` may have to set up its virtual environment first."""
END_SECONDS = 30.0
ELSEWHERE = "127.0.0.2"
"""The address of a bystander who sends many requests: they must not use up the innocent player's limits."""
CROWDED = 24
"""More than one address may have in a queue of the installation."""
EMAIL, PASSWORD = "owner@example.org", "eleven purple swamps"


@dataclass
class Scene:
    """The service at `port` with its data in `data`; `innocent` plays there all the time."""

    port: int
    data: Path
    mailbox: Mailbox
    innocent: Innocent

    def client(self, address: str = ADDRESS) -> Client:
        """A new connection from this address."""
        return Client(self.port, address)

    @cached_property
    def finished(self) -> dict[str, str]:
        """The ids of finished games that everybody may see, by name: `origins` and `base`."""
        return {
            "origins": self._played({"game": "origins", "mode": "tribe"}, 4),
            "base": self._played({}, 2),
        }

    @cached_property
    def called_off(self) -> list[str]:
        """The ids of `CROWDED` games of the bystander that were called off; each has an animation."""
        with self.client(ELSEWHERE) as client:
            (_, ann), (_, ben) = client.register("Starter"), client.register("Second")
            return [self._called_off(client, ann, ben) for _ in range(CROWDED)]

    @cached_property
    def studies(self) -> list[str]:
        """The ids of `CROWDED` studies of the bystander: texts of one game that differ by a tag."""
        with self.client(ELSEWHERE) as client:
            _, token = client.register("Collector")
            text = client.ask("GET", f"{API}/games/{self.finished['base']}", headers={"Accept": "text/plain"})
            tags, blank, turns = text.body.decode().partition("\n\n")
            texts = [f'{tags}\n[Copy "{number}"]{blank}{turns}'.encode() for number in range(CROWDED)]
            made = (
                client.ask("POST", f"{API}/studies", each, {"Content-Type": "text/plain"}, token)
                for each in texts
            )
            return [str(client.made(answer)["id"]) for answer in made]

    @cached_property
    def owner(self) -> tuple[Client, str]:
        """A connection of an account with a confirmed e-mail, and its session cookie."""
        client = self.client()
        made = client.ask("POST", f"{API}/session/guest", {"name": "Owner"}, OUR_PAGE)
        cookie = made.headers["set-cookie"].partition(";")[0]
        mine = {**OUR_PAGE, "Cookie": cookie}
        wanted = {"email": EMAIL, "password": PASSWORD}
        assert client.ask("PUT", f"{API}/me/password", wanted, mine).status == 202
        token = self.mailbox.link(EMAIL).rsplit("/", 1)[1]
        confirmed = client.ask("POST", f"{API}/session/verify/{token}", {}, mine)
        assert confirmed.status == 204, confirmed.body
        return client, cookie

    @cached_property
    def table(self) -> str:
        """An open table of the bystander."""
        with self.client() as client:
            _, token = client.register("Host")
            return str(client.made(client.ask("POST", f"{API}/games", {"players": 2}, token=token))["id"])

    def readiness(self) -> Any:
        """The response of `/readyz`, with its status as `http`."""
        with self.client() as client:
            answer = client.ask("GET", "/readyz")
            return {"http": answer.status, **answer.json}

    @staticmethod
    def _called_off(client: Client, ann: str, ben: str) -> str:
        game = str(client.made(client.ask("POST", f"{API}/games", {"players": 2}, token=ann))["id"])
        client.made(client.ask("POST", f"{API}/games/{game}/seats", {}, token=ben))
        client.made(client.ask("POST", f"{API}/games/{game}/abort", {}, token=ann))
        return game

    def _played(self, rules: dict[str, str], players: int) -> str:
        """Play a game of the bystander against bots until it is scored, and return its id."""
        random = Random(1)  # noqa: S311 - no secret depends on it
        with self.client(ELSEWHERE) as client:
            _, token = client.register("Bystander")
            game = str(
                client.made(
                    client.ask("POST", f"{API}/games", {"players": players, "rules": rules}, token=token)
                )["id"]
            )
            for _ in range(players - 1):
                client.made(client.ask("POST", f"{API}/games/{game}/bots", {"policy": "random"}, token=token))
            path = f"{API}/games/{game}"

            def step() -> bool:
                offered = client.ask("GET", f"{path}/moves").json
                if offered["seat"] == 0 and offered["moves"]:
                    match = {"If-Match": f'"{offered["version"]}"'}
                    client.ask("POST", f"{path}/moves", random.choice(offered["moves"]), match, token)
                return bool(client.ask("GET", path).json["status"] == "scored")

            eventually(step, START_SECONDS)
        return game


@contextmanager
def under_attack() -> Iterator[Scene]:
    """Run the service with the README's command until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="abuse-") as folder, running_mail_server() as (mailbox, mail):
        port, data = free_port(), Path(folder, "data")
        url = f"http://127.0.0.1:{port}"
        inherited = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith("KINGDOMINO_") and not k.endswith("REDIS_URL")
        }
        told = {"PORT": str(port), "KINGDOMINO_DATA": str(data), "KINGDOMINO_LOG_LEVEL": "warning"}
        environ = {**inherited, **told, **mail_settings(mail, url)}
        make = shutil.which("make")
        assert make is not None, "the attacks are on `make run`: install make"
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(
                [make, "run"], cwd=ROOT, env=environ, stdout=log, stderr=log, start_new_session=True
            )
            try:
                eventually(lambda: is_ready(ADDRESS, port), START_SECONDS)
                yield Scene(port, data, mailbox, Innocent(port, "Innocent"))
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(END_SECONDS)
