"""All server programs on which tests run: those that the service finds, and pinned packages of others."""

from pathlib import Path

from service.ops.embedded.store_program import ON_PATH, server_binaries

SERVERS = Path(__file__).parents[2] / ".venv" / "servers"
"""The folder into which `make test ALL=1` installs the packages of requirements-servers.txt."""


def all_programs() -> list[Path]:
    """The server programs of this machine, the embedded one first."""
    found = (path for name in ON_PATH for path in SERVERS.glob(f"*/bin/{name}"))
    return [*server_binaries(), *sorted(found)]


def id_of(program: Path) -> str:
    """A name of a program in test ids: that of its package, if it is one of requirements-servers.txt."""
    return program.parts[len(SERVERS.parts)] if program.is_relative_to(SERVERS) else program.name
