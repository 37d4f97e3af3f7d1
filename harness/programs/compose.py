"""Docker Compose's reading of compose.yaml, as far as tests need it: interpolation and environments."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<text>[^}]*))?\}")
"""`${NAME}`, `${NAME:-default}` and `${NAME:?error}`."""
OURS = ("web", "relay", "worker")


def compose() -> dict[str, Any]:
    """compose.yaml, with its anchors resolved."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


def services() -> dict[str, Any]:
    """The services in compose.yaml."""
    found: dict[str, Any] = compose()["services"]
    return found


def interpolated(text: str, environ: Mapping[str, str]) -> str:
    """The text with its variables filled in; an assertion fails for a required variable that is not set."""

    def value(found: re.Match[str]) -> str:
        given = environ.get(found["name"], "")
        assert given or found["kind"] == "-", found["text"]
        return given or found["text"]

    return VARIABLE.sub(value, text)


def environment(name: str, environ: Mapping[str, str], *, image: bool = True) -> dict[str, str]:
    """The environment of a service's process: variables of our image, if it uses it, and of compose.yaml."""
    given: dict[str, str | None] = services()[name]["environment"]
    passed = {
        key: environ.get(key) if text is None else interpolated(text, environ) for key, text in given.items()
    }
    return (image_environment() if image else {}) | {
        key: text for key, text in passed.items() if text is not None
    }


def image_environment() -> dict[str, str]:
    """The settings of the service that the image itself sets."""
    lines = [line for line in dockerfile().splitlines() if line.startswith("ENV ")]
    pairs = dict(word.split("=", 1) for word in lines[-1].split()[1:])
    return {name: text for name, text in pairs.items() if name != "PATH"}


def dockerfile() -> str:
    """The Dockerfile's instructions, each on one line, without comments."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    return text.replace("\\\n", " ")
