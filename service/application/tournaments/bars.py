"""The bar on new entries after a seat was lost by time-out in a tournament."""

from collections.abc import Iterator
from dataclasses import dataclass

from replays.commands.tables import Tables
from replays.events.game_events import Reason
from replays.kinds import Streams
from replays.log.listing import Question
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.fold import TOURNAMENTS

LOOKED_AT = 60
"""The number of a player's newest tournaments that are searched."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Finds seats that were lost by time-out. Methods raise `StoreAway`."""

    tables: Tables
    streams: Streams

    def lost_at(self, player: str, since: int) -> int | None:
        """When the player's last game in a tournament counted in which the seat was lost, in ms UTC, or None.

        A seat is lost when its player leaves by time-out, or when a round is closed without the late table.
        It counts only where the player entered by own will, and nothing from before `since` does.
        """
        question = Question(TOURNAMENTS.listing, player=player)
        ids, _ = self.tables.log.list_streams(question, limit=LOOKED_AT)
        recent = (each for each in self.streams.of(TOURNAMENTS).readable(ids) if each.at >= since)
        lost = (at for each in recent for at in self._lost_in(each, player))
        return max((at for at in lost if at >= since), default=None)

    def _lost_in(self, tournament: Tournament, player: str) -> Iterator[int]:
        for round_ in tournament.rounds:
            for table in round_.tables:
                left = table.scored.left if table.scored else ()
                lost = (tournament.field[table.entrants[seat]] for seat in left)
                if any(
                    each.by == player == tournament.sitter_in(each.number, round_.number).player
                    for each in lost
                ):
                    yield from self._lost_at(round_, table, player)

    def _lost_at(self, round_: TournamentRound, table: TournamentTable, player: str) -> Iterator[int]:
        if table.scored and not table.scored.over:
            yield round_.closed_at or 0
            return
        match = self.tables.match(table.id)
        seat = match.seat_of(player)
        if seat is not None and (seat, Reason.TIMEOUT) in match.reasons:
            yield match.at
