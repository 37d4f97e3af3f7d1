"""Every choice has words on the page of a new table, and there are no other words."""

from itertools import chain

from replays.clocks.controls import CONTROLS
from replays.clocks.spec import TimeControl
from service.application.i18n.games import clocks


def test_every_time_control_has_words() -> None:
    """Each has an entry in the registry and one in the words."""
    assert CONTROLS.keys() == clocks.WORDS.keys() == set(TimeControl)


def test_every_length_of_time_has_words() -> None:
    """Each is asked for only with controls that use it."""
    assert clocks.FIELDS.keys() == set(chain.from_iterable(kind.fields for kind in CONTROLS.values()))
    asked = {name: controls for name, _, controls in clocks.times()}
    assert asked["seconds"] == "per_turn bank"
    assert asked["cap"] == "fischer"


def test_time_runs_under_all_but_one() -> None:
    """Questions about time-outs apply to these controls."""
    assert clocks.clocked() == "per_turn fischer bank"
