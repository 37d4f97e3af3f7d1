"""Log output: one line of JSON for programs, one readable line at a terminal."""

import io
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
import structlog
from structlog.contextvars import bound_contextvars

from replays.runtime import logs


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.fixture
def restored() -> Iterator[None]:
    """Leave `logging` and structlog as they were."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    hooks = sys.excepthook, threading.excepthook
    root.handlers.clear()
    yield
    root.handlers[:] = before
    root.setLevel(level)
    for name in logs.OURS:
        logging.getLogger(name).setLevel(logging.NOTSET)
    structlog.reset_defaults()
    sys.excepthook, threading.excepthook = hooks


def said(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, level: str = "info"
) -> tuple[logging.Logger, structlog.typing.FilteringBoundLogger]:
    """The standard logger and the fast logger of a process that logs to this stream."""
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure("relay", level)
    return logging.getLogger("workers.relay"), structlog.get_logger("workers.relay")


@pytest.mark.usefixtures("restored")
def test_both_ways_to_speak_give_one_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each writes a line of JSON with time, level, process, text, fields and bound context."""
    stream = io.StringIO()
    standard, fast = said(monkeypatch, stream)
    with bound_contextvars(request_id="0123456789"):
        standard.warning("%d jobs", 3, extra={"queue": "scoring"})
        fast.warning("3 jobs", queue="scoring")
    one, other = map(json.loads, stream.getvalue().splitlines())
    assert list(one)[:4] == list(other)[:4] == ["timestamp", "level", "process", "event"]
    wanted = {"level": "warning", "process": "relay", "event": "3 jobs", "queue": "scoring"}
    assert one == {**one, **wanted, "request_id": "0123456789", "logger": "workers.relay"}
    assert other == {**other, **wanted, "request_id": "0123456789"}
    assert one["timestamp"].endswith("Z")


@pytest.mark.usefixtures("restored")
def test_an_exception_is_in_the_same_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback is one member of the object; values that are no JSON are written as text."""
    stream = io.StringIO()
    standard, _ = said(monkeypatch, stream)
    try:
        raise ValueError("torn")
    except ValueError:
        standard.exception("cannot", extra={"what": {1}})
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["exception"].endswith("ValueError: torn")
    assert json.loads(line)["what"] == "{1}"


@pytest.mark.usefixtures("restored")
def test_a_terminal_gets_lines_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal the text comes first, without JSON."""
    stream = Terminal()
    standard, fast = said(monkeypatch, stream)
    standard.info("one")
    fast.info("two", game="g")
    first, second = stream.getvalue().splitlines()
    assert "one" in first
    assert "two" in second
    assert not stream.getvalue().startswith("{")


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize(("level", "heard"), [("info", ["info", "warning"]), ("warning", ["warning"])])
def test_who_wants_less_gets_warnings_alone(
    monkeypatch: pytest.MonkeyPatch, level: str, heard: list[str]
) -> None:
    """Other packages always log warnings and above only."""
    stream = io.StringIO()
    standard, fast = said(monkeypatch, stream, level)
    for speaker in (standard.info, fast.info, logging.getLogger("other").info, standard.warning):
        speaker("word")
    levels = [json.loads(line)["level"] for line in stream.getvalue().splitlines()]
    assert sorted(set(levels)) == heard
    assert len(levels) == (3 if level == "info" else 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("raise ValueError('lost')", "the process ends by a fault"),
        (
            "t = threading.Thread(target=int, args='x', name='mail'); t.start(); t.join()",
            "the thread mail ends by a fault",
        ),
    ],
)
def test_a_fault_that_ends_something_is_one_line(what: str, said: str) -> None:
    """An uncaught exception is logged as one line of JSON."""
    script = f"import threading\nfrom replays.runtime import logs\nlogs.configure('worker', 'info')\n{what}"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    (line,) = ended.stderr.splitlines()
    told = json.loads(line)
    assert (told["level"], told["process"], told["event"]) == ("critical", "worker", said)
    assert "ValueError: " in told["exception"]
