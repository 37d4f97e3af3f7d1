"""Commands that make any key on any server from 7.0 on, and their text in the servers' own protocol (RESP).

A file of such commands is what servers write as their log of commands, so other tools can read it, too.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

from replays.runtime.settings.errors import ConfigurationError

Command = tuple[bytes, ...]

NAMES = {b"SET", b"RPUSH", b"SADD", b"HSET", b"ZADD", b"XADD", b"XSETID", b"XGROUP", b"XCLAIM", b"PEXPIREAT"}
"""The only commands that a file may have: each changes one key, and none the server."""
MOST_WORDS = 1 << 20
MOST_BYTES = 512 << 20
"""The largest value that servers accept (`proto-max-bulk-len`)."""


class MovingError(ConfigurationError):
    """The installation could not be moved; the text says why, and what would help."""


def text_of(command: Command) -> bytes:
    r"""The text of a command.

    >>> text_of((b"SET", b"key", b"value"))
    b'*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n'
    """
    words = [b"$%d\r\n%b\r\n" % (len(word), word) for word in command]
    return b"*%d\r\n%b" % (len(words), b"".join(words))


def key_of(command: Command) -> bytes:
    """The key that the command changes."""
    return command[2] if command[0] == b"XGROUP" else command[1]


def keys_in(file: BinaryIO) -> Iterator[tuple[bytes, list[Command]]]:
    """The keys in a file of commands, each with its commands; raises `MovingError` for any other text."""
    for key, commands in groupby(_commands(file), key_of):
        yield key, list(commands)


def with_words(head: Iterable[bytes], words: Iterable[bytes], most: int) -> Iterator[Command]:
    """Commands that begin with `head`, each with at most this many of the words."""
    rest = list(words)
    for start in range(0, len(rest), most):
        yield (*head, *rest[start : start + most])


def _commands(file: BinaryIO) -> Iterator[Command]:
    while line := file.readline(32):
        words = _number(line, b"*", MOST_WORDS, file)
        command = tuple(_word(file) for _ in range(words))
        if len(command) < 3 or command[0] not in NAMES:
            raise _damaged(file, f"a command that no export has: {command[:1]!r}")
        yield command


def _word(file: BinaryIO) -> bytes:
    size = _number(file.readline(32), b"$", MOST_BYTES, file)
    word = file.read(size + 2)
    if len(word) != size + 2 or not word.endswith(b"\r\n"):
        raise _damaged(file, "a word that is not whole")
    return word[:-2]


def _number(line: bytes, mark: bytes, most: int, file: BinaryIO) -> int:
    digits = line[1:-2]
    if line[:1] != mark or line[-2:] != b"\r\n" or not digits.isdigit() or int(digits) > most:
        raise _damaged(file, "no command")
    return int(digits)


def _damaged(file: BinaryIO, why: str) -> MovingError:
    return MovingError(f"{file.name} has {why}, before byte {file.tell()}: it is damaged, or no export")
