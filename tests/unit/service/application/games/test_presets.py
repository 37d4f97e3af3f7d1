"""What the form of a new game preselects."""

import pytest

from replays.clocks.forms import CLOCK
from service.application.games.paces import PACES, PAUSES
from service.application.games.presets import FIRST_BOT, PERSON, PRESETS, USUAL_BOT, preselected_bot
from service.application.people.records import PoolRecord


def record(won: int) -> PoolRecord:
    """The record of a player who won so many of three games against bots."""
    return PoolRecord("base-bots", 3, won, 0, 120, None)


def test_the_first_bots_are_easy() -> None:
    """Until the first win the preselected bot is an easy one; after it, a good one."""
    assert [preselected_bot(each) for each in ([], [record(0)])] == [FIRST_BOT] * 2
    assert preselected_bot([record(0), record(1)]) == USUAL_BOT


@pytest.mark.parametrize("name", [name for name, pace in PACES.items() if pace.sets])
@pytest.mark.parametrize("pause", PAUSES)
def test_paces_and_pauses_are_clocks(name: str, pause: str) -> None:
    """Every pace, with every pause, is a clock that the API takes."""
    sets = dict(PACES[name].sets)
    unit = int(sets.pop("unit", "1"))
    numbers = {field: int(value) * unit for field, value in sets.items() if field != "policy"}
    paused = {"timezone": "Europe/Berlin", **PAUSES[pause].form} if pause != "never" else None
    clock = CLOCK.read({"policy": sets["policy"], **numbers, **({"pause": paused} if paused else {})})
    assert clock.policy.value == sets["policy"]


def test_presets_name_paces() -> None:
    """Each preset has a pace of the form; those with people have a clock."""
    for preset in PRESETS.values():
        assert PACES[preset.values["pace"]].sets["policy"] != "none" or preset.values["seat"] != PERSON
