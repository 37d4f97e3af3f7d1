"""Conflicts of interest: the cases that a moderator may neither see nor decide.

A moderator is in conflict if they wrote or reported the text, if it belongs to a game in which they have or
had a seat, or if its author or a reporter sits with them at a table that is not over, or has been over for
less than `RECENT_MS`. In a tournament those who direct it are in conflict with everybody in it; those who
play in it are so with its directors and with those at their own tables.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from replays.encoding.identity import GameId
from replays.kinds import KINDS, Streams
from replays.log.event_log import EventLog
from replays.log.listing import Question
from replays.match.aggregate import OVER, Status
from replays.match.kinds import Table
from replays.match.recording import MATCHES
from replays.tournament.aggregate import Tournament
from service.application.people.moderation.case import Case
from service.application.people.moderation.docket import OwnCase
from service.application.problem import Problem

RECENT_MS = 7 * 24 * 60 * 60 * 1000
"""For this long after the end of a game its players are in conflict, so that nobody leaves it to decide."""
LOOKED_AT = 500
"""The number of tables of each status before the end that are looked at: all that the seat quota allows."""
NEWEST = 100
"""The number of the moderator's newest games of each status after the end that are looked at."""


class ConflictOfInterest(Enum):
    """The reason why a moderator may not see or decide a case."""

    PARTY = "party"
    """The moderator wrote the text, or reported it."""
    SEAT = "seat"
    """The text belongs to a game in which the moderator has or had a seat."""
    TABLE = "table"
    """The author or a reporter plays with the moderator, or did so recently."""


REASONS = {
    ConflictOfInterest.SEAT: "it is about a game in which you have or had a seat",
    ConflictOfInterest.TABLE: "its author or a reporter plays with you, or did so in the last 7 days",
}


class InConflict(Problem):
    """403: the moderator may neither see nor decide the case."""

    def __init__(self, conflict: ConflictOfInterest) -> None:
        detail = f"another moderator sees and decides this case, because {REASONS[conflict]}"
        super().__init__(403, "moderation/conflict", detail)


class Conflicts:
    """Finds conflicts of interest from the log of games. Methods raise `StoreAway`."""

    def __init__(
        self,
        log: EventLog,
        streams: Streams,
        clock: Callable[[], int],
    ) -> None:
        self._log = log
        self._streams = streams
        self._clock = clock

    def check(self, moderator: str, case: Case) -> None:
        """Raise `OwnCase` or `InConflict` if the moderator may neither see nor decide the case."""
        (conflict,) = self.of(moderator, [case])
        if conflict is not None:
            raise OwnCase if conflict is ConflictOfInterest.PARTY else InConflict(conflict)

    def of(self, moderator: str, cases: Sequence[Case]) -> list[ConflictOfInterest | None]:
        """The conflict of the moderator in each case, or None.

        The number of store requests does not depend on the number of cases.
        """
        if not cases:
            return []
        games = {GameId(case.subject.game) for case in cases if case.subject.game}
        seated = {
            match.id for match in self._streams.of(MATCHES).readable(games) if moderator in _people(match)
        }
        companions = self._companions(moderator)
        return [_conflict(moderator, case, seated, companions) for case in cases]

    def _companions(self, moderator: str) -> set[str]:
        """The other players at the moderator's tables that are not over, or were over only recently."""
        since = self._clock() - RECENT_MS
        tables: list[Table] = [
            *self._streams.of(MATCHES).readable(self._games(moderator)),
            *self._series(moderator),
        ]
        people = {
            player
            for table in tables
            if not table.is_over or table.at > since
            for player in _companions_at(table, moderator)
        }
        return people - {moderator}

    def _games(self, moderator: str) -> set[GameId]:
        games: set[GameId] = set()
        for status in Status:
            limit = NEWEST if status in OVER else LOOKED_AT
            found, _ = self._log.list_games(limit=limit, status=status.value, player=moderator)
            games.update(found)
        return games

    def _series(self, moderator: str) -> Iterator[Table]:
        """Series that are not over; the games of the others are games of their own."""
        for kind in KINDS.series:
            for status in (Status.OPEN, Status.ACTIVE):
                question = Question(kind.stream.listing, status.value, moderator)
                found, _ = self._log.list_streams(question, limit=LOOKED_AT)
                yield from self._streams.of(kind.stream).readable(found)


def open_conflicts(log: EventLog, clock: Callable[[], int]) -> Conflicts:
    """The conflicts in this log, with caches of their own."""
    return Conflicts(log, Streams(log), clock)


def _companions_at(table: Table, moderator: str) -> set[str]:
    """Those at the table; of a tournament only those whose matter the moderator's is."""
    if not isinstance(table, Tournament):
        return _people(table)
    directors = {table.opener, *table.deputies}
    if moderator not in directors:
        return directors
    return directors | {sitter.player for sitter in table.everybody if sitter.bot is None}


def _people(table: Table) -> set[str]:
    """Everybody who has or had a seat."""
    return {sitter.player for sitter in (*table.sitters, *table.seated) if sitter.bot is None}


def _conflict(
    moderator: str, case: Case, seated: set[GameId], companions: set[str]
) -> ConflictOfInterest | None:
    if case.has_party(moderator):
        return ConflictOfInterest.PARTY
    if case.subject.game in seated:
        return ConflictOfInterest.SEAT
    if companions & {case.author, *(each.by for each in case.reports)}:
        return ConflictOfInterest.TABLE
    return None
