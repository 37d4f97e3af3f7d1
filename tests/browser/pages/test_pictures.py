"""Pictures match the pages: the same shapes and colours, drawn by another program."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page

from harness.service import API, Service
from service.application.pictures import layout
from tests.browser.table.test_result import INDEX, stored

SIDE = 140
"""The size in pixels in which both are compared; at this size their edges are equally soft."""
SAME = 8.0
"""The maximum mean difference of a channel, of 255: the two programs smooth edges differently."""
OTHER = 20.0
"""The minimum mean difference of two different kingdoms."""


def shown(image: bytes) -> Image.Image:
    """The picture in the size for comparison, without its rounded corners."""
    found = Image.open(BytesIO(image)).convert("RGB")
    return found.resize((SIDE, SIDE), Image.Resampling.BOX).crop((4, 4, SIDE - 4, SIDE - 4))


def board_of(picture: bytes) -> bytes:
    """The board in a picture of one kingdom."""
    spot = layout.kingdom().kingdoms[0]
    top = spot.y + layout.NAME
    whole = Image.open(BytesIO(picture))
    cut = BytesIO()
    whole.crop((spot.x, top, spot.x + spot.width, top + spot.width)).save(cut, "PNG")
    return cut.getvalue()


def difference(one: bytes, other: bytes) -> float:
    """The mean difference of two pictures."""
    return max(ImageStat.Stat(ImageChops.difference(shown(one), shown(other))).mean)


@pytest.mark.parametrize("name", ["classic-4-drawn", "origins-tribe-4"])
def test_a_kingdom_looks_as_on_its_page(still_page: Page, service: Service, name: str) -> None:
    """A kingdom's PNG and SVG match its page; the kingdom of another seat does not."""
    game = stored(service, name)
    assert not INDEX[name].dynasty
    still_page.emulate_media(color_scheme="light")
    still_page.goto(f"/games/{game}")
    page = still_page.locator(".own .board").screenshot()
    http = service.http()
    own, other = (http.get(f"{API}/games/{game}.png?seat={seat}").body for seat in (0, 1))
    assert difference(page, board_of(own)) < SAME
    assert difference(page, board_of(other)) > OTHER
    still_page.set_viewport_size({"width": 600, "height": 644})
    still_page.goto(f"{API}/games/{game}.svg?seat=0")
    assert difference(still_page.screenshot(), own) < SAME


def test_a_replay_leads_to_the_picture_of_its_move(page: Page, still_page: Page, service: Service) -> None:
    """The link leads to the picture of the move shown; without scripts, of the move in the URL."""
    game = stored(service, "classic-4-drawn")
    for each, address, version in ((still_page, "?version=30", 30), (page, "#m40", 40)):
        each.goto(f"/games/{game}/replay{address}")
        each.wait_for_selector("#copy-link", state="visible" if each is page else "attached")
        with each.expect_response(f"**/api/v1/games/{game}.png**") as asked:
            each.locator("#picture").click()
        assert asked.value.status == 200
        assert asked.value.url.endswith(f".png?version={version}&lang=en")
