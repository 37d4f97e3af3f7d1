"""Log records about a stream have its id in a field, so that a search for a game finds them all."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = ("replays", "workers", "service/application", "service/server")
"""Here no request binds the fields of its game, as in the rest of the web process."""
LEVELS = {"warning", "error", "exception", "critical"}
LOGGERS = {"log", "logger"}
STREAMS = {
    "item",
    "game",
    "match",
    "stream",
    "dynasty",
    "table",
    "tables",
    "entry",
    "entries",
    "games",
    "task",
}
"""The names of variables with a stream, or with what contains its id."""
BOUND = {"workers/jobs/task.py": "the fields of the job are bound"}
NONE = {
    "replays/streams/feeds.py": "an entry that no append has written has no stream",
    "replays/streams/heads.py": "an entry that no append has written has no stream",
}


def calls() -> Iterator[tuple[str, ast.FunctionDef, ast.Call]]:
    """All log calls from warnings on, with their file and function."""
    for path in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in filter(is_log_call, ast.walk(function)):
                    yield str(path.relative_to(ROOT)), function, call  # type: ignore[misc]


def is_log_call(node: ast.AST) -> bool:
    """True for `logger.error(…)` and the like."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in LEVELS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in LOGGERS
    )


def variables(function: ast.FunctionDef) -> set[str]:
    """The names of the function's parameters and variables."""
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return stored | {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}


def test_a_record_about_a_stream_has_its_field() -> None:
    """`extra` has `game` or `dynasty`, unless the record is about no stream, or its fields are bound."""
    found = list(calls())
    assert len(found) > 15
    bare = {
        f"{path}:{call.lineno}"
        for path, function, call in found
        if variables(function) & STREAMS
        and path not in BOUND | NONE
        and not any(each.arg == "extra" for each in call.keywords)
    }
    assert bare == set()


def test_the_exceptions_are_needed() -> None:
    """A file without such a record is no exception."""
    named = {path for path, function, _ in calls() if variables(function) & STREAMS}
    assert (BOUND | NONE).keys() <= named
