"""What one viewer may see of tables and their talk, and the keys of private tables."""

from collections.abc import Callable
from dataclasses import dataclass

from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.application.games.talk.rooms import Room, rooms_of
from service.application.games.visibility import ANYBODY, Viewer, Visibility
from service.application.problem import Problem


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer may see.

    `who` returns the viewer, and is not called for tables that everybody may see. `on_private` is called when
    something is shown that not everybody may see.
    """

    visibility: Visibility
    who: Callable[[], Viewer]
    on_private: Callable[[], object] = lambda: None

    @property
    def player(self) -> str | None:
        """The signed-in player, or None."""
        return self.who().player

    def may_watch(self, table: Table) -> bool:
        """True if the viewer may watch the table to its end."""
        return self.visibility.may_watch(table, ANYBODY) or self.visibility.may_watch(table, self.who())

    def may_see(self, table: Table) -> bool:
        """True if the viewer may see the table as it is now."""
        if self.visibility.may_see(table, ANYBODY):
            return True
        shown = self.visibility.may_see(table, self.who())
        if shown:
            self.on_private()
        return shown

    def check_seen(self, table: Table | None, unknown: Callable[[], Problem]) -> None:
        """Raise the result of `unknown`, as for a missing table, if the viewer may not see the table.

        None stands for a log whose first event is damaged; anybody may learn that.
        """
        if table is None or self.visibility.may_watch(table, ANYBODY):
            return
        if not self.may_see(table):
            raise unknown()
        self.on_private()

    def rooms_for(self, match: Match) -> tuple[Room, ...]:
        """The rooms of a table's talk that the viewer may read; the first is the one they write in."""
        return rooms_of(match, self.player, may_watch=self.may_watch(match))

    def given_key(self, table: Table) -> str | None:
        """The key of a private table if the viewer has it; None if it is missing or wrong."""
        return self.visibility.valid(table, self.who().keys) if table.created.options.private else None

    def key_of(self, table: Table) -> str | None:
        """The key of a private table that the signed-in player gives others; None for a public table.

        Others get the key that they have, if any.
        """
        player = self.player
        if not table.created.options.private or player is None:
            return self.given_key(table)
        return self.visibility.key(table, player)
