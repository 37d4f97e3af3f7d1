"""The kinds of values of settings. Each reads a text that is not empty, or raises `Unusable`."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Generic, TypeVar

from replays.runtime.settings.errors import Unusable

T = TypeVar("T")

ON = ("on", "1", "true", "yes")
OFF = ("off", "0", "false", "no")
KEY_BYTES = 32
_HEXADECIMAL = re.compile(rb"[0-9A-Fa-f]*")


@dataclass(frozen=True, slots=True)
class ValueKind(Generic[T]):
    """A kind of value.

    `read` converts a text into the value. `right` says in an error message what is allowed; `values` says the
    same in a few words of Markdown, for the docs. `text_of` gives the text in a file with this content, for
    a secret in a file; it raises ValueError if there is none.
    """

    right: str
    values: str
    read: Callable[[str], T]
    text_of: Callable[[bytes], str] = bytes.decode


def whole_number(low: int, high: int) -> ValueKind[int]:
    """A whole number from low to high, both included.

    >>> whole_number(1, 65535).read("8080")
    8080
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
            raise Unusable(repr(text))
        return int(text)

    return ValueKind(f"a whole number from {low} to {high}", f"{low} to {high}", read)


def choice(*choices: str) -> ValueKind[str]:
    """A choice of one of these words, in upper or lower case.

    >>> choice("info", "warning").read("Warning")
    'warning'
    """

    def read(text: str) -> str:
        if text.lower() not in choices:
            raise Unusable(repr(text.lower()))
        return text.lower()

    return ValueKind(" or ".join(choices), ", ".join(f"`{each}`" for each in choices), read)


def _switch(text: str) -> bool:
    if text.lower() not in ON + OFF:
        raise Unusable(repr(text.lower()))
    return text.lower() in ON


def _folder(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise Unusable(repr(str(path)))
    return path


def _folder_there(text: str) -> str:
    if not Path(text).is_dir():
        raise Unusable(repr(text))
    return text


def _file(text: str) -> str:
    if not Path(text).is_file():
        raise Unusable(repr(text))
    return text


def _program(text: str) -> Path:
    found = shutil.which(text)
    if found is None:
        raise Unusable(repr(text))
    return Path(found).absolute()


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise Unusable(f"a text of {len(text)} characters that is not hexadecimal") from None
    if len(key) != KEY_BYTES:
        raise Unusable(f"{len(key)} bytes long")
    return key


def _text_of_key(content: bytes) -> str:
    """The key in hexadecimal, of a file that has it so or as 32 bytes, as `server.key` has it.

    32 hexadecimal digits are taken for half a key and not for a binary one, which looks so never.
    """
    is_binary = len(content) == KEY_BYTES and not _HEXADECIMAL.fullmatch(content)
    return content.hex() if is_binary else content.decode()


def key_of_file(content: bytes) -> bytes:
    """The key in a file with this content, binary or in hexadecimal; raises `Unusable` for anything else.

    >>> key_of_file(b"0f" * 32) == key_of_file(bytes([0x0F] * 32))
    True
    """
    try:
        return KEY.read(KEY.text_of(content).strip())
    except (Unusable, UnicodeDecodeError):
        raise Unusable(f"{len(content)} bytes long") from None


def _address(text: str) -> str:
    if any(mark in text for mark in "/[]@ "):
        raise Unusable(repr(text))
    return text


def _log_origin(text: str) -> str:
    if not text.isprintable() or any(mark.isspace() or mark == "+" for mark in text) or len(text) > 200:
        raise Unusable(repr(text))
    return text


def _mailbox(text: str) -> str:
    local, at, domain = text.rpartition("@")
    if not (local and at and domain) or any(mark.isspace() or not mark.isprintable() for mark in text):
        raise Unusable(repr(text))
    return text


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    found = []
    for each in text.replace(",", " ").split():
        try:
            found.append(ip_network(each))
        except ValueError:
            raise Unusable(repr(each)) from None
    return tuple(found)


SWITCH = ValueKind("on or off", "`on`, `off`", _switch)
FOLDER = ValueKind("a folder, and this is something else", "folder", _folder)
"""A folder's absolute path; it need not exist yet."""
FOLDER_THERE = ValueKind("an existing folder", "folder", _folder_there)
FILE = ValueKind("an existing file", "file", _file)
PROGRAM = ValueKind(
    "the path of a server program (Valkey or Redis 7.0 or newer), or its name on PATH",
    "path or name",
    _program,
)
KEY = ValueKind(
    f"{KEY_BYTES} bytes in hexadecimal, as `openssl rand -hex {KEY_BYTES}` prints them",
    f"{KEY_BYTES} bytes in hexadecimal",
    _key,
    _text_of_key,
)
"""A key; no error message shows it. In a file it may also be binary."""
ADDRESS = ValueKind(
    "an address such as 127.0.0.1, 0.0.0.0, ::1 or a host's name", "address or name", _address
)
"""An address to listen on: a name or a number, without scheme, port or brackets."""
MAILBOX = ValueKind("an address such as kingdomino@example.org", "e-mail address", _mailbox)
TEXT = ValueKind("a text", "text", str)
LOG_ORIGIN = ValueKind(
    "a name such as kingdomino.example.org/log, without blanks and plus signs", "name", _log_origin
)
"""The name of the public log, and of the key that signs it (C2SP signed-note, tlog-checkpoint)."""
NETWORKS = ValueKind(
    "networks such as 10.1.2.0/24 or fd00::/8, between them commas or blanks", "networks (CIDR)", _networks
)
"""IP networks; an address with bits set beyond its prefix is refused."""
