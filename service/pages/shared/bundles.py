"""Bundles a module with all its imports into one script, so that a page requests one file instead of sixty.

The modules stay as written, except that comment lines, a quarter of the size, are removed. They appear in the
order in which a browser runs them. Each imported module becomes a function, called once, that returns its
exports; the requested module comes last. Statements are recognized line by line, because the formatter
(Biome) writes each import and export in one way.

What a module imports by `import("./later.js")` is a part: a script of its own, requested when it is needed.
It has the modules that the script lacks, and is given those that the script has, so that each exists once in
a page. A module that several parts need comes with the script.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.{1,2}/[^"]+\.js)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.{1,2}/[^"]+\.js)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
_IMPORT_LEFT = re.compile(r"^import\b.*|\bimport(?:\(|\.meta).*", re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
# A line with one end of a template literal: after it, text can look like a comment.
_TEXT_OF_LINES = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)
_CALL = re.compile(r'\$later\("([^"]+)"\)')
_TAKEN = re.compile(r"^(?:const .*|\}) = \$(\d+);$", re.MULTILINE)
_NOT_IN_FUNCTION = re.compile(r"^(?:export|await)\b.*", re.MULTILINE)


class Bundle(NamedTuple):
    """A script, and its parts by the paths of their modules, which lie under the script's own path."""

    script: str
    parts: Mapping[str, str]


def bundle(folder: Path, name: str) -> Bundle:
    """The script of the module at this path in the folder, with all its imports, and its parts.

    Raises ValueError for circular imports; for a template literal of several lines; for an import or export
    in another form than `import {…}`, `import * as`, `import("…")`, `export const`, `class` and `function`;
    for an imported module with a top-level `await`; and for a part that has a part or is imported at once.
    """
    script = _Script(folder)
    entry = script.read(name)
    needed = Counter(module for later in script.later for module in _Script(folder, script.taken).all(later))
    for module in [module for module, times in needed.items() if times > 1]:
        script.take(module)
    calls, parts = {}, {}
    for later in script.later:
        calls[later], parts[later] = _part(folder, name, script, later)
    text = "\n".join((*script.taken.values(), f"// {name}\n{entry}"))
    return Bundle(_CALL.sub(lambda found: calls[found[1]], text), parts)


def _part(folder: Path, name: str, script: "_Script", later: str) -> tuple[str, str]:
    """The expression that loads a part of the script, and the part."""
    part = _Script(folder, script.taken)
    made = part.take(later)
    if later in script.taken or part.later:
        raise ValueError(f"{later} cannot be a part of {name}: it has one, or is imported at once")
    own = "\n".join(text for module, text in part.taken.items() if module not in script.taken)
    needed = {int(number) for number in _TAKEN.findall(own)}
    given = ", ".join(f"${number}" for number in sorted(needed) if number < len(script.taken))
    address = f"./{posixpath.basename(name)}/{later}"
    call = f'import("{address}").then(({{ part }}) => part({given}))'
    once = f"(made ??= (() => {{\n{own}return {made};\n}})());"
    return call, f"let made;\nexport const part = ({given}) => {once}\n"


class _Script:
    """The modules of a script by path, each as a statement that runs it; some may be there already."""

    def __init__(self, folder: Path, there: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.taken = dict(there or {})
        self.later: dict[str, None] = {}

    def take(self, name: str, above: tuple[str, ...] = ()) -> str:
        """The variable with the exports of the module, which is added if it is missing."""
        if name not in self.taken:
            text = self.read(name, above)
            self.taken[name] = _function(f"${len(self.taken)}", name, text)
        return f"${list(self.taken).index(name)}"

    def all(self, name: str) -> list[str]:
        """The modules that are missing for this one."""
        before = len(self.taken)
        self.take(name)
        return list(self.taken)[before:]

    def read(self, name: str, above: tuple[str, ...] = ()) -> str:
        """The module's text with imports replaced by variables; what it imports is added."""
        if name in above:
            raise ValueError(
                f"{name} imports itself by way of {' and '.join(above[above.index(name) + 1 :])}"
            )

        def path_of(imported: str) -> str:
            return posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))

        def at_once(found: re.Match[str]) -> str:
            names, path = found.groups()
            variable = self.take(path_of(path), (*above, name))
            taken = names.removeprefix("* as ") if names.startswith("*") else re.sub(r"\bas\b", ":", names)
            return f"const {taken} = {variable};"

        def later(found: re.Match[str]) -> str:
            self.later[path_of(found[1])] = None
            return f'$later("{path_of(found[1])}")'

        written = (self.folder / name).read_text(encoding="utf-8")
        _refuse(_TEXT_OF_LINES, written, name)
        text = _LATER.sub(later, _IMPORT.sub(at_once, _COMMENT.sub("", written)))
        _refuse(_IMPORT_LEFT, text, name)
        return text


def _function(result: str, name: str, text: str) -> str:
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", text)
    _refuse(_NOT_IN_FUNCTION, body, name)
    return f"// {name}\nconst {result} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _refuse(statement: re.Pattern[str], text: str, name: str) -> None:
    found = statement.search(text)
    if found:
        raise ValueError(f"{name} cannot be bundled: {found[0]}")
