"""Log records on stderr: one line of JSON each, or a readable line if stderr is a terminal.

Our code and other packages log through `logging`. The record of each request goes through structlog alone,
which takes half the time. Both have the same form, and both include structlog's context variables.
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
"""The packages that log from INFO on; all others log from WARNING on."""
FIRST = ("timestamp", "level", "process", "event")
"""The fields with which every line of JSON begins."""

log = logging.getLogger(__name__)


def configure(process: str, level: str) -> None:
    """Write all log records of this process to stderr under the name `process`: web, relay, worker or parent.

    `level` is `info`, or `warning` to leave out the lines of requests and jobs.
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
    """A function that logs a sentence for the operator as a warning of the logger of this name."""
    return lambda line: logging.getLogger(name).warning("%s", line)


def _tell_the_end(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None, what: str = "the process"
) -> None:
    """Log the exception that ends the process or thread as one record; Ctrl-C is not an error."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("%s ends by a fault", what, exc_info=(kind, error, trace))


def _tell_the_end_of_a_thread(ended: threading.ExceptHookArgs) -> None:
    """Log the exception that ends a thread, while the process continues."""
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        name = ended.thread.name if ended.thread else "unknown"
        _tell_the_end(ended.exc_type, ended.exc_value, ended.exc_traceback, f"the thread {name}")


def _shared(process: str) -> Sequence[Processor]:
    """The processors of every line: they add the context, the level, the time in UTC and the process."""

    def name_process(_logger: Any, _method: str, event: EventDict) -> EventDict:
        event["process"] = process
        return event

    now = TimeStamper("iso")

    def stamp(logger: Any, method: str, event: EventDict) -> EventDict:
        """Add the current time, unless the record has its own time because it is logged later."""
        return event if "timestamp" in event else now(logger, method, event)

    return [structlog.contextvars.merge_contextvars, add_log_level, stamp, name_process]


def _last(*, terminal: bool) -> Sequence[Processor]:
    """The last processors, which render a line for a terminal or as JSON."""
    if terminal:
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [format_exc_info, JSONRenderer(_json)]


def _formatter(shared: Sequence[Processor], last: Sequence[Processor]) -> logging.Formatter:
    """The formatter that gives records from `logging` the same form."""
    return ProcessorFormatter(
        foreign_pre_chain=[*shared, add_logger_name, ExtraAdder()],
        processors=[ProcessorFormatter.remove_processors_meta, *last],
    )


def _json(event: EventDict, **_: Any) -> str:
    return orjson.dumps({**dict.fromkeys(FIRST), **event}, default=str).decode()
