"""The search for finished games, as viewers see its results."""

from dataclasses import dataclass
from typing import NamedTuple

from replays.match.aggregate import Match
from replays.match.matches import Matches
from service.application.accounts.players import Players
from service.application.cursors import Cursors, refusing_wrong_cursor
from service.application.games.search.finder import Finder, GameFilters
from service.application.games.sight import Sight


class FoundGames(NamedTuple):
    """A page of finished games, their total number, and the sealed cursor of the next page."""

    matches: list[Match]
    total: int
    next: str | None


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Finds the games that a viewer may see."""

    finder: Finder
    players: Players
    cursors: Cursors
    matches: Matches

    def page(self, wanted: GameFilters, cursor: str | None, limit: int, sight: Sight) -> FoundGames:
        """The finished games that match and that the viewer may see, latest end first.

        Nothing is found for an erased player, or one whose page the viewer may not see. 422 `request/invalid`
        for an invalid cursor, 503 `search/not-built` while the index is being built.
        """
        asker = sight.player
        profiles = self.players.profiles(wanted.players)
        if not all(profile and profile.page.includes(asker, profile.id) for profile in profiles.values()):
            return FoundGames([], 0, None)
        with refusing_wrong_cursor():
            found = self.finder.find(wanted, asker, limit=limit, cursor=self.cursors.open(cursor))
        matches = list(filter(sight.may_see, self.matches.readable(found.games)))
        return FoundGames(matches, found.total, self.cursors.seal(found.next))
