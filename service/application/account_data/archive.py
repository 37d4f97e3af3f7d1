"""The export as a ZIP archive of JSON files, in pieces; a README explains each file."""

import io
import time
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson

from service.application.account_data.document import PIECE_BYTES, array
from service.application.account_data.export import LISTS, ExportList, account
from service.application.account_data.stores import AccountStores
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


def archive(stores: AccountStores, player: str, at: float) -> Iterator[bytes]:
    """The archive in pieces, its files dated `at` (s UTC); raises as `document` does."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as file:
        for name, content in _files(stores, player):
            info = ZipInfo(name, time.gmtime(at)[:6])
            info.compress_type = ZIP_DEFLATED
            with file.open(info, "w") as member:
                for piece in content:
                    member.write(piece)
                    if len(pipe.held) >= PIECE_BYTES:
                        yield pipe.taken()
        stores.players.profile(player)
    yield pipe.taken()


def _files(stores: AccountStores, player: str) -> Iterator[tuple[str, Iterable[bytes]]]:
    own = account(stores, player)
    told = [
        _(
            "All that is kept about %(player)s, as JSON. Times are milliseconds since 1970, UTC.",
            player=own["name"],
        ),
        f"account.json: {_('Your profile, e-mail address, tokens, and where you are told of notices.')}",
        *(f"{_name(each)}: {each.about}" for each in LISTS),
    ]
    yield "README.txt", ["\n\n".join(told).encode() + b"\n"]
    yield "account.json", [orjson.dumps(own, option=orjson.OPT_INDENT_2), b"\n"]
    for each in LISTS:
        found = each.read(stores, player)
        yield _name(each), _lines(found) if each.by_line else array(found, between=b"\n")


def _name(each: ExportList) -> str:
    return f"{each.name}.{'txt' if each.by_line else 'json'}"


def _lines(items: Iterable[Any]) -> Iterator[bytes]:
    return (orjson.dumps(item) + b"\n" for item in items)
