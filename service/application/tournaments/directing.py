"""Acting on the record of a tournament, with players and games as people name them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from replays.commands.handler import ChangedAggregate
from replays.events import tournament_events as events
from replays.log.event_log import CommandId
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.directing import Grounds
from service.application.tournaments.acts import ActKind, MemberForm
from service.application.tournaments.entries import Entries
from service.application.tournaments.naming import NamedPlayers

_CALLS_IN = (events.TournamentEntrantReplaced, events.TournamentDeputyNamed)
"""Acts that give another player a place or an office, of which the player gets a notice."""


@dataclass(frozen=True, slots=True)
class Directing:
    """Carries out acts. Methods raise `Refusal` and `StoreAway`."""

    entries: Entries

    def act(
        self,
        tournament: Tournament,
        kind: ActKind,
        why: Grounds,
        members: Mapping[str, Any],
        command: CommandId | None,
    ) -> ChangedAggregate[Tournament]:
        """Carry out an act; codes of its decision, of `NotFound`, and of a substitute's admission.

        Raises `TooOften` for acts that put others into the tournament.
        """
        if kind.event in _CALLS_IN:
            self.entries.count(why.by)

        def decide(now: Tournament, at: int) -> list[EventDraft]:
            found = {
                each.name: self._value(now, each.form, members[each.name])
                for each in kind.members
                if each.name in members
            }
            drafts = kind.decide(now, why, at, **found)
            if kind.event is events.TournamentEntrantReplaced:
                self.entries.check_admitted(now, found["player"], why.by, at)
            if kind.event is events.TournamentDeputyNamed:
                self.entries.check_willing(found["player"], why.by, at)
            return drafts

        return self.entries.tournaments.change(tournament, decide, command)

    def _value(self, tournament: Tournament, form: MemberForm, value: Any) -> Any:
        if form is MemberForm.PLAYER:
            return NamedPlayers(self.entries.players).player(value)
        if form is MemberForm.GAME:
            return game_number(tournament, value)
        if form is MemberForm.GAMES:
            return [game_number(tournament, each) for each in value]
        return value


def game_number(tournament: Tournament, game: int | str) -> int:
    """The number of a game that is named by it, or by its id: `tournament/unknown-game`."""
    if isinstance(game, int):
        return game
    found = next((table.number for table in tournament.games if table.id == game.lower()), None)
    if found is None:
        raise Refusal("tournament/unknown-game", "this is no game of the tournament")
    return found
