"""What all pages of one tournament need: its state, the names of its people, and the viewer's part in it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Flask, render_template, request

from replays.events.tournament_events import StandingRow
from replays.match.aggregate import Match
from replays.tournament.aggregate import Entrant, Tournament, TournamentRound, TournamentTable
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.results import result, standing_rows
from replays.tournament.standings.scores import Result
from replays.tournament.view import is_provisional, round_status, status
from service.application.games.lists.my_games import waits_for
from service.application.i18n.speaking import gettext
from service.application.i18n.tournaments import numbers, words
from service.application.i18n.tournaments.people import EntrantNames, people_in
from service.application.problem import Problem
from service.pages.shared.current_player import me
from service.pages.tournaments.showing.previews import preview_of
from service.services import services
from service.shared.visibility import series_of, sight

LONGEST_VERSION = 9
"""The maximum number of digits of a version in a URL."""


@dataclass(frozen=True)
class ShownTournament:
    """A tournament at one version, as its pages show it.

    `viewer` is the signed-in player, or None; `now` is the tournament at its last version.
    """

    tournament: Tournament
    names: EntrantNames
    viewer: str | None
    now: Tournament

    @cached_property
    def rows(self) -> tuple[StandingRow, ...]:
        """The standings, best first."""
        return standing_rows(self.tournament)

    @property
    def status(self) -> str:
        """The status as in the API."""
        return status(self.tournament)

    @property
    def provisional(self) -> bool:
        """True if the standings may still change."""
        return is_provisional(self.tournament)

    @property
    def directs(self) -> bool:
        """True if the viewer directs the tournament."""
        return self.tournament.directs(self.viewer)

    @cached_property
    def own(self) -> Entrant | None:
        """The entrant for whom the viewer plays, or None."""
        return self.tournament.entrant_of(self.viewer) if self.viewer else None

    @property
    def is_out(self) -> bool:
        """True if the viewer has withdrawn, or was withdrawn."""
        return self.own is not None and self.own.number in self.tournament.withdrawn

    @property
    def winners(self) -> str:
        """The names of those who share the first place."""
        return self.names.listed(row.entrant for row in self.rows if row.place == 1)

    @property
    def is_past(self) -> bool:
        """True if the record has later events."""
        return self.tournament.head.version < self.last

    @property
    def last(self) -> int:
        """The last version of the record."""
        return self.now.head.version

    @property
    def query(self) -> str:
        """The query of links to pages of the same version; empty for the present one."""
        return f"?version={self.tournament.head.version}" if self.is_past else ""

    @property
    def closed(self) -> list[TournamentRound]:
        """The rounds that are signed off now."""
        return [each for each in self.now.rounds if each.closed is not None]

    def result(self, table: TournamentTable) -> Result | None:
        """The result of a table that counts, or None."""
        return result(self.tournament, table)

    def done(self, round_: TournamentRound) -> int:
        """The number of tables of a round that have a result."""
        return sum(map(self.tournament.has_result, round_.tables))

    def round_status(self, number: int) -> str:
        """The status of a round as in the API."""
        return round_status(self.tournament, self.tournament.rounds[number - 1])

    @cached_property
    def own_games(self) -> list[tuple[int, TournamentTable, Match]]:
        """The viewer's games that still run, those that wait for the viewer first, each with its round."""
        running = {
            table.id: (round_.number, table)
            for round_ in self.tournament.rounds
            if round_.opened_at is not None
            for table in round_.tables
            if table.scored is None and self.plays(table, round_.number)
        }
        matches = services().tables.matches.readable(running)
        found = [(*running[match.id], match) for match in matches if not match.is_over]
        return sorted(found, key=lambda each: not self.waits(each[2]))

    def waits(self, match: Match) -> bool:
        """True if the game waits for the viewer."""
        return self.viewer is not None and waits_for(match, self.viewer)

    def plays(self, table: TournamentTable, number: int) -> bool:
        """True if the viewer plays at a table of a round."""
        players = (self.tournament.sitter_in(each, number).player for each in table.entrants)
        return self.viewer is not None and self.viewer in players


def register(app: Flask) -> None:
    """Register the template functions and words of tournaments."""
    app.add_template_global(numbers.points, "tournament_points")
    app.add_template_global(numbers.tie_break, "tie_break")
    app.jinja_env.globals["tournament_words"] = words


def found(text: str) -> ShownTournament:
    """The tournament with this id; 404 if there is none that the viewer may see."""
    now = series_of(TOURNAMENTS, text)
    return _shown(now, now)


def found_at(text: str) -> ShownTournament:
    """The tournament at the version in the query, or now; 404 `version/unknown` if it has no such version."""
    now = series_of(TOURNAMENTS, text)
    last = now.head.version
    asked = request.args.get("version", str(last))
    if not (
        asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_VERSION and 1 <= int(asked) <= last
    ):
        detail = gettext("There are the versions 1 to %(last)s, not %(asked)s.", last=last, asked=asked[:40])
        raise Problem(404, "version/unknown", detail)
    return _shown(services().shown_tournaments.at_version(now, int(asked)), now)


def _shown(tournament: Tournament, now: Tournament) -> ShownTournament:
    """A tournament with the names of its people, for the viewer of the request."""
    here = me()
    names = EntrantNames(tournament, services().players.names(people_in(now)))
    return ShownTournament(tournament, names, here["id"] if here else None, now)


def page(template: str, of: ShownTournament, **values: Any) -> str:
    """A page of the tournament; its templates call it `shown`."""
    key = sight().given_key(of.tournament)
    more = {"shown": of, "tournament": of.tournament, "key": key, "preview": preview_of(of.tournament)}
    return render_template(f"tournaments/{template}", **more, **values)
