"""The table's totems and cave board in Origins, and the names of its bonuses."""

from collections.abc import Iterable, Mapping
from typing import Any

from service.application.i18n.commands import terminal as words
from service.application.i18n.speaking import present
from service.cli.terminal.clean import clean
from service.cli.terminal.names import name

Json = Mapping[str, Any]

RULES = {"middle_kingdom": "Realm of Fire", "harmony": "Homo Habilis"}
"""The names of the bonuses in Origins (R31)."""


def plain(word: object) -> str:
    """A word of the API as readable text.

    >>> plain("fire_keeper"), plain("warrior2")
    ('fire keeper', 'warrior of strength 2')
    """
    text = clean(word, 20)
    spaced = text.replace("_", " ")
    is_warrior = text.startswith("warrior")
    return words.piece(text, f"warrior of strength {text.removeprefix('warrior')}" if is_warrior else spaced)


def table(state: Json) -> Iterable[str]:
    """The totems or the cave board, on one line, if the mode has them (R27, R29)."""
    mode = state["rules"].get("mode")
    if mode == "totem":
        holders = state["totems"].items()
        yield f"{words.TOTEMS}  " + "   ".join(
            f"{plain(resource)} {words.ON_THE_TABLE if seat is None else name(state, seat)}"
            for resource, seat in holders
        )
    if mode == "tribe":
        board = present().sequence(map(plain, state["board"])) or str(words.EMPTY)
        yield words.CAVE_BOARD.said(cavemen=board, left=words.digits(state["stack_left"]))
