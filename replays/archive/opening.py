"""Opens the archive that the settings name."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from replays.archive.archive import NO_ARCHIVE, Archive
from replays.archive.bucket import open_bucket
from replays.archive.folder import Folder
from replays.archive.objects import Objects


def open_archive(url: str | None) -> Archive:
    """The archive at a `file://` or `s3://` URL, or `NO_ARCHIVE`; it connects at the first request."""
    return Archive(open_objects(url)) if url else NO_ARCHIVE


def folder_of(url: str) -> Path | None:
    """The folder of a `file://` URL; None for the URL of a bucket."""
    parts = urlsplit(url)
    return Path(unquote(parts.path)) if parts.scheme == "file" else None


def open_objects(url: str) -> Objects:
    """The objects at a `file://` or `s3://` URL."""
    folder = folder_of(url)
    if folder is not None:
        return Folder(folder)
    parts = urlsplit(url)
    return open_bucket(parts.netloc, parts.path.strip("/"))
