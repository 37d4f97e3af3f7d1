"""What the desk shows of a tournament beyond its other pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from replays.bootstrap import now_ms
from replays.encoding.identity import Version
from replays.events import tournament_events as events
from replays.events.regulations import Code
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import OnRecord, TournamentRound, TournamentTable
from replays.tournament.deciding import opening, undoing
from replays.tournament.deciding.directing import Grounds
from replays.tournament.deciding.rounds import is_last
from replays.tournament.desk.preview import Preview, follows, preview
from replays.tournament.desk.tables import AtSignOff, OpenTable, at_sign_off, open_tables
from replays.tournament.forecast import Forecast, forecast
from replays.tournament.schedules.forms import Unpairable
from service.application.i18n.tournaments.desk import caution_words
from service.pages.tournaments.shown import ShownTournament
from service.services import services

MOST_TABLES = 12
"""The most tables without a result, and the most with one, for which the page has forms."""
MOST_PAIRED = 60
"""The most entrants whom forms list, and for whom the next round is paired unasked."""


class Dispute(NamedTuple):
    """An open dispute, and the table that it is about with its round."""

    act: OnRecord
    round: TournamentRound
    table: TournamentTable


class PreviewLine(NamedTuple):
    """A table of the preview: names by seat, and its warnings."""

    names: Sequence[str]
    warnings: Sequence[str]


@dataclass(frozen=True)
class SeenDesk:
    """The desk of a tournament for one of its directors; `now` is in ms UTC.

    `wants_preview` is true if the preview was asked for; `game` is the number of a game whose result forms
    were asked for, or None.
    """

    shown: ShownTournament
    now: int
    wants_preview: bool = False
    game: int | None = None

    @cached_property
    def tables(self) -> list[OpenTable]:
        """The tables without a result, the late ones first."""
        tournament = self.shown.tournament
        waiting = {table.id: table.number for table in tournament.games if not tournament.has_result(table)}
        readable = services().tables.matches.readable(waiting)
        return open_tables(tournament, {waiting[match.id]: match for match in readable}, self.now)

    @cached_property
    def fates(self) -> Mapping[int, AtSignOff]:
        """What the sign-off of the running round makes of these tables, by the number of the game."""
        found = at_sign_off(self.shown.tournament, self.tables, self.now)
        return {each.table.number: fate for each, fate in found}

    @property
    def first_tables(self) -> list[OpenTable]:
        """Those for which the page has forms."""
        return self.tables[:MOST_TABLES]

    @property
    def results(self) -> list[tuple[int, list[TournamentTable]]]:
        """The tables with results whose forms the page has, by round, the last round first.

        These are all, if they are few; else those of the last round, if they are few; and the one asked for.
        """
        tournament = self.shown.tournament
        found = [
            (round_.number, [table for table in round_.tables if tournament.has_result(table)])
            for round_ in reversed(tournament.rounds)
            if round_.opened_at is not None
        ]
        if self.game is not None:
            return [
                (number, [each for each in tables if each.number == self.game]) for number, tables in found
            ]
        few, room = [], MOST_TABLES
        for number, tables in found:
            room -= len(tables)
            if room < 0:
                break
            few.append((number, tables))
        return few

    @property
    def has_more_results(self) -> bool:
        """True if the page has no forms for some results."""
        tournament = self.shown.tournament
        all_ = sum(tournament.has_result(table) for table in tournament.games)
        return sum(len(tables) for _, tables in self.results) < all_

    @property
    def blocking(self) -> list[OpenTable]:
        """The tables for which the running round waits."""
        return [each for each in self.tables if self.fates.get(each.table.number) is AtSignOff.BLOCKS]

    @property
    def given_up(self) -> list[OpenTable]:
        """The tables that the sign-off of the running round gives up."""
        return [each for each in self.tables if self.fates.get(each.table.number) is AtSignOff.GIVEN_UP]

    @property
    def closes_last(self) -> bool:
        """True if the sign-off of the running round ends the tournament."""
        running = self.shown.tournament.running
        return running is not None and is_last(self.shown.tournament, running)

    @property
    def disputes(self) -> list[Dispute]:
        """The disputes that wait for an answer, oldest first."""
        found = []
        for each in self.shown.tournament.disputes:
            event = each.event
            place = self.shown.tournament.table(event.number) if isinstance(event, _DISPUTED) else None
            if place is not None:
                found.append(Dispute(each, *place))
        return found

    @cached_property
    def preview(self) -> Preview | None:
        """The next round as it would be paired now; None if none follows, or to be asked for."""
        return None if self.previews_on_request else preview(self.shown.tournament)

    @property
    def previews_on_request(self) -> bool:
        """True if the preview takes long and was not asked for."""
        tournament = self.shown.tournament
        return not self.wants_preview and len(tournament.present) > MOST_PAIRED and follows(tournament)

    @property
    def preview_lines(self) -> list[PreviewLine]:
        """The tables of the preview with their warnings."""
        found, names = self.preview, self.shown.names
        if found is None or found.pairing is None:
            return []
        tables = found.pairing.tables
        return [
            PreviewLine(
                [names[player].name for player in table],
                [caution_words(each, tables, names) for each in found.cautions if each.table == number],
            )
            for number, table in enumerate(tables)
        ]

    @property
    def general_warnings(self) -> list[str]:
        """The warnings about the preview that concern no single table."""
        found = self.preview
        if found is None or found.pairing is None:
            return []
        tables, names = found.pairing.tables, self.shown.names
        return [caution_words(each, tables, names) for each in found.cautions if each.table is None]

    @property
    def forecast(self) -> Forecast | Unpairable:
        """What those who are in would play, or why they cannot."""
        try:
            return forecast(self.shown.tournament)
        except Unpairable as impossible:
            return impossible

    @property
    def takes_entries(self) -> bool:
        """True if players can be entered now."""
        try:
            opening.check_open(self.shown.tournament)
        except Refusal:
            return False
        return True

    @cached_property
    def undoable(self) -> frozenset[Version]:
        """The versions of the acts that this director can undo now."""
        return frozenset(each.version for each in self.shown.tournament.acts if self._can_undo(each))

    def _can_undo(self, act: OnRecord) -> bool:
        try:
            undoing.undo(
                self.shown.tournament, Grounds(self.shown.viewer or "", Code.OTHER, "?"), act.version
            )
        except Refusal:
            return False
        return True


_DISPUTED = events.TournamentDisputeOpened


def desk_of(shown: ShownTournament, *, wants_preview: bool, game: int | None) -> SeenDesk:
    """The desk now."""
    return SeenDesk(shown, now_ms(), wants_preview, game)
