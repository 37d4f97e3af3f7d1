"""Scripts have no sentences of their own, only keys of the catalogue."""

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
"""Several words that begin with a capital letter or end like a sentence."""


def strings(script: str) -> Iterator[str]:
    """The string literals of a script; an `x` replaces each substitution."""
    for token in TOKEN.finditer(script):
        yield token["double"] or token["single"] or re.sub(r"\$\{[^}]*\}", "x", token["back"] or "")


def sentences(script: str) -> list[str]:
    """The strings of a script that look like sentences for people."""
    return [text for text in strings(script) if SENTENCE.search(text)]


@pytest.mark.slow
def test_no_script_has_a_sentence_of_its_own() -> None:
    """Sentences for people are in `service/application/i18n/`, never in a script."""
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
    """Sentences are found in strings of every kind, not in comments; names are no sentences."""
    assert sentences(script) == said
