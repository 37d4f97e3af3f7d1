"""compose.yaml and the Dockerfile name only what exists: commands, settings, services."""

import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import Settings

ROOT = Path(__file__).parents[2]
OURS = ("web", "relay", "worker")


class Recorder(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        """The default, always."""
        self.asked.add(key)
        return default


def known_settings() -> set[str]:
    """Every variable that the service reads."""
    recorder = Recorder()
    Settings.from_environ(recorder)
    return recorder.asked


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return loaded


def test_commands_exist(services: dict[str, Any]) -> None:
    """Each of our services is one command of the command line."""
    assert set(services) == {"store", *OURS}
    registered = entry_points(group="kingdomino.commands").names
    for name in OURS:
        assert services[name]["command"] == [name]
        assert name in registered


def test_settings_are_known(services: dict[str, Any]) -> None:
    """No service is given a variable that nothing reads, and each has its store."""
    for name in OURS:
        given = set(services[name]["environment"])
        assert given <= known_settings()
        assert "REDIS_URL" in given
        assert services[name]["depends_on"] == {"store": {"condition": "service_healthy"}}
    assert "RQ_REDIS_URL" in services["relay"]["environment"]
    assert "RQ_REDIS_URL" in services["worker"]["environment"]


def test_values_are_accepted(services: dict[str, Any]) -> None:
    """What compose.yaml says literally, the settings accept."""
    for name in OURS:
        given = {key: text for key, text in services[name]["environment"].items() if "${" not in text}
        Settings.from_environ(given)


def test_the_store_is_durable(services: dict[str, Any]) -> None:
    """The store is started with what the check at start demands, and its data outlives it."""
    command = " ".join(services["store"]["command"])
    for setting in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction"):
        assert setting in command
    assert services["store"]["volumes"] == ["store:/data"]
    assert services["store"]["healthcheck"]


def test_the_key_is_never_written_down(services: dict[str, Any]) -> None:
    """Who starts it gives the keys; without one compose refuses. Only the web signs; the relay needs none."""
    assert services["web"]["environment"]["KINGDOMINO_KEY"].startswith("${KINGDOMINO_KEY:?")
    assert services["worker"]["environment"]["KINGDOMINO_KEY"].startswith("${KINGDOMINO_KEY:?")
    assert "KINGDOMINO_KEY" not in services["relay"]["environment"]
    signing = "KINGDOMINO_SIGNING_KEY"
    assert services["web"]["environment"][signing].startswith(f"${{{signing}:?")
    assert not any(signing in services[name]["environment"] for name in ("relay", "worker"))


def test_the_image_is_made_of_what_is_there() -> None:
    """Every file that the Dockerfile copies exists or is let through, and it does not run as root."""
    text = (ROOT / "Dockerfile").read_text()
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")}
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE) for name in line.split()
    }
    assert copied == let_through
    assert re.search(r"^USER kingdomino$", text, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["kingdomino"\]$', text, re.MULTILINE)
    variables = {pair.partition("=")[0] for pair in re.findall(r"\b[A-Z_]+=\S+", text)}
    python_own = {"PATH", "PYTHONUNBUFFERED", "PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_CACHE_DIR"}
    assert variables - python_own <= known_settings()
