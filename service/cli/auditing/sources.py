"""The sources of bundles: files, folders of files, a running service, or any address."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, NamedTuple, cast
from urllib.parse import urlsplit

from replays.audit.bundle.container import limits_of
from replays.audit.bundle.sources import PIECE
from replays.audit.evidence import Requested
from replays.commands.series import FEW_GAMES
from replays.encoding.identity import GameId, parse_game_id
from replays.kinds import KINDS
from replays.log.listing import Listing
from service.application.i18n.commands import errors
from service.application.i18n.commands.errors import in_words
from service.cli.client import ApiClient, ClientError, RequestRefused

STANDARD_INPUT = "-"

_PAGE = r"(?P<before>.*?)(?:/api/v1)?/(?P<kind>{kinds})/(?P<id>[0-9a-f-]{{36}})(?:/.*)?"
"""The path of a page or of an API resource that belongs to a stream of one of these kinds."""


class SourceError(Exception):
    """A source has no bundle; the text says why and what would be right."""


class ReadBundle(NamedTuple):
    """The open file of a bundle, and the game or series that was requested by id; None for a file."""

    content: BinaryIO
    requested: Requested | None = None


@dataclass(frozen=True, slots=True)
class BundleSource:
    """A bundle to be audited: its name, and the function that reads it, or raises `SourceError`."""

    name: str
    read: Callable[[], ReadBundle]


def bundles_of(argument: str, url: str) -> Iterator[BundleSource]:
    """The bundles of an argument: a file, a folder's zip files, an address, or an id at `url`.

    "-" is standard input. Raises `SourceError` for an empty argument and a folder without bundles.
    """
    path = Path(argument)
    if not argument:
        raise SourceError(str(errors.EMPTY_ARGUMENT))
    if argument == STANDARD_INPUT:
        yield BundleSource(argument, _standard_input)
    elif _there(path) and path.is_dir():
        yield from _folder(path)
    elif _there(path):
        yield BundleSource(argument, partial(_content, path))
    elif argument.startswith(("http://", "https://")):
        yield BundleSource(argument, partial(_address, argument))
    else:
        yield BundleSource(argument, partial(_by_id, argument, url))


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # longer than a file's name can be
        return False


def _folder(path: Path) -> Iterator[BundleSource]:
    files = sorted(path.glob("*.zip"))
    if not files:
        raise SourceError(errors.NO_BUNDLES.said(path=path))
    for file in files:
        yield BundleSource(str(file), partial(_content, file))


def _standard_input() -> ReadBundle:
    return ReadBundle(_whole(sys.stdin.buffer))


def _content(path: Path) -> ReadBundle:
    """The file, or what was read from it if it is no file that can be read at any place, such as a pipe."""
    try:
        file = path.open("rb")
        if file.seekable():
            return ReadBundle(file)
        with file:
            return ReadBundle(_whole(file))
    except OSError as error:
        raise SourceError(in_words(f"it cannot be read: {error.strerror}", errors.UNREADABLE)) from error


def _whole(stream: BinaryIO) -> BinaryIO:
    """What is read from a stream: at most one byte more than the largest bundle, which is refused."""
    file, left = _new_file(), _most_bytes() + 1
    while left and (piece := stream.read(min(PIECE, left))):
        file.write(piece)
        left -= len(piece)
    return file


def _most_bytes() -> int:
    """The size of the largest bundle that the verifier reads."""
    return max(limits_of(kind.name).size for kind in KINDS)


def _new_file() -> BinaryIO:
    """A file without a name, in memory while it is small."""
    return cast("BinaryIO", SpooledTemporaryFile(FEW_GAMES.size))


def _id(text: str) -> GameId:
    try:
        return parse_game_id(text.lower())
    except ValueError:
        raise SourceError(str(errors.NO_SOURCE)) from None


def _by_id(text: str, url: str) -> ReadBundle:
    """The bundle of the game with this id, else of the series."""
    known = _id(text)
    try:
        with ApiClient(url) as client:
            for kind in KINDS:
                bundle = _bundle_or_none(client, kind.listing, known)
                if bundle is not None:
                    return ReadBundle(bundle, Requested(kind.name, known))
    except ClientError as error:
        raise SourceError(in_words(error, errors.NOT_SENT)) from error
    known_kinds = " or ".join(kind.name for kind in KINDS)
    raise SourceError(in_words(f"there is no {known_kinds} with this id", errors.NO_TABLE))


def _bundle_or_none(client: ApiClient, path: str, known: GameId) -> BinaryIO | None:
    try:
        return _bundle(client, path, known)
    except RequestRefused as refused:
        if refused.status != 404:
            raise
        return None


def _bundle(client: ApiClient, path: str, known: GameId) -> BinaryIO:
    file = _new_file()
    try:
        client.bundle(path, known, file, _most_bytes())
    except BaseException:
        file.close()
        raise
    return file


def _address(address: str) -> ReadBundle:
    """The bundle for the address of a table's page, API resource or bundle."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise SourceError(in_words(f"this is not an address: {error}", errors.NO_ADDRESS)) from error
    listings = [kind.listing for kind in KINDS]
    found = re.fullmatch(_PAGE.format(kinds="|".join(listings)), parts.path)
    if found is None:
        text = f"its path must contain {' or '.join(f'/{each}/<id>' for each in listings)}"
        english = f"this is not the address of a game: {text}"
        raise SourceError(in_words(english, errors.NO_ADDRESS))
    known = _id(found["id"])
    try:
        with ApiClient(f"{parts.scheme}://{parts.netloc}{found['before']}") as client:
            bundle = _bundle(client, found["kind"], known)
            return ReadBundle(bundle, Requested(KINDS.listed(Listing(found["kind"])).name, known))
    except ClientError as error:
        raise SourceError(in_words(error, errors.NOT_SENT)) from error
