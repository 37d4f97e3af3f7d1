"""The export as a ZIP archive of JSON files, in pieces; a README explains each file."""

import io
import time
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson

from service.application.games.account_export.document import PIECE_BYTES, array
from service.application.games.account_export.parts import ExportPart, ExportReader
from service.application.i18n.speaking import gettext as _


class _Pipe(io.RawIOBase):
    """Buffers bytes until `taken` returns them; not seekable, so each file's size follows its content."""

    def __init__(self) -> None:
        self.held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.held += data
        return len(data)

    def taken(self) -> bytes:
        taken = bytes(self.held)
        self.held.clear()
        return taken


def archive(parts: ExportReader, player: str, at: float) -> Iterator[bytes]:
    """The archive in pieces, its files dated `at` (s UTC); raises as `document` does."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as file:
        for name, content in _files(parts, player):
            info = ZipInfo(name, time.gmtime(at)[:6])
            info.compress_type = ZIP_DEFLATED
            with file.open(info, "w") as member:
                for piece in content:
                    member.write(piece)
                    if len(pipe.held) >= PIECE_BYTES:
                        yield pipe.taken()
        parts.players.profile(player)
    yield pipe.taken()


def _files(parts: ExportReader, player: str) -> Iterator[tuple[str, Iterable[bytes]]]:
    account, lists = parts.account(player), list(parts.lists(player))
    told = [
        _(
            "All that is kept about %(player)s, as JSON. Times are milliseconds since 1970, UTC.",
            player=account["name"],
        ),
        f"account.json: {_('Your profile, e-mail address, tokens, and where you are told of notices.')}",
        *(f"{_name(part)}: {part.about}" for part in lists),
    ]
    yield "README.txt", ["\n\n".join(told).encode() + b"\n"]
    yield "account.json", [orjson.dumps(account, option=orjson.OPT_INDENT_2), b"\n"]
    for part in lists:
        yield _name(part), _lines(part.items) if part.by_line else array(part.items, between=b"\n")


def _name(part: ExportPart) -> str:
    return f"{part.name}.{'txt' if part.by_line else 'json'}"


def _lines(items: Iterable[Any]) -> Iterator[bytes]:
    return (orjson.dumps(item) + b"\n" for item in items)
