"""The interface of object storage: named bytes that are stored once and never changed."""

from typing import Protocol

from replays.log.event_log import ArchiveAway


class Objects(Protocol):
    """Objects by name; names are relative paths. Methods raise `ArchiveAway` and may be retried."""

    def put(self, name: str, content: bytes) -> None:
        """Store the object durably before returning; an existing object of this name stays."""

    def get(self, name: str) -> bytes | None:
        """Return the object's content, or None if there is no such object."""


class NoObjects:
    """The storage of a process without a configured archive: every call raises `ArchiveAway`."""

    def put(self, name: str, content: bytes) -> None:  # noqa: ARG002 - the interface's
        """Raise `ArchiveAway`, because there is no archive."""
        raise ArchiveAway("KINGDOMINO_ARCHIVE_URL is not set")

    def get(self, name: str) -> bytes | None:
        """Raise `ArchiveAway`, because there is no archive."""
        raise ArchiveAway(f"KINGDOMINO_ARCHIVE_URL is not set, so {name} cannot be looked for")
