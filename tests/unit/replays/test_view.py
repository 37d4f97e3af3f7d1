"""What is kept of the public state is what would be made anew."""

import pytest

from kingdomino.numbers import Seat
from kingdomino.rules import GameKind, Mode, Rules
from replays import view
from replays.memory import MemoryEventLog
from replays.replay import replay
from tests.support.games import play_out, seeded, tables_on


@pytest.mark.parametrize(
    "rules",
    [Rules(middle_kingdom=True, harmony=True), Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)],
    ids=["base", "totem"],
)
def test_kept_kingdoms(rules: Rules) -> None:
    """At every version, there and back: a totem that changes hands changes what another kingdom is worth."""
    log = MemoryEventLog()
    game = play_out(tables_on(log), 3, rules, seeded(3))
    matches = [frame.match for frame in replay(log, game).frames]
    for match in [*matches, *reversed(matches)]:
        if match.game:
            anew = [view.kingdom_of(match.game, Seat(seat)) for seat in range(3)]
            assert view.state(match, {})["kingdoms"] == anew


def test_few_kingdoms_are_kept() -> None:
    """More than there is room for are shown all the same, each as it lies."""
    log = MemoryEventLog()
    game = play_out(tables_on(log), 4, Rules(), seeded(4))
    kept = view.Kept(size=5)
    for frame in replay(log, game).frames:
        for seat in map(Seat, range(4)):
            if frame.match.game:
                assert kept.kingdom(frame.match.game, seat) == view.kingdom_of(frame.match.game, seat)
                assert len(kept._kept) <= 5
