"""The inboxes on a fake server in memory, for tests of the notices that a log implies."""

from collections.abc import Mapping, Sequence

from harness.store.fake_log import fake_store
from service.application.account_keys import blocked_key, profile_key
from service.application.notices.inboxes.inboxes import InboxChange
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.notice import Notice


class FakeInboxes(StoredInboxes):
    """The inboxes of players who all have an account; they know every notice that a player ever got."""

    def __init__(self) -> None:
        self._fake = fake_store()
        super().__init__(self._fake)
        self._made: dict[str, dict[int, Notice]] = {}

    def players(self) -> set[str]:
        """The players with an inbox."""
        return set(self._made)

    def block(self, player: str, other: str) -> None:
        """Let the player block another one."""
        self._fake.hset(str(blocked_key(player)), other, "1")

    def made(self, player: str) -> list[Notice]:
        """Every notice that the player ever got, in order, including those that are gone."""
        return list(self._made[player].values())

    def write_each(self, changes: Mapping[str, Sequence[InboxChange]]) -> dict[str, int]:
        """Apply the changes, one at a time, so that one does not replace what another has made."""
        told = {player: self._written(player, each) for player, each in changes.items()}
        return {player: unread for player, unread in told.items() if unread is not None}

    def _written(self, player: str, changes: Sequence[InboxChange]) -> int | None:
        self._fake.hset(str(profile_key(player)), "name", player)
        made = self._made.setdefault(player, {})
        told = None
        for change in changes:
            unread = super().write_each({player: [change]}).get(player)
            told = told if unread is None else unread
            made |= {kept.position: kept.notice for kept in self.after(player, max(made, default=0))}
        return told
