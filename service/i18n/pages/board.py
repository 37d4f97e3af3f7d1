"""What a drawn board, its table and a line of dominoes say."""

from collections.abc import Mapping

from service.i18n.speaking import Word, plural
from service.i18n.speaking import lazy_gettext as _l

WORDS: Mapping[str, Word] = {
    "terrain.wheat": _l("wheat field"),
    "terrain.forest": _l("forest"),
    "terrain.lake": _l("lake"),
    "terrain.grassland": _l("grassland"),
    "terrain.swamp": _l("swamp"),
    "terrain.mine": _l("mine"),
    "terrain.desert": _l("desert"),
    "terrain.jungle": _l("jungle"),
    "terrain.quarry": _l("quarry"),
    "terrain.volcano": _l("volcano"),
    "piece.crowns": plural("{count} crown", "{count} crowns"),
    "piece.fires": plural("{count} fire", "{count} fires"),
    "piece.craters": plural("{count} crater", "{count} craters"),
    "piece.token": plural("fire token of {count}", "fire token of {count}"),
    "piece.mammoth": _l("mammoth"),
    "piece.fish": _l("fish"),
    "piece.mushroom": _l("mushroom"),
    "piece.flint": _l("flint"),
    "caveman.hunter": _l("hunter"),
    "caveman.fisher": _l("fisher"),
    "caveman.gatherer": _l("gatherer"),
    "caveman.sculptor": _l("sculptor"),
    "caveman.painter": _l("painter"),
    "caveman.fire_keeper": _l("fire keeper"),
    "caveman.shaman": _l("shaman"),
    "caveman.warrior1": _l("warrior of strength 1"),
    "caveman.warrior2": _l("warrior of strength 2"),
    "caveman.warrior3": _l("warrior of strength 3"),
    "board.castle": _l("castle"),
    "board.hut": _l("hut"),
    "board.label": _l("Kingdom of {name}"),
    "line.domino": _l("Domino {number}: {halves}."),
    "king.circle": _l("circle"),
    "king.square": _l("square"),
    "king.triangle": _l("triangle"),
    "king.diamond": _l("diamond"),
}
