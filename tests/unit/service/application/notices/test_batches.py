"""A batch of appends costs one write of inboxes and one announcement, however many appends it has."""

from collections.abc import Collection, Mapping, Sequence

from harness.play.correspondence import Correspondence
from harness.store.fake_inboxes import FakeInboxes
from replays.projections.follower import Round
from service.application.notices.inboxes.inboxes import InboxChange
from service.application.notices.projection.projector import Projector


class CountedInboxes(FakeInboxes):
    """Inboxes that keep the players of each write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[list[str]] = []

    def write_each(self, changes: Mapping[str, Sequence[InboxChange]]) -> dict[str, int]:
        """Write, and keep whose inboxes."""
        self.writes.append(list(changes))
        return super().write_each(changes)


def test_a_backlog_is_written_once_for_each_player() -> None:
    """Thirty moves that wait are one write, in which each player is once, and one announcement."""
    table, inboxes = Correspondence(3, players=2), CountedInboxes()
    announced: list[list[str]] = []

    def announce(players: Collection[str]) -> None:
        announced.append(sorted(players))

    projector = Projector(table.log, inboxes, lambda: table.now, announce)
    table.fill(None)
    while projector.go_on(0):
        pass
    inboxes.writes.clear()
    announced.clear()
    for _ in range(30):
        table.move()
    done: Round = projector.go_on(0)
    assert done.entries == 30
    [written] = inboxes.writes
    players = sorted(table.player(seat) for seat in range(2))
    assert sorted(written) == players
    assert announced == [players]
