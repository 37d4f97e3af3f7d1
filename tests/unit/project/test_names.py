"""The names of classes: one name, one meaning."""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from marshmallow import Schema

from replays.events.dynasty_events import DynastyEvent
from replays.events.game_events import GameEvent
from tests.unit.project.tree import PRODUCTS


def classes() -> Iterator[type]:
    """All classes of the products' modules."""
    for product in PRODUCTS:
        for module in walk_packages(import_module(product).__path__, f"{product}."):
            if not module.name.endswith("__main__"):
                members = vars(import_module(module.name)).values()
                own = (each for each in members if getattr(each, "__module__", "") == module.name)
                yield from (each for each in own if isinstance(each, type))


def form(each: type) -> str:
    """What the class is: the form of a value in the API or in the log, or a value."""
    if issubclass(each, Schema):
        return "schema"
    return "stored event" if issubclass(each, GameEvent | DynastyEvent) else "value"


@pytest.mark.slow
def test_only_a_value_and_its_forms_share_a_name() -> None:
    """Two different things have different names, so that a search finds one of them."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for each in classes():
        found[each.__name__, form(each)].add(each.__module__)
    assert {"schema", "value"} <= {what for name, what in found if name == "Kingdom"}
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
