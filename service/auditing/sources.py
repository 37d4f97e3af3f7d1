"""Where bundles come from: files, folders of files, a running service, or any address."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from replays.audit.container import LIMIT
from replays.identity import parse_game_id
from service.client import Client, ClientError, Refused

_PAGE = re.compile(r"(?P<before>.*?)(?:/api/v1)?/(?P<kind>games|dynasties)/(?P<id>[0-9a-f-]{36})(?:/.*)?")
"""The path of a page or of an API resource that belongs to a game or a dynasty."""


class SourceError(Exception):
    """A source that gives no bundle; the text says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Source:
    """A bundle to be audited: how it is called, and how its bytes are got, which may raise `SourceError`."""

    name: str
    read: Callable[[], bytes]


def bundles_of(argument: str, url: str) -> Iterator[Source]:
    """The bundles that an argument means: a file, a folder's zip files, an address, or an id at `url`."""
    path = Path(argument)
    if _there(path) and path.is_dir():
        yield from _folder(path)
    elif _there(path):
        yield Source(argument, lambda: _content(path))
    elif argument.startswith(("http://", "https://")):
        yield Source(argument, lambda: _address(argument))
    else:
        yield Source(argument, lambda: _by_id(_id(argument), url))


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # longer than a file's name can be
        return False


def _folder(path: Path) -> Iterator[Source]:
    files = sorted(path.glob("*.zip"))
    if not files:
        raise SourceError(f"there is no bundle (*.zip) in the folder {path}")
    for file in files:
        yield Source(str(file), lambda file=file: _content(file))  # type: ignore[misc]


def _content(path: Path) -> bytes:
    """The file's bytes, but no more of them than the verifier looks at before it refuses."""
    try:
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def _id(text: str) -> str:
    try:
        return parse_game_id(text.lower())
    except ValueError:
        raise SourceError(
            f"{text!r} is no file, no folder, no address and no id as in 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
        ) from None


def _by_id(known: str, url: str) -> bytes:
    """The bundle of the game with this id, or else of the dynasty."""
    try:
        with Client(url) as client:
            try:
                return client.bundle("games", known)
            except Refused as refused:
                if refused.status != 404:
                    raise
                return client.bundle("dynasties", known)
    except ClientError as error:
        raise SourceError(str(error)) from error


def _address(address: str) -> bytes:
    """The bundle behind the address of a page, an API resource or a bundle of a game or a dynasty."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise SourceError(f"{address} is no address: {error}") from error
    found = _PAGE.fullmatch(parts.path)
    if found is None:
        text = "it ends in /games/<id> or /dynasties/<id>, or in the path of something below"
        raise SourceError(f"{address} is not the address of a game: {text}")
    try:
        with Client(f"{parts.scheme}://{parts.netloc}{found['before']}") as client:
            return client.bundle(found["kind"], _id(found["id"]))
    except ClientError as error:
        raise SourceError(str(error)) from error
