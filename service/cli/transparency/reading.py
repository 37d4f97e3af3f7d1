"""Reads a log over HTTP, or from a folder with a copy of its files (C2SP tlog-tiles)."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Self

import httpx

from replays.transparency.checkpoints import SignedCheckpoint
from replays.transparency.merkle import HASH_BYTES, inclusion_proof
from replays.transparency.notes import LONGEST_NOTE
from replays.transparency.policies import LONGEST_POLICY
from replays.transparency.proofs import LogProof
from replays.transparency.tiles import (
    CHECKPOINT_PATH,
    LARGEST_BUNDLE,
    WIDTH,
    LogTile,
    TileNodes,
    parse_entry_bundle,
    tile_at,
    unzipped,
)
from service.cli.client import TIMEOUT_SECONDS, ClientError, http_client

ENCODING = "gzip, identity"
POLICY_PATH = "policy"
OVERHEAD = 1024
"""The most bytes that gzip adds to what cannot be compressed."""


class LogReader:
    """A log at an address, or in a folder; raises `ClientError` for whatever cannot be read."""

    def __init__(self, place: str, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self.place = place.rstrip("/")
        folder = Path(self.place)
        self._read: Callable[[str, int], bytes]
        self._http: httpx.Client | None = None
        if folder.is_dir():
            self._read = lambda path, most: _file(folder / path, most)
        else:
            self._http = http_client(f"{self.place}/", timeout, {"Accept-Encoding": ENCODING})
            self._read = self._received

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._http:
            self._http.close()

    def checkpoint(self) -> bytes:
        """The bytes of the log's checkpoint."""
        return self._read(CHECKPOINT_PATH, LONGEST_NOTE)

    def policy(self) -> bytes:
        """The bytes of the policy that a service offers beside its log."""
        return self._read(POLICY_PATH, LONGEST_POLICY)

    def nodes(self, size: int) -> TileNodes:
        """The nodes of the tree of this size; nothing that is read is verified."""
        return TileNodes(size, self._tile)

    def entries(self, tile: LogTile) -> list[bytes]:
        """The entries of a bundle; a full bundle serves if the partial one is gone."""
        content = self._either(tile, LARGEST_BUNDLE)
        try:
            return parse_entry_bundle(content, tile.width)
        except ValueError:
            return self._parsed(content, tile)[: tile.width]

    def proof(self, index: int, signed: SignedCheckpoint) -> LogProof:
        """The proof that leaf `index` is in the tree of a checkpoint; it may not verify."""
        size = signed.checkpoint.size
        bundle = tile_at(None, index // WIDTH, size)
        entry = self.entries(bundle)[index % WIDTH]
        return LogProof(entry, index, tuple(inclusion_proof(index, size, self.nodes(size))), signed)

    def _parsed(self, content: bytes, tile: LogTile) -> list[bytes]:
        try:
            return parse_entry_bundle(content, WIDTH)
        except ValueError as error:
            raise ClientError(f"{self.place}/{tile.path()}: {error}") from error

    def _tile(self, tile: LogTile) -> bytes:
        return self._either(tile, WIDTH * HASH_BYTES)

    def _either(self, tile: LogTile, most: int) -> bytes:
        """The content of a tile, or of the full one at its place, by which a log may have replaced it."""
        try:
            return self._read(tile.path(), most)
        except ClientError:
            if tile.is_full:
                raise
        return self._read(LogTile(tile.level, tile.index).path(), most)

    def _received(self, path: str, most: int) -> bytes:
        assert self._http is not None  # noqa: S101 - only then it is called
        try:
            with closing(self._http.send(self._http.build_request("GET", path), stream=True)) as answer:
                if answer.status_code != 200:
                    raise ClientError(f"{self.place}/{path} was not sent (HTTP {answer.status_code})")
                content = _limited(answer.iter_raw(), most + OVERHEAD)
        except httpx.HTTPError as error:
            raise ClientError(f"{self.place}/{path} cannot be read: {error}") from error
        try:
            if content is not None and answer.headers.get("content-encoding", "identity") == "gzip":
                content = unzipped(content, most)
        except ValueError as error:
            raise ClientError(f"{self.place}/{path} cannot be read: {error}") from error
        if content is None or len(content) > most:
            raise ClientError(f"{self.place}/{path} has more than {most} bytes")
        return content


def _limited(pieces: Iterator[bytes], most: int) -> bytes | None:
    """The bytes of all pieces, or None as soon as they are too many."""
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > most:
            return None
    return bytes(content)


def _file(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise ClientError(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > most:
        raise ClientError(f"{path} has more than {most} bytes")
    return content
