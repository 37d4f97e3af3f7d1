"""Generates the two texts that document the settings: .env.example and a table in the docs.

`python -m replays.runtime.settings.documents`, run in the repository's folder, rewrites both.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from replays.runtime.settings.settings import DECLARED
from replays.runtime.settings.variable import Section, Variable

EXAMPLE = Path(".env.example")
PAGE = Path("docs/operate/operation.md")
BEGIN = "<!-- The table is made by `python -m replays.runtime.settings.documents`. -->\n"
END = "<!-- The end of the table. -->\n"
WIDTH = 118

_HEAD = """\
# Settings of compose.yaml: copy this to .env (chmod 600) and fill it in. Behind a # stand the defaults.
# Made by `python -m replays.runtime.settings.documents`. More of each setting: docs/operate/operation.md.
"""
_ONLY_LINK = re.compile(r" \(\[[^]]*]\([^)]*\)\)")
_LINK = re.compile(r"\[([^]]*)]\([^)]*\)")


def example() -> str:
    """The text of .env.example."""
    return "\n".join([_HEAD, *(block for section in Section if (block := _block(section)))])


def table() -> str:
    """The table of the docs, between its two marks."""
    head = ["| variable | default | value | meaning |", "|---|---|---|---|"]
    rows = [_row(each) for each in DECLARED if each.in_docs]
    return "\n".join([BEGIN, *head, *rows, "", END])


def with_table(page: str) -> str:
    """The page, with its table replaced by the current one."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{table()}{after}"


def _block(section: Section) -> str:
    """A section of .env.example; empty if the example has no variable of this section."""
    variables = [each for each in DECLARED if each.section is section and each.in_example]
    heading = _comment(f"--- {section.value} ---")
    return "\n".join([*heading, *map(_assignment, variables), ""]) if variables else ""


def _assignment(variable: Variable[Any]) -> str:
    """A variable of .env.example, with its explanation."""
    lines = _comment(f"{_plain(variable.meaning)}.")
    if variable.example is None:
        return "\n".join([*lines, f"{variable.name}="])
    return "\n".join([*lines, f"#{variable.name}={variable.example or variable.default}"])


def _row(variable: Variable[Any]) -> str:
    default = variable.usually or (f"`{variable.default}`" if variable.default else "none")
    return f"| `{variable.name}` | {default} | {variable.kind.values} | {variable.meaning} |"


def _comment(text: str) -> Iterator[str]:
    text = text[0].upper() + text[1:]
    return (f"# {line}" for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def _plain(text: str) -> str:
    """The Markdown text without links."""
    return _LINK.sub(r"\1", _ONLY_LINK.sub("", text))


def write() -> None:
    """Rewrite both texts."""
    EXAMPLE.write_text(example(), "utf-8")
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write()
