"""The archive as the settings have it."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from replays.archive.archive import NO_ARCHIVE, Archive
from replays.archive.bucket import open_bucket
from replays.archive.folder import Folder
from replays.archive.objects import Objects


def open_archive(url: str | None) -> Archive:
    """The archive at a `file://` or `s3://` URL; nothing connects before it is asked for the first time."""
    return Archive(_objects(url)) if url else NO_ARCHIVE


def _objects(url: str) -> Objects:
    parts = urlsplit(url)
    if parts.scheme == "file":
        return Folder(Path(unquote(parts.path)))
    return open_bucket(parts.netloc, parts.path.strip("/"))
