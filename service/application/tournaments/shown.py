"""What is shown of a tournament: its state at any version or moment, with the names of its people."""

from dataclasses import dataclass
from itertools import takewhile

import orjson

from replays.encoding.identity import Version
from replays.log.event_log import EventLog
from replays.tournament.aggregate import Tournament
from replays.tournament.fold import fold
from replays.tournament.view import Names
from service.application.accounts.players import Players
from service.application.caches.answers import Document
from service.application.i18n.tournaments.people import people_in
from service.application.problem import Problem


@dataclass(frozen=True, slots=True)
class ShownTournaments:
    """The states of tournaments. Methods raise `StoreAway` and `Damaged`."""

    log: EventLog
    players: Players

    def names(self, *tournaments: Tournament) -> Names:
        """The present names of everybody in these tournaments."""
        return self.players.names(player for each in tournaments for player in people_in(each))

    def key(self, tournament: Tournament, names: Names, form: str = "state") -> tuple[object, ...]:
        """The key of what depends on the tournament's events and the names of its people alone."""
        return ("tournament", form, tournament.head.hash, *names.values())

    def at_version(self, tournament: Tournament, version: int) -> Tournament:
        """The tournament at a version; 404 `version/unknown`."""
        if not 1 <= version <= tournament.head.version:
            last = tournament.head.version
            raise Problem(
                404, "version/unknown", f"the tournament has the versions 1 to {last}, not {version}"
            )
        return self._folded(tournament, Version(version))

    def at_moment(self, tournament: Tournament, moment: int) -> Tournament:
        """The tournament as it was at a moment, in ms UTC; 404 `version/unknown` before it was announced."""
        if moment >= tournament.at:
            return tournament
        begun = takewhile(lambda each: each.record["at"] <= moment, self.log.read(tournament.id))
        found = fold(tournament.id, begun)
        if found is None:
            raise Problem(404, "version/unknown", "the tournament was announced later than that")
        return found

    def _folded(self, tournament: Tournament, version: Version) -> Tournament:
        if version == tournament.head.version:
            return tournament
        return fold(tournament.id, self.log.read(tournament.id, upto=version)) or tournament


def written(value: object) -> Document:
    """The value as a line of JSON."""
    return Document(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE))
