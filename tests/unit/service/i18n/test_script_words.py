"""No script has words of its own: what it says comes from the catalogue, by keys."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import service

STATIC = Path(service.__file__).parent / "static"
TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | (?<=[(,=:\[!&|?{;\n])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/
        | "(?P<double>(?:\\.|[^"\\\n])*)" | '(?P<single>(?:\\.|[^'\\\n])*)' | `(?P<back>(?:\\.|[^`\\])*)`""",
    re.DOTALL | re.VERBOSE,
)
"""A comment, a regular expression, or a string."""

SENTENCE = re.compile(r"^\W*[A-Z][^;{<=]*[^\W\d_]{2,} [^\W\d_]|[^\W\d_]{2,} [^\W\d_]{2,}\b[^;{<=]*[.!?…]\s*$")
"""Several words of which the first has a capital letter, or that end as sentences do."""


def strings(script: str) -> Iterator[str]:
    """What stands between quotes in a script; a letter in place of what a template puts in."""
    for token in TOKEN.finditer(script):
        yield token["double"] or token["single"] or re.sub(r"\$\{[^}]*\}", "x", token["back"] or "")


def sentences(script: str) -> list[str]:
    """The strings of a script that look like something said to people."""
    return [text for text in strings(script) if SENTENCE.search(text)]


def test_no_script_has_a_sentence_of_its_own() -> None:
    """What is said to people stands in `service/i18n/`, never in a script."""
    found = {path.name: sentences(path.read_text()) for path in STATIC.rglob("*.js")}
    assert len(found) > 50
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('throw new Fault("There is no event.");', ["There is no event."]),
        ("text = `All ${lines.length} lines are good`;", ["All x lines are good"]),
        ("say('table.yours'); // It is Your turn.", []),
        ("Add = `Placed by ${name}, at last.`", ["Placed by x, at last."]),
        ('if (/^"A b/.test(x)) f("card waiting", "Escape", "SHA-256", "button.primary .name");', []),
    ],
)
def test_what_looks_like_a_sentence(script: str, said: list[str]) -> None:
    """Words between quotes are found in strings of every kind, not in comments, and names are none."""
    assert sentences(script) == said
