"""Where objects lie: named bytes that are put once and never changed."""

from typing import Protocol

from replays.log.event_log import ArchiveAway


class Objects(Protocol):
    """Objects by name; names are relative paths. Methods raise `ArchiveAway` and may be called again."""

    def put(self, name: str, content: bytes) -> None:
        """Make the object, for good, before returning; where one has the name already, that one stays."""

    def get(self, name: str) -> bytes | None:
        """Return the object's content, None where there is none."""


class NoObjects:
    """An archive that was not named to this process."""

    def put(self, name: str, content: bytes) -> None:  # noqa: ARG002 - the interface's
        """There is nowhere to put it."""
        raise ArchiveAway("KINGDOMINO_ARCHIVE_URL is not set")

    def get(self, name: str) -> bytes | None:
        """There is nowhere to look for it."""
        raise ArchiveAway(f"KINGDOMINO_ARCHIVE_URL is not set, so {name} cannot be looked for")
