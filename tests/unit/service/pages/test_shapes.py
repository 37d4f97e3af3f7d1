"""Everything on a board has a drawing on every page."""

import re

from harness.play.signing_in import World
from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.terrain import Terrain

SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


def test_whatever_lies_on_a_board_has_a_shape_of_its_own() -> None:
    """Terrains, resources and cavemen have distinct shapes without letters."""
    world = World()
    page = world.app.test_client().get("/rules").text
    world.hub.close()
    drawn = dict(SYMBOL.findall(page))
    cavemen = [drawn[f"caveman-{caveman.value}"] for caveman in Caveman]
    assert len(set(cavemen)) == len(Caveman)
    assert not any("<text" in drawing for drawing in cavemen)
    assert {resource.value for resource in Resource} <= drawn.keys()
    assert {f"tile-{terrain.word}" for terrain in Terrain} <= drawn.keys()
