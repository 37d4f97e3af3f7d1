"""What a process says on stderr: one line of JSON per event, or one to be read where that is a terminal.

Code and packages speak through `logging`. What is said at every request goes by structlog alone, which takes
half the time. Both have one form, and both tell what structlog's context variables hold.
"""

import logging
import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import orjson
import structlog
from structlog.processors import JSONRenderer, TimeStamper, add_log_level, format_exc_info
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_logger_name
from structlog.typing import EventDict, Processor

OURS = ("replays", "service", "workers")
"""The packages that are heard from INFO on; others from WARNING on."""
FIRST = ("timestamp", "level", "process", "event")
"""What every line of JSON begins with."""

log = logging.getLogger(__name__)


def configure(process: str, level: str) -> None:
    """Let everything this process says be written to stderr as `process`: web, relay, worker or parent.

    `level` is `info`, or `warning` for those who do not want a line for every request and every job.
    """
    shared, last = _shared(process), _last(terminal=sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(shared, last))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    sys.excepthook = _tell_the_end
    threading.excepthook = _tell_the_end_of_a_thread


def say(name: str) -> Callable[[str], None]:
    """A way to say a sentence to the operator, as the logger of this name."""
    return lambda line: logging.getLogger(name).warning("%s", line)


def _tell_the_end(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None, what: str = "the process"
) -> None:
    """Tell the fault that ends it in one line, as all else; Ctrl-C is none."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("%s ends by a fault", what, exc_info=(kind, error, trace))


def _tell_the_end_of_a_thread(ended: threading.ExceptHookArgs) -> None:
    """The same of a thread, while the process goes on."""
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        name = ended.thread.name if ended.thread else "unknown"
        _tell_the_end(ended.exc_type, ended.exc_value, ended.exc_traceback, f"the thread {name}")


def _shared(process: str) -> Sequence[Processor]:
    """What every line has: the context, the level, the time in UTC and the process."""

    def name_process(_logger: Any, _method: str, event: EventDict) -> EventDict:
        event["process"] = process
        return event

    now = TimeStamper("iso")

    def stamp(logger: Any, method: str, event: EventDict) -> EventDict:
        """What is told later says itself when it was."""
        return event if "timestamp" in event else now(logger, method, event)

    return [structlog.contextvars.merge_contextvars, add_log_level, stamp, name_process]


def _last(*, terminal: bool) -> Sequence[Processor]:
    """How a line is written."""
    if terminal:
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [format_exc_info, JSONRenderer(_json)]


def _formatter(shared: Sequence[Processor], last: Sequence[Processor]) -> logging.Formatter:
    """The same form for what is said through `logging`."""
    return ProcessorFormatter(
        foreign_pre_chain=[*shared, add_logger_name, ExtraAdder()],
        processors=[ProcessorFormatter.remove_processors_meta, *last],
    )


def _json(event: EventDict, **_: Any) -> str:
    return orjson.dumps({**dict.fromkeys(FIRST), **event}, default=str).decode()
