"""The displayed names of a tournament's entrants."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kingdomino.policies import plain_name
from replays.events import tournament_events as events
from replays.match.aggregate import Sitter
from replays.tournament.aggregate import Tournament
from replays.tournament.schedules.forms import Player
from replays.tournament.tournaments import at_pairing, sitter_at
from service.application.i18n.games.bots import WORDS as BOTS
from service.application.i18n.speaking import gettext, pgettext, present

NAMING = (
    events.TournamentEntrantReplaced,
    events.TournamentDeputyNamed,
    events.TournamentDeputyDismissed,
)
"""The acts that name a player."""


class EntrantName(NamedTuple):
    """The displayed name of an entrant, and the player whose page it links to.

    `player` is None for bots and erased accounts.
    """

    number: int
    name: str
    player: str | None


class EntrantNames:
    """The names of a tournament's entrants, whom it numbers from 0 as the record does.

    `names` has the current name of each player, None for an erased account.
    """

    def __init__(self, tournament: Tournament, names: Mapping[str, str | None]) -> None:
        self._tournament = tournament
        self._names = names
        self._now: dict[int, EntrantName] = {}
        self._then: dict[int, Tournament] = {}

    def __getitem__(self, entrant: int) -> EntrantName:
        """Who plays for the entrant in the next round."""
        found = self._now.get(entrant)
        if found is None:
            found = self._named(entrant, self._tournament.sitter(Player(entrant)))
            self._now[entrant] = found
        return found

    def at(self, entrant: int, number: int) -> EntrantName:
        """Who plays for the entrant in a round."""
        then = self._then.get(number) or self._then.setdefault(number, at_pairing(self._tournament, number))
        return self._named(entrant, sitter_at(then, Player(entrant), number))

    def listed(self, entrants: Iterable[int]) -> str:
        """The names of several entrants as one text."""
        return present().sequence(self[each].name for each in entrants)

    def of_player(self, player: str) -> str:
        """The current name of a player, who need not be an entrant."""
        return self._names.get(player) or pgettext("name", "Somebody")

    def _named(self, entrant: int, sitter: Sitter) -> EntrantName:
        if sitter.bot is not None:
            words = BOTS[plain_name(sitter.bot)]
            level = str(words.level or words.choice)
            name = gettext("Bot %(number)s (%(level)s)", number=entrant + 1, level=level)
            return EntrantName(entrant, name, None)
        known = self._names.get(sitter.player)
        return EntrantName(entrant, known or pgettext("name", "Somebody"), sitter.player if known else None)


def people_in(tournament: Tournament) -> list[str]:
    """The ids of all players whom a tournament names: entrants, directors, who acted, and whom acts name."""
    entrants = (sitter.player for sitter in tournament.everybody if sitter.bot is None)
    actors = (each.by for each in tournament.acts)
    named = (each.event.player for each in tournament.acts if isinstance(each.event, NAMING))
    return list(dict.fromkeys((tournament.opener, *tournament.deputies, *entrants, *actors, *named)))
