"""The kinds of streams: what each declares fits the other declarations."""

import pytest

from replays.commands.series import SeriesKind
from replays.events.stream_events import names
from replays.kinds import KINDS


@pytest.mark.parametrize("kind", KINDS.series, ids=lambda kind: kind.name)
def test_what_makes_a_series_due_is_stored(kind: SeriesKind) -> None:  # type: ignore[type-arg]  # of any series
    """The relay looks for these types in the feeds; one that is not stored would stop it at each entry."""
    assert names(kind.due_after)
