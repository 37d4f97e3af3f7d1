"""The help of a command in another language than English, in which click writes it.

Names of options, values and commands are the same in each language, as in errors and in the documentation.
"""

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import IO, Any

import click
from rich.cells import cell_len

from service.application.i18n.commands.help import (
    CONTEXT,
    DEFAULT,
    OPTIONS,
    REQUIRED,
    USAGE,
    VARIABLE,
    help_text,
)
from service.cli.parameters.spoken import SpokenCommand

INDENT = 2
WIDEST_NAMES = 30
"""Longer names of an option stand on a line of their own, as click writes them."""
NARROWEST_TEXT = 10

_WIDE = r"\u3000-\u9fff\uff00-\uffef"
_OPENING, _CLOSING = r"\u300c\u300e\uff08", r"\u3001\u3002\u300d\u300f\u30fc\uff09\uff0c\uff1a\uff1b"
_UNIT = re.compile(rf"[{_OPENING}]*(?:[^\s{_WIDE}]+|[{_WIDE}])[{_CLOSING}]*\s*")
"""What stays on one line: a word, or a Japanese character, with its punctuation."""


def write_help(command: click.Command, context: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the usage, the paragraphs and the options; a wide character counts as two columns."""
    pieces = " ".join(command.collect_usage_pieces(context))
    formatter.write_usage(context.command_path, pieces, prefix=f"{USAGE} ")
    for paragraph in _paragraphs(command):
        formatter.write("\n")
        _write(formatter, INDENT, wrapped(help_text(paragraph), formatter.width - INDENT))
    formatter.write(f"\n{OPTIONS}\n")
    rows = [
        (option.get_help_spec(context), _described(option, context)) for option in _options(command, context)
    ]
    start = INDENT + min(max(len(names) for names, _ in rows), WIDEST_NAMES) + 2
    for names, text in rows:
        first, *others = wrapped(text, max(formatter.width - start, NARROWEST_TEXT))
        lead = f"{'':{INDENT}}{names}"
        gap = f"{lead:{start}}" if len(lead) <= start - 2 else f"{lead}\n{'':{start}}"
        formatter.write(f"{gap}{first}\n")
        _write(formatter, start, others)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most this many columns, but for longer words.

    >>> wrapped("one two three", 8), wrapped("盤面を見る。", 8)
    (['one two', 'three'], ['盤面を見', 'る。'])
    """
    lines = [""]
    for unit in _UNIT.findall(text):
        if lines[-1] and cell_len((lines[-1] + unit).rstrip()) > width:
            lines.append("")
        lines[-1] += unit
    return [line.rstrip() for line in lines]


def extracted(
    _file: IO[bytes],
    _keywords: object,
    _tags: object,
    options: object,  # noqa: ARG001 - Babel passes it by name
) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """The texts of the help of all spoken commands, for `pybabel extract`."""
    from service.cli.main import kingdomino

    context = click.Context(kingdomino)
    for name in kingdomino.list_commands(context):
        command = kingdomino.get_command(context, name)
        if isinstance(command, SpokenCommand):
            for text in _texts(command, context):
                yield 0, "pgettext", (CONTEXT, text), []


def _texts(command: click.Command, context: click.Context) -> Iterator[str]:
    yield from _paragraphs(command)
    for option in _options(command, click.Context(command, parent=context)):
        yield option.help or ""
        if isinstance(option.show_default, str):
            yield option.show_default


def _paragraphs(command: click.Command) -> list[str]:
    """The paragraphs of the command's text, each on one line."""
    return [" ".join(each.split()) for each in cleandoc(command.help or "").split("\n\n")]


def _options(command: click.Command, context: click.Context) -> list[Any]:
    shown = (each for each in command.get_params(context) if isinstance(each, click.Option))
    return [option for option in shown if not option.hidden]


def _described(option: click.Option, context: click.Context) -> str:
    """The text of an option, and in brackets what else there is to know, as `get_help_record` has it."""
    extra = option.get_help_extra(context)
    more = [VARIABLE.said(name=name) for name in extra.get("envvars", ())]
    if isinstance(option.show_default, str):
        more.append(DEFAULT.said(choices=help_text(option.show_default)))
    elif "default" in extra:
        more.append(DEFAULT.said(choices=extra["default"]))
    more += [extra["range"]] if "range" in extra else []
    more += [str(REQUIRED)] if "required" in extra else []
    text = help_text(option.help or "")
    return f"{text}  [{'; '.join(more)}]" if more else text


def _write(formatter: click.HelpFormatter, indent: int, lines: list[str]) -> None:
    for line in lines:
        formatter.write(f"{'':{indent}}{line}\n")
