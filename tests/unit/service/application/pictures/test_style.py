"""The style of pictures: the pages' own, and every value is one that the library of PNGs reads."""

import re
from io import BytesIO

import pytest
from PIL import Image

from service.application.pictures.raster import png_of
from service.application.pictures.style import DRAWINGS, style, style_of

NONSENSE = "no-value-of-css"
WITHOUT_EFFECT = frozenset({"font-weight"})
"""Properties that show nothing: pictures have one font, which is bold."""
INITIAL = frozenset({("stroke-width", "1")})
"""Values that are drawn in place of one that cannot be read."""
PROBES = {
    "overflow": '<symbol id="s" class="probe" viewBox="0 0 9 9"><path d="M0,0H30V30H0Z"/></symbol>'
    '<use href="#s" x="5" y="5" width="9" height="9"/>',
    "": '<path class="probe" d="M8,8 L30,12 L12,30"/><text class="probe" x="20" y="36">Ag</text>',
}
"""Shapes on which a property shows, by property; the last one for all others."""
BEFORE = "fill:#36c;stroke:#c63;stroke-width:6;color:#639;stroke-dasharray:none"


def declarations() -> list[tuple[str, str]]:
    """Each property of the style with each of its values."""
    bodies = re.findall(r"\{([^{}]*)\}", style())
    pairs = (declared.partition(":") for body in bodies for declared in body.split(";") if declared)
    return sorted({(name, value) for name, _, value in pairs})


def drawn(name: str, value: str) -> bytes:
    """The pixels of shapes with this declaration after others that can be read."""
    shapes = PROBES.get(name, PROBES[""])
    more = {"color": "fill:currentColor", "font-family": ""}.get(name, "font-family:sans-serif")
    rules = f".probe{{{BEFORE};{more};{name}:{value}}}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44"><style>{rules}</style>{shapes}</svg>'
    )
    return Image.open(BytesIO(png_of(svg))).tobytes()


def is_read(name: str, value: str) -> bool:
    """True if the library of PNGs draws this value otherwise than one that it cannot read.

    A paint is tried as fill and as stroke: what cannot be read is black as a fill, and none as a stroke.
    """
    names = ("fill", "stroke") if name in {"fill", "stroke"} else (name,)
    return any(drawn(each, value) != drawn(each, NONSENSE) for each in names)


def test_shapes_from_included_templates_have_their_paint() -> None:
    """Every template that the drawings include counts as a drawing: else its shapes are black."""
    texts = "".join(path.read_text("utf-8") for path in DRAWINGS)
    included = set(re.findall(r'include "([^"]+)"', texts))
    assert included <= {"/".join(path.parts[-2:]) for path in DRAWINGS}
    assert ".mark-ground{fill:#24544a" in style()


def test_every_value_can_be_read() -> None:
    """A value that cannot be read is drawn as none, and erases the valid one before it."""
    found = [pair for pair in declarations() if pair[0] not in WITHOUT_EFFECT and pair not in INITIAL]
    assert len(found) > 80
    assert [f"{name}: {value}" for name, value in found if not is_read(name, value)] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fill", "rebeccapurple"),
        ("fill", "rgb(1 2 3 / 50%)"),
        ("stroke", "oklch(50% 0.2 30)"),
        ("stroke-width", "calc(1px + 1px)"),
        ("display", "contents-of-a-later-css"),
    ],
)
def test_values_of_browsers_are_found(name: str, value: str) -> None:
    """The check finds a value that browsers know, or may know, and the library of PNGs does not."""
    assert not is_read(name, value)


@pytest.mark.parametrize("value", ["#000", "none", "currentColor", "black"])
def test_black_and_none_are_values(value: str) -> None:
    """They look like what cannot be read, as a fill or as a stroke, but not as both."""
    assert is_read("fill", value)


def test_the_style_is_the_pages_own() -> None:
    """Terrains and seats have their colours, without CSS that needs a browser."""
    for terrain in ("wheat", "forest", "lake", "volcano", "desert"):
        assert re.search(rf"\.tile\.{terrain}\{{fill:#\w+\}}", style())
    assert len(re.findall(r"\.seat-\d\{color:#\w+\}", style())) == 4
    assert not re.search(r"var\(|light-dark\(|color-mix\(", style())


def test_the_style_is_that_of_a_page_that_nobody_has_changed() -> None:
    """Settings of a part of the page or of readers do not count."""
    sheet = """
        :root { --paper: #fff; --ink: #000; --muted: #777; --on: none;
          --seat-0: #0; --seat-1: #1; --seat-2: #2; --seat-3: #3 }
        :root[data-on=on] { --on: inline; } .part { --on: inline; } @media (width) { :root { --on: inline; } }
        .shape { display: var(--on); }
    """
    assert ".shape{display:none}" in style_of(sheet, {"shape"})


@pytest.mark.parametrize(
    "value",
    [
        "color-mix(in srgb, red, blue)",
        "var(--nowhere)",
        "calc(1px + 1em)",
        "oklch(50% 0.2 30)",
        "rgb(1 2 3 / 50%)",
    ],
)
def test_a_style_that_needs_a_browser_is_refused(value: str) -> None:
    """Otherwise a shape would be drawn without its colour."""
    seats = "".join(f"--seat-{seat}: #000;" for seat in range(4))
    sheet = f":root {{ {seats} --paper: #fff; --ink: #000; --muted: #777 }} .shape {{ fill: {value} }}"
    with pytest.raises(ValueError, match="a shape's style needs"):
        style_of(sheet, {"shape"})
