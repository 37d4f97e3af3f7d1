"""The style of pictures: the style sheet's own rules for shapes, with its light colours filled in.

Pictures are standalone, so they cannot use the custom properties of the page, and programs that draw SVG
support neither `var()` nor `light-dark()`. A seat's colour becomes `currentColor`, which a shape inherits
from the place where it is used.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

PARTS = Path(__file__).parents[2]
SHEET = PARTS / "static" / "style.css"
DRAWINGS = (
    Path(__file__).with_name("dominoes.py"),
    *map((PARTS / "templates").joinpath, ("board/shapes.html", "board/drawing.html", "shared/marks.html")),
)
SEATS = 4
SHAPES = frozenset(
    {
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
        *("stroke-linejoin", "stroke-dasharray", "opacity", "paint-order", "display", "visibility"),
        *("font-size", "font-weight", "font-family", "text-anchor", "letter-spacing", "dominant-baseline"),
    }
)
"""The properties with which shapes are drawn."""
PAINTS = frozenset({"fill", "stroke"})
"""The properties that make a rule one for shapes."""
OWN = """
symbol { overflow: visible }
.paper { fill: var(--paper) } .ink { fill: var(--ink) } .quiet { fill: var(--muted) }
.winner { fill: currentColor; fill-opacity: 0.2 }
.words { font-family: system-ui, sans-serif; font-weight: 700 }
"""
"""The rules for the parts around boards. Symbols are not clipped: that would cost as much as drawing."""

Rule = tuple[str, Mapping[str, str]]
"""Selectors, and properties with their values."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_BLOCK = re.compile(r"@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")
_LIGHT = re.compile(r"light-dark\(\s*([^(),]+)\s*,[^(),]*\)")
_NOT_ALONE = re.compile(r"[:\[>~+*()]")
_WORD = re.compile(r"[^\W_]+")
_FUNCTION = re.compile(r"[\w-]+\(")


@cache
def style() -> str:
    """The rules for shapes, without references outside of a picture."""
    drawn = "".join(path.read_text("utf-8") for path in DRAWINGS)
    return style_of(SHEET.read_text("utf-8"), frozenset(_WORD.findall(drawn)))


def style_of(sheet: str, drawn: Collection[str]) -> str:
    """The rules of this style sheet for shapes whose classes and ids consist of words in `drawn`.

    Raises ValueError for a value that needs a browser, as every CSS function does. The library that draws
    PNGs takes an unknown value for none, and drops a known one before it: a shape would be black.
    """
    rules = _rules(_BLOCK.sub("", _COMMENT.sub("", sheet)))
    roots = [body for selectors, body in rules if selectors == ":root"]
    tokens = {name[2:]: value for body in roots for name, value in body.items() if name[:2] == "--"}
    seats = "".join(f".seat-{seat} {{ color: var(--seat-{seat}) }}" for seat in range(SEATS))
    tokens["seat"] = "currentColor"
    found = [*_for_shapes(rules, drawn), *_rules(OWN), *_rules(seats)]
    return "".join(_written(selectors, body, tokens) for selectors, body in found)


def seat_colours() -> list[str]:
    """The colours of the seats, in order."""
    return re.findall(r"\.seat-\d\{color:(#\w+)\}", style())


def _rules(sheet: str) -> list[Rule]:
    return [(" ".join(selectors.split()), _declared(body)) for selectors, body in _RULE.findall(sheet)]


def _declared(body: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in body.split(";") if ":" in declaration)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _for_shapes(rules: Iterable[Rule], drawn: Collection[str]) -> Iterator[Rule]:
    """The rules that paint shapes or set their fonts, in any state of the page."""
    for selectors, body in rules:
        shape = {name: value for name, value in body.items() if name in SHAPES}
        known = [each.strip() for each in selectors.split(",") if _is_known(each, drawn)]
        if known and (PAINTS & shape.keys() or shape == body):
            yield ", ".join(known), shape


def _is_known(selector: str, drawn: Collection[str]) -> bool:
    return not _NOT_ALONE.search(selector) and all(word in drawn for word in _WORD.findall(selector))


def _written(selectors: str, body: Mapping[str, str], tokens: Mapping[str, str]) -> str:
    declared = ";".join(f"{name}:{_plain(value, tokens)}" for name, value in body.items())
    return f"{selectors}{{{declared}}}"


def _plain(value: str, tokens: Mapping[str, str]) -> str:
    """The value with its custom properties replaced by their light colours."""
    while found := _VARIABLE.search(value):
        if found[1] not in tokens:
            raise ValueError(
                f"a shape's style needs --{found[1]}, which the style sheet does not set for all pages"
            )
        value = value.replace(found[0], tokens[found[1]])
    value = _LIGHT.sub(r"\1", value)
    if _FUNCTION.search(value):
        raise ValueError(f"a shape's style needs a browser: {value}")
    return value
