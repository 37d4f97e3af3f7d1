"""Drawings of boards: terrains that differ without colour, legible crowns, optional letters."""

import re
from base64 import b64encode
from itertools import combinations

import pytest
from playwright.sync_api import Page

from harness.browser.at_table import Player, table
from kingdomino.board.terrain import Terrain

SIZE = 40
"""The width of a square in pixels at which it must be readable."""
LEAST_DIFFERENCE = 0.1
"""The minimum share of pixels whose brightness differs between two terrains without their colours."""
BRIGHT, DARK = 0.55, 0.08
"""The minimum WCAG luminance of a crown, and the maximum of its plate: a contrast of 4.6; text needs 4.5."""
CROWNS = (16, 15, 12)
"""The widths of one, two and three crowns, in units of 1/40 square."""

ALONE = """([ids, size]) => {
    const make = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);
    document.body.replaceChildren(document.querySelector('.shapes'));
    const sheet = make('svg');
    const set = (node, values) => {
        for (const [name, value] of Object.entries(values)) node.setAttribute(name, value);
    };
    set(sheet, { width: size, height: size, id: 'sheet', viewBox: '0 0 40 40' });
    for (const id of ids) {
        const use = make('use');
        set(use, { width: 40, height: 40, href: `#${id}` });
        sheet.append(use);
    }
    document.body.append(sheet);
}"""
"""Shows these shapes on top of each other, in place of everything else."""
UNCOLOURED = "() => { for (const tile of document.querySelectorAll('.tile')) tile.style.fill = '#888'; }"
PIXELS = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [...canvas.getImageData(0, 0, image.width, image.height).data];
}"""
COVERED = """async () => {
    const { drawPlaced } = await import("/static/board/domino.js");
    const letter = document.querySelector("#tile-lake .letter-ground");
    const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(letter.getAttribute(name)));
    return [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap(([x, y]) => {
        const halves = [{ x: 0, y: 0, terrain: "lake" }, { x, y, terrain: "forest" }];
        const ground = drawPlaced(48, halves).querySelector(".number-ground");
        const [left, top, width, height] = ["x", "y", "width", "height"].map(
            (name) => Number(ground.getAttribute(name)));
        return halves.map((half) => {
            const [across, down] = [40 * half.x + cx, cy - 40 * half.y];
            const nearest = [[across, left, left + width], [down, top, top + height]].map(
                ([at, from, to]) => Math.min(Math.max(at, from), to));
            return Math.hypot(across - nearest[0], down - nearest[1]) < r;
        });
    });
}"""
"""For each half of a domino in each direction, true if its number covers the letter."""
READINGS = """() => [...document.querySelectorAll('.board .domino > .reading, .lines .domino > .reading')]
    .filter((each) => each.getBoundingClientRect().width > 0).length"""


@pytest.fixture
def sheet(page: Page) -> Page:
    """Give a page that has all shapes."""
    page.goto("/rules")
    return page


def drawn(page: Page, *ids: str) -> list[tuple[int, ...]]:
    """The pixels of these shapes, row by row: red, green and blue."""
    page.evaluate(ALONE, [ids, SIZE])
    png = b64encode(page.locator("#sheet").screenshot()).decode()
    values: list[int] = page.evaluate(PIXELS, png)
    return [tuple(values[at : at + 3]) for at in range(0, len(values), 4)]


def luminance(pixel: tuple[int, ...]) -> float:
    """The relative luminance by WCAG."""
    shares = [value / 255 for value in pixel]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_every_terrain_has_shapes_of_its_own(sheet: Page) -> None:
    """Any two drawings of the ten terrains differ on the same ground, without letters or colours."""
    sheet.evaluate(UNCOLOURED)
    variants = [f"tile-{each.word}{end}" for each in Terrain for end in ("", "-1", "-2")]
    greys = {each: [sum(p) / 3 for p in drawn(sheet, each)] for each in variants}
    assert len(greys) == 30
    for one, other in combinations(greys, 2):
        pairs = zip(greys[one], greys[other], strict=True)
        different = sum(abs(a - b) > 24 for a, b in pairs) / SIZE**2
        assert different >= LEAST_DIFFERENCE, (one, other)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_crowns_can_be_read_on_a_small_square(sheet: Page, count: int) -> None:
    """At 40 pixels, on every terrain, bright crowns are separate on a dark plate."""
    size = CROWNS[count - 1]
    row = SIZE * round(2.5 + 0.7 * size)
    left, right = round(20 - size * count / 2), round(20 + size * count / 2)
    for terrain in ("wheat", "forest", "lake", "grassland", "swamp", "mine"):
        pixels = drawn(sheet, f"tile-{terrain}", f"crowns-{count}")
        plate = "".join(_shade(pixel) for pixel in pixels[row + left : row + right])
        assert re.fullmatch(rf"(d+-?b+-?){{{count}}}d+", plate), (terrain, plate)


def _shade(pixel: tuple[int, ...]) -> str:
    """The letter b for a bright pixel, d for a dark one (at least 4.5 in contrast); otherwise a dash."""
    return "b" if luminance(pixel) > BRIGHT else "d" if luminance(pixel) < DARK else "-"


def test_no_number_covers_a_letter(people: tuple[Player, Player]) -> None:
    """In every direction of a domino, the letters of both halves are beside its number."""
    ann, _ = people
    ann.page.goto("/tutorial")
    covered = ann.page.evaluate(COVERED)
    assert len(covered) == 8
    assert not any(covered), covered


def test_letters_and_numbers_are_drawn_for_those_who_want_them(people: tuple[Player, Player]) -> None:
    """Letters and numbers are off by default; a preference or the system's contrast setting shows them."""
    ann, bob = people
    game = table(ann, 2, first_line="seated")
    bob.api(f"/games/{game}/seats", "POST", {})
    ann.open(game)
    prefer = "value => import('/static/shared/preferences.js').then((all) => all.prefer('letters', value))"
    assert ann.page.evaluate(READINGS) == 0
    ann.page.evaluate(prefer, arg=True)
    assert ann.page.evaluate(READINGS) == 4
    ann.page.evaluate("localStorage.clear()")
    ann.page.emulate_media(forced_colors="active")
    ann.open(game)
    assert ann.page.evaluate(READINGS) == 4
    ann.page.evaluate(prefer, arg=False)
    assert ann.page.evaluate(READINGS) == 0
    ann.page.evaluate("localStorage.clear()")
    ann.page.emulate_media(forced_colors="none")
