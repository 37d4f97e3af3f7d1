"""Reads keys from a terminal, one at a time and without echo, and always restores the terminal's settings.

POSIX only: `supported()` tells if this system can do it.
"""

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from types import FrameType
from typing import NoReturn

from service.cli.terminal.viewer import Key

ESCAPE = "\x1b"
SEQUENCE_SECONDS = 0.05
"""The time within which the rest of a key's sequence arrives; otherwise it was the Escape key."""

_ARROWS = {
    "A": Key.UP,
    "B": Key.DOWN,
    "C": Key.RIGHT,
    "D": Key.LEFT,
    "H": Key.HOME,
    "F": Key.END,
}
_SEQUENCES: dict[str, Key] = {
    **{f"{intro}{letter}": key for intro in ("\x1b[", "\x1bO") for letter, key in _ARROWS.items()},
    "\x1b[1~": Key.HOME,
    "\x1b[7~": Key.HOME,
    "\x1b[4~": Key.END,
    "\x1b[8~": Key.END,
    "\x1b[5~": Key.UP,
    "\x1b[6~": Key.DOWN,
}
_SINGLE: dict[str, Key | str] = {
    "\r": Key.ENTER,
    "\n": Key.ENTER,
    "\x7f": Key.BACKSPACE,
    "\x08": Key.BACKSPACE,
    "\x04": "q",
}


def supported() -> bool:
    """True if keys can be read: on POSIX, at a terminal that can move its cursor."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return at_terminal and find_spec("termios") is not None and os.environ.get("TERM", "dumb") != "dumb"


def decode(text: str) -> tuple[Key | str | None, str]:
    r"""The first key in a terminal's input, and the rest; None if a sequence is not complete yet.

    >>> decode("\x1b[Cq")
    (<Key.RIGHT: 'right'>, 'q')
    >>> decode("\x1b[")
    (None, '\x1b[')
    """
    if not text:
        return None, text
    if text[0] != ESCAPE:
        return _SINGLE.get(text[0], text[0]), text[1:]
    length = _sequence_length(text)
    if length is None:
        return None, text
    return _SEQUENCES.get(text[:length], Key.ESCAPE), text[length:]


def _sequence_length(text: str) -> int | None:
    """The length of the sequence at the start (ECMA-48, 5.4); None if it is not complete yet."""
    if len(text) == 1:
        return None
    if text[1] == "O":
        return 3 if len(text) > 2 else None
    if text[1] != "[":
        return 1
    ends = (i + 1 for i, character in enumerate(text) if i > 1 and "@" <= character <= "~")
    return next(ends, None)


class Keyboard:
    """A terminal's keys; created by `keyboard`."""

    def __init__(self, terminal: int, bell: int) -> None:
        self._terminal = terminal
        self._bell = bell
        self._text = ""

    def key(self) -> Key | str:
        """Wait for the next key; `q` at the end of input, RESIZED when the terminal's size changes."""
        while True:
            key, self._text = decode(self._text)
            if key is not None:
                return key
            ready, _, _ = select.select(
                [self._terminal, self._bell], [], [], SEQUENCE_SECONDS if self._text else None
            )
            if self._bell in ready:
                os.read(self._bell, 64)
                return Key.RESIZED
            if not ready:  # nothing follows: it was the Escape key, or an incomplete sequence
                self._text = ""
                return Key.ESCAPE
            read = os.read(self._terminal, 64)
            if not read:
                return "q"
            self._text += read.decode("utf-8", "replace")


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """The keys of standard input's terminal, which must be `supported`.

    However the block ends, even by a signal, the terminal's settings are restored.
    """
    terminal = sys.stdin.fileno()
    with ExitStack() as undo:
        _without_lines(terminal, undo)
        undo.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, _end))
        undo.callback(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, _end))
        yield Keyboard(terminal, _resize_bell(undo))


def _without_lines(terminal: int, undo: ExitStack) -> None:
    """Read keys one by one, without echo; Ctrl-C still interrupts, Ctrl-Z does nothing."""
    import termios  # noqa: PLC0415 - not available on every system
    import tty  # noqa: PLC0415

    before = termios.tcgetattr(terminal)
    undo.callback(termios.tcsetattr, terminal, termios.TCSAFLUSH, before)
    tty.setcbreak(terminal)
    now = termios.tcgetattr(terminal)
    now[6][termios.VSUSP] = bytes([os.fpathconf(terminal, "PC_VDISABLE")])
    termios.tcsetattr(terminal, termios.TCSANOW, now)


def _resize_bell(undo: ExitStack) -> int:
    """A descriptor that becomes readable when the terminal's size changes."""
    bell, ringer = os.pipe()
    undo.callback(os.close, bell)
    undo.callback(os.close, ringer)
    os.set_blocking(ringer, False)
    undo.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(ringer, warn_on_full_buffer=False))
    undo.callback(signal.signal, signal.SIGWINCH, signal.signal(signal.SIGWINCH, lambda *_: None))
    return bell


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)
