"""No sentence is joined from pieces: other languages put them in another order, with other signs between."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import service
from service.application.i18n.groups import GROUPS

SERVICE = Path(service.__file__).parent
TEMPLATES = sorted(
    each for end in ("html", "svg", "txt") for each in SERVICE.glob(f"**/templates/**/*.{end}")
)
MESSAGE = re.compile(r"\{\{-?\s*n?(?:_|gettext|pgettext)\((?:[^{}]|\{[^{}]*\})*?\}\}")
CLOSED = re.compile(r"(?:</(?:a|b|strong|i|em|small|code|time|span)>)+")
OPENED = re.compile(r"(?:<(?:a|b|strong|i|em|small|code|span)\b[^<>]*>)+$")
SIGN_AFTER = re.compile(r"\s*[.,;:)?!]")
SIGN_BEFORE = re.compile(r"[(,;]\s*$")
UNFINISHED = re.compile(r"\b(since|until|than|and|or|the)[\"'][,)]")


def sign_beside(template: str, found: re.Match[str]) -> bool:
    """True if a sign outside of the message goes on with its sentence, or ends it."""
    after, before = template[found.end() :], template[: found.start()]
    if closed := CLOSED.match(after):
        after = after[closed.end() :]
    if opened := OPENED.search(before):
        before = before[: opened.start()]
    return bool(SIGN_AFTER.match(after) or SIGN_BEFORE.search(before))


def joints(path: Path) -> Iterator[str]:
    """The messages of a template to which something outside of them belongs."""
    template = path.read_text("utf-8")
    for found in MESSAGE.finditer(template):
        if sign_beside(template, found) or UNFINISHED.search(found[0]):
            yield f"{path.relative_to(SERVICE)}: {found[0]}"


def test_messages_of_templates_are_whole() -> None:
    """Signs and values of a sentence are in its message; a middle dot or a dash divides messages anywhere."""
    assert [joint for path in TEMPLATES for joint in joints(path)] == []


TERMS = {"board", "bot", "caveman", "game", "name", "piece", "points", "quantity", "terrain"}
"""The contexts of words that stand for a thing, and may be a value of a sentence as a name may."""
SCRIPTS = sorted((SERVICE / "static").glob("**/*.js"))
MODULES = sorted(SERVICE.glob("**/*.py"))
SAY = re.compile(r"\bsay\(")
KEY = re.compile(r"""\bsay\((?:"([^"]+)"|`([^`$]*)\$)""")
BY_HAND = re.compile(r"""join\((["'])[,;] \1\)""")
CONTEXTS = {key: word.context for group in GROUPS.values() for key, word in group.items()}


def call_at(script: str, start: int) -> str:
    """The call that begins here, up to its closing bracket."""
    depth = 0
    for at in range(start, len(script)):
        depth += {"(": 1, ")": -1}.get(script[at], 0)
        if depth == 0 and script[at] == ")":
            return script[start : at + 1]
    raise AssertionError(f"no end of {script[start : start + 40]}")


def values_said(script: str) -> Iterator[set[str | None]]:
    """The contexts of what a script puts into a message, for each message there."""
    for found in SAY.finditer(script):
        for whole, begun in KEY.findall(call_at(script, found.start())[4:]):
            yield {CONTEXTS[whole]} if whole else {CONTEXTS[key] for key in CONTEXTS if key.startswith(begun)}


def test_a_script_puts_only_terms_into_a_sentence() -> None:
    """A value is a name, a number or a term such as a terrain, and never a piece of a sentence."""
    found = [(path.name, contexts) for path in SCRIPTS for contexts in values_said(path.read_text("utf-8"))]
    assert len(found) >= len(TERMS)
    assert [(name, contexts) for name, contexts in found if not contexts <= TERMS] == []


def test_lists_have_the_signs_of_the_language() -> None:
    """`sequence()` and `listed()` write a list; the comma of English is none in Persian or Japanese."""
    assert [path.name for path in SCRIPTS if BY_HAND.search(path.read_text("utf-8"))] == []


def is_message(node: ast.AST) -> bool:
    """True for a call that translates."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"_", "_p", "gettext", "pgettext"}


def test_a_module_puts_only_terms_into_a_sentence() -> None:
    """The same in Python."""
    for path in MODULES:
        for call in filter(is_message, ast.walk(ast.parse(path.read_text("utf-8")))):
            assert isinstance(call, ast.Call)
            inner = [node for each in call.keywords for node in ast.walk(each.value) if is_message(node)]
            assert all(ast.literal_eval(node.args[0]) in TERMS for node in inner), path  # type: ignore[attr-defined]
