"""A process beside a web process that turns SVG into PNG, because that would hold up all other requests.

It is started when the first picture is asked for, does one at a time at a low priority, is killed where a
picture takes too long, and ends with the process that started it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore, Lock, Timer
from typing import BinaryIO
from weakref import finalize

WAITING = 3
"""How many requests may wait for pictures in a process: each holds one of its threads."""
PICTURE_SECONDS = 15.0
"""How long a picture may take; a large one takes 0.3 seconds of a processor."""
NICENESS = 5
_NUMBER = 4
_DONE, _FAILED = b"+", b"-"


class RasterizerBusy(Exception):  # noqa: N818 - the answer, not a fault
    """As many pictures are being drawn as may be."""


class NotDrawn(Exception):  # noqa: N818
    """The picture took too long, or its process died."""


class Rasterizer:
    """Draws PNGs in a process of its own. Safe to share between threads."""

    def __init__(self, start: "Callable[[], subprocess.Popen[bytes]] | None" = None) -> None:
        self._start = start or _start
        self._places = BoundedSemaphore(WAITING)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ends: Callable[[], object] = _no_process

    def png(self, svg: str) -> bytes:
        """The PNG of this SVG; raises `RasterizerBusy`, and `NotDrawn` where it failed."""
        if not self._places.acquire(blocking=False):
            raise RasterizerBusy
        try:
            with self._lock:
                return self._drawn(svg.encode())
        finally:
            self._places.release()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _drawn(self, svg: bytes) -> bytes:
        process = self._running()
        too_late = Timer(PICTURE_SECONDS, process.kill)
        too_late.start()
        try:
            _write(_pipe(process.stdin), svg)
            outcome, png = _pipe(process.stdout).read(1), _read(_pipe(process.stdout))
        except (OSError, EOFError):
            self._end()
            raise NotDrawn("the picture took too long, or its process died") from None
        finally:
            too_late.cancel()
        if outcome != _DONE:
            raise NotDrawn("what was to be drawn is no SVG")
        return png

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            self._process = self._start()
            self._ends = finalize(self, _end, self._process)
        return self._process

    def _end(self) -> None:
        self._process = None
        self._ends()


def _no_process() -> None:
    """Nothing has to be ended."""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process; also called when nobody has its owner any more, and at the interpreter's end."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            _pipe(pipe).close()


def _start() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - this very module
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def _pipe(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]  # it was asked for


def _write(pipe: BinaryIO, text: bytes) -> None:
    pipe.write(len(text).to_bytes(_NUMBER, "big") + text)
    pipe.flush()


def _read(pipe: BinaryIO) -> bytes:
    """What was written by `_write`; EOFError where the other end is gone."""
    length = pipe.read(_NUMBER)
    text = pipe.read(int.from_bytes(length, "big")) if len(length) == _NUMBER else b""
    if len(length) < _NUMBER or len(text) < int.from_bytes(length, "big"):
        raise EOFError
    return text


def main() -> None:
    """Draw what comes in, until nothing more can come: the other end closes when its process ends."""
    from service.pictures.raster import png_of  # noqa: PLC0415 - the process that asks needs no library

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    coming, going = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            svg = _read(coming)
        except EOFError:
            return
        try:
            png, outcome = png_of(svg.decode()), _DONE
        except ValueError:
            png, outcome = b"", _FAILED
        going.write(outcome)
        _write(going, png)


if __name__ == "__main__":
    main()
