"""A client generated from the running service's OpenAPI document is enough to play.

`python -m tests.long client` needs the network: it installs the generator and its dependencies from the
package index into a temporary virtual environment.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from harness.service import API, SCORED_SECONDS, Service, ok, running_service
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.long.run import Case

GENERATOR = "openapi-python-client==0.29.1"
PACKAGE = "kingdomino_client"
PROGRAM = Path(__file__).with_name("generated_client.py")
METHODS = {"get", "post", "put", "patch", "delete"}

RULES: list[dict[str, Any]] = [
    {},
    {"edition": "second", "mighty_duel": True},
    {"game": "origins", "mode": "totem"},
    {"game": "origins", "mode": "tribe"},
]
"""The rules of the games played; together they have every type of move."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated client: the service, the folder of the client, and the Python that runs it."""

    service: Service
    folder: Path
    python: Path

    @property
    def url(self) -> str:
        """The base URL of the service."""
        return f"http://{self.service.host}:{self.service.port}"

    def get(self, path: str, **headers: str) -> Answer:
        """The service's response to a GET, without the generated client and without a token."""
        return self.service.http().get(f"{API}{path}", **headers)

    def run(self, *arguments: str) -> str:
        """Run the program with these arguments and return its output."""
        command = [str(self.python), str(PROGRAM), self.url, *arguments]
        environ = {"PYTHONPATH": str(self.folder)}
        done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()


@contextmanager
def client() -> Iterator[Iterator[Case]]:
    """Generate the client; one case for its operations, and one for each game with a study of its text."""
    with running_service() as service, tempfile.TemporaryDirectory(prefix="client-") as folder:
        made = generated(service, Path(folder))
        yield iter(
            [
                Case("every operation", partial(check_operations, made)),
                *(Case(f"a game, {rules}", partial(check_game, made, rules)) for rules in RULES),
            ]
        )


def generated(service: Service, folder: Path) -> Generated:
    """Generate the client with default settings; the generator's output goes to standard error."""
    binaries = folder / "venv" / "bin"
    found = Generated(service, folder, binaries / "python")
    subprocess.run([sys.executable, "-m", "venv", binaries.parent], check=True)
    quietly = ["--disable-pip-version-check", "--quiet", "--quiet"]
    subprocess.run([found.python, "-m", "pip", *quietly, "install", GENERATOR], check=True)
    document = ["--url", f"{found.url}{API}/openapi.json"]
    target = ["--meta", "none", "--output-path", str(folder / PACKAGE)]
    command = [str(binaries / "openapi-python-client"), "generate", *document, *target]
    subprocess.run(command, env={"PATH": str(binaries)}, stdout=sys.stderr, check=True)
    return found


def check_operations(made: Generated) -> None:
    """Check that the client has every operation of the document."""
    paths: Mapping[str, Mapping[str, Any]] = ok(made.get("/openapi.json"))["paths"]
    wanted = {
        operation["operationId"]
        for methods in paths.values()
        for method, operation in methods.items()
        if method in METHODS
    }
    assert wanted <= {module.stem for module in made.folder.glob(f"{PACKAGE}/api/*/*.py")}


def check_game(made: Generated, rules: Mapping[str, Any]) -> None:
    """Check that a game is played until it is scored, and that a study of its text ends in the same way."""
    game = made.run("game", json.dumps(rules))
    eventually(lambda: ok(made.get(f"/games/{game}"))["status"] == "scored", SCORED_SECONDS)
    text = made.get(f"/games/{game}", Accept="text/plain")
    file = made.folder / "game.txt"
    file.write_bytes(text.body)
    study = ok(made.get(f"/studies/{made.run('study', str(file))}"))
    played = ok(made.get(f"/games/{game}"))
    assert {name: study[name] for name in ("kingdoms", "ranking", "rules")} == {
        name: played[name] for name in ("kingdoms", "ranking", "rules")
    }
