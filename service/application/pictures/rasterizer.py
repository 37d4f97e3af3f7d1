"""A child process of a web process that turns SVG into PNG, which would otherwise block all other requests.

It starts with the first request for a picture and draws one picture at a time, at a low priority. It is
killed if a picture takes too long, and ends with the process that started it.
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

from service.application.problem import Problem

WAITING = 3
"""The number of requests in a process that may wait for pictures; each holds a thread."""
PICTURE_SECONDS = 15.0
"""The longest time for one picture; a large one takes 0.3 seconds of processor time."""
NICENESS = 5
_NUMBER = 4
_DONE, _FAILED = b"+", b"-"


class RasterizerBusy(Problem):
    """503: too many requests wait for pictures."""

    def __init__(self) -> None:
        detail = "the maximum number of pictures are being drawn: try again"
        super().__init__(503, "picture/busy", detail, headers={"Retry-After": "2"})


class NotDrawn(Exception):  # noqa: N818
    """The picture took too long, its process died, or the SVG is invalid."""


class Rasterizer:
    """Draws PNGs in a child process. Safe to share between threads."""

    def __init__(self, start: "Callable[[], subprocess.Popen[bytes]] | None" = None) -> None:
        self._start = start or _start
        self._places = BoundedSemaphore(WAITING)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ends: Callable[[], object] = _no_process

    def png(self, svg: str) -> bytes:
        """The PNG of this SVG; raises `RasterizerBusy`, or `NotDrawn` if drawing fails."""
        if not self._places.acquire(blocking=False):
            raise RasterizerBusy
        try:
            with self._lock:
                return self._drawn(svg.encode())
        finally:
            self._places.release()

    def close(self) -> None:
        """End the child process."""
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
    """Do nothing: there is no process to end."""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process; also called when its owner is garbage-collected, and when the interpreter exits."""
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
    return pipe  # type: ignore[return-value]  # Popen was told to open it


def _write(pipe: BinaryIO, text: bytes) -> None:
    pipe.write(len(text).to_bytes(_NUMBER, "big") + text)
    pipe.flush()


def _read(pipe: BinaryIO) -> bytes:
    """Read a text written by `_write`; EOFError if the other end is closed."""
    length = pipe.read(_NUMBER)
    text = pipe.read(int.from_bytes(length, "big")) if len(length) == _NUMBER else b""
    if len(length) < _NUMBER or len(text) < int.from_bytes(length, "big"):
        raise EOFError
    return text


def main() -> None:
    """Draw every SVG from the input until it is closed, which happens when the parent ends."""
    from service.application.pictures.raster import png_of  # noqa: PLC0415 - the parent process does not need the library

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
