"""Bundles a module with all its imports into one script, so that a page requests one file instead of sixty.

The modules stay as written, except that comment lines, a quarter of the size, are removed. They appear in the
order in which a browser runs them. Each imported module becomes a function, called once, that returns its
exports; the requested module comes last. Statements are recognized line by line, because the formatter
(Biome) writes each import and export in one way.
"""

import posixpath
import re
from pathlib import Path

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.{1,2}/[^"]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
_IMPORT_LEFT = re.compile(r"^import\b.*|\bimport(?:\(|\.meta).*", re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
# A line with one end of a template literal: after it, text can look like a comment.
_TEXT_OF_LINES = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)
_NOT_IN_FUNCTION = re.compile(r"^(?:export|await)\b.*", re.MULTILINE)


def bundle(folder: Path, name: str) -> str:
    """The script of the module at this path in the folder, with all its imports.

    Raises ValueError for circular imports; for a template literal of several lines; for an import or export
    in another form than `import {…}`, `import * as`, `export const`, `class` and `function`; and for an
    imported module with a top-level `await`.
    """
    imported: dict[str, str] = {}
    entry = _with_imports(folder, name, imported, ())
    return "\n".join((*imported.values(), f"// {name}\n{entry}"))


def _with_imports(folder: Path, name: str, imported: dict[str, str], above: tuple[str, ...]) -> str:
    """The module's text with imports replaced by function results, which are added to `imported` by path."""
    if name in above:
        raise ValueError(f"{name} imports itself by way of {' and '.join(above[above.index(name) + 1 :])}")

    def take(found: re.Match[str]) -> str:
        names, path = found.groups()
        module = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if module not in imported:
            text = _with_imports(folder, module, imported, (*above, name))
            imported[module] = _function(f"${len(imported)}", module, text)
        taken = names.removeprefix("* as ") if names.startswith("*") else re.sub(r"\bas\b", ":", names)
        return f"const {taken} = ${list(imported).index(module)};"

    written = (folder / name).read_text(encoding="utf-8")
    _refuse(_TEXT_OF_LINES, written, name)
    text = _IMPORT.sub(take, _COMMENT.sub("", written))
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
