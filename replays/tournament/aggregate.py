"""The aggregate of a tournament: its field, its rounds, and the acts on its record."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.events import tournament_events as events
from replays.match.aggregate import OVER, Sitter, Status
from replays.tournament.schedules.forms import Player, Table

A = TypeVar("A", bound=events.Act)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or a bot in the field; `number` counts the entries from 0.

    `after` is the number of rounds that were paired before the entry; `by` is who entered the player.
    """

    number: Player
    sitter: Sitter
    after: int
    by: str


class Scored(NamedTuple):
    """What a game gave its table, by seat: game points or None, places, points in twelfths; and left seats.

    `over` is false for a table that was late when its round was closed: its game may still run.
    """

    totals: tuple[Points, ...] | None
    places: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[Seat, ...]
    over: bool = True


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of a round: its game's number and id, its entrants by seat; `scored` is None while it runs."""

    number: int
    id: GameId
    entrants: Table
    scored: Scored | None = None


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A paired round. `seed` is None until revealed, `standings` until the round is signed off.

    `before` is the head of the record that was paired; the pairing is the next version. `opened_at` is the
    time in ms UTC at which its games were open, or None; `closed` is the version of the sign-off.
    """

    number: int
    paired: events.TournamentRoundPaired
    before: Head
    tables: tuple[TournamentTable, ...]
    opened_at: int | None = None
    seed: str | None = None
    standings: tuple[events.StandingRow, ...] | None = None
    closed_at: int | None = None
    closed: Version | None = None


class OnRecord(NamedTuple):
    """An act with its version, its time in ms UTC, its actor, and how many rounds were paired before it."""

    version: Version
    at: int
    by: str
    event: events.Act
    rounds: int


@dataclass(frozen=True)
class Tournament:
    """A tournament at one version; fields with the same name as in `Match` have the same meaning.

    It is open while players enter, and active from its start until its record ends; `finished` is true from
    the close of the last round. `field` has all who ever entered. `failed` is why the next round cannot be
    paired, at the version of that event; `changed` is the version of the last event that may mend it.
    `opening` is the hash of the first event, and `started` the version of the start. `given_back` has the
    versions of the acts whose outages the games have recorded; `sources` are the places of other tournaments
    whose entrants were taken over.
    """

    id: GameId
    head: Head
    at: int
    created_at: int
    created: events.TournamentCreated
    opener: str
    opening: str
    status: Status = Status.OPEN
    field: tuple[Entrant, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    acts: tuple[OnRecord, ...] = ()
    failed: tuple[Version, events.TournamentPairingFailed] | None = None
    started: Version | None = None
    finished: bool = False
    changed: int = 1
    given_back: frozenset[int] = frozenset()
    sources: tuple[events.PlacesTaken, ...] = ()

    @property
    def kind(self) -> str:
        """The name of the kind of stream."""
        return events.EVENTS.kind

    @property
    def rules(self) -> Rules:
        """The rule set of every game."""
        return self.created.rules

    @property
    def players(self) -> int:
        """The usual number of seats at a table."""
        return self.created.players

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Nobody sits in the tournament itself; see `field`."""
        return ()

    @property
    def seated(self) -> tuple[Sitter, ...]:
        """Nobody sits in the tournament itself."""
        return ()

    def seat_of(self, _: str) -> Seat | None:
        """Nobody sits in the tournament itself."""

    @property
    def is_over(self) -> bool:
        """True if the stream gets no more events."""
        return self.status in OVER

    @cached_property
    def games(self) -> tuple[TournamentTable, ...]:
        """The tables whose games are in the log, in the order of their numbers."""
        return tuple(each for round_ in self.rounds if round_.opened_at is not None for each in round_.tables)

    @property
    def paired(self) -> int:
        """The number of rounds that are paired."""
        return len(self.rounds)

    @property
    def numbered(self) -> int:
        """The number of games of all paired rounds."""
        return sum(len(each.tables) for each in self.rounds)

    @cached_property
    def undone(self) -> frozenset[Version]:
        """The versions of the acts that hold no longer. An act that undoes another can itself be undone."""
        gone: set[Version] = set()
        for each in reversed(self.acts):
            if isinstance(each.event, events.TournamentActUndone) and each.version not in gone:
                gone.add(Version(each.event.act))
        return frozenset(gone)

    def holding(self, *kinds: type[A]) -> Iterator[tuple[OnRecord, A]]:
        """The acts of these kinds that hold, oldest first."""
        for each in self.acts:
            if isinstance(each.event, kinds) and each.version not in self.undone:
                yield each, each.event

    @cached_property
    def withdrawn(self) -> dict[Player, OnRecord]:
        """Those who are out, with the act."""
        return {
            Player(event.entrant): each for each, event in self.holding(events.TournamentEntrantWithdrawn)
        }

    @property
    def starters(self) -> tuple[Entrant, ...]:
        """Those who were in at the start; before it, those who are in."""
        early = {
            player
            for player, act in self.withdrawn.items()
            if self.started is None or act.version < self.started
        }
        return tuple(each for each in self.field if each.after == 0 and each.number not in early)

    @cached_property
    def present(self) -> tuple[Entrant, ...]:
        """Those whom the next round seats."""
        return tuple(each for each in self.field if each.number not in self.withdrawn)

    @cached_property
    def deputies(self) -> frozenset[str]:
        """The players who act as the director does."""
        found: set[str] = set()
        acts: Iterator[tuple[OnRecord, events.TournamentDeputyNamed | events.TournamentDeputyDismissed]]
        acts = self.holding(events.TournamentDeputyNamed, events.TournamentDeputyDismissed)
        for _, event in acts:
            if isinstance(event, events.TournamentDeputyNamed):
                found.add(event.player)
            else:
                found.discard(event.player)
        return frozenset(found)

    def directs(self, player: str | None) -> bool:
        """True if the player is the director or a deputy."""
        return player is not None and (player == self.opener or player in self.deputies)

    @property
    def everybody(self) -> tuple[Sitter, ...]:
        """All who entered, and all substitutes."""
        substitutes = (player for each in self._substitutes.values() for _, player in each)
        return (*(each.sitter for each in self.field), *(Sitter(player, None) for player in substitutes))

    @property
    def listed(self) -> tuple[Sitter, ...]:
        """Everybody in whose lists it is: all who ever directed it, entered or were substitutes."""
        kinds = events.TournamentDeputyNamed | events.TournamentEntrantReplaced
        named = (each.event.player for each in self.acts if isinstance(each.event, kinds))
        people = (Sitter(player, None) for player in (self.opener, *named))
        return (*people, *(each.sitter for each in self.field))

    @cached_property
    def _substitutes(self) -> dict[Player, list[tuple[int, str]]]:
        found: dict[Player, list[tuple[int, str]]] = {}
        for each, event in self.holding(events.TournamentEntrantReplaced):
            found.setdefault(Player(event.entrant), []).append((each.rounds, event.player))
        return found

    def sitter_in(self, entrant: Player, number: int) -> Sitter:
        """Who plays for the entrant in a round: the one who entered, or the last substitute before it."""
        chosen = [player for after, player in self._substitutes.get(entrant, ()) if after < number]
        return Sitter(chosen[-1], None) if chosen else self.field[entrant].sitter

    def people_at(self, round_: TournamentRound, table: TournamentTable) -> tuple[str, ...]:
        """The people at a table of a round, without bots and those who were out at its pairing."""
        out = {player for player, act in self.withdrawn.items() if act.rounds < round_.number}
        sitters = (self.sitter_in(each, round_.number) for each in table.entrants if each not in out)
        return tuple(each.player for each in sitters if each.bot is None)

    @property
    def playing(self) -> tuple[str, ...]:
        """The people who play for those whom the next round seats."""
        sitters = (self.sitter(each.number) for each in self.present)
        return tuple(each.player for each in sitters if each.bot is None)

    def sitter(self, entrant: Player) -> Sitter:
        """Who plays for the entrant in the next round."""
        return self.sitter_in(entrant, self.paired + 1)

    def entrant_of(self, player: str) -> Entrant | None:
        """The entrant for whom this player plays next, or None."""
        people = (each for each in self.field if self.sitter(each.number).bot is None)
        return next((each for each in people if self.sitter(each.number).player == player), None)

    def table(self, number: int) -> tuple[TournamentRound, TournamentTable] | None:
        """The table of the game of this number with its round, or None."""
        for each in self.rounds:
            if each.tables and each.tables[0].number <= number <= each.tables[-1].number:
                return each, each.tables[number - each.tables[0].number]
        return None

    def with_scored(self, number: int, scored: Scored) -> "Tournament":
        """The tournament with what the game of this number gave its table."""
        found = self.table(number)
        if found is None:
            raise ValueError(f"there is no game {number}")
        round_, table = found
        rounds, tables = list(self.rounds), list(round_.tables)
        tables[number - tables[0].number] = replace(table, scored=scored)
        rounds[round_.number - 1] = replace(round_, tables=tuple(tables))
        return replace(self, rounds=tuple(rounds))

    @cached_property
    def decided(self) -> dict[int, OnRecord]:
        """The last act that holds on the result of a game, by the game's number."""
        found: Iterator[tuple[OnRecord, events.TournamentResultCorrected | events.TournamentResultAnnulled]]
        found = self.holding(events.TournamentResultCorrected, events.TournamentResultAnnulled)
        return {event.number: act for act, event in found}

    def has_result(self, table: TournamentTable) -> bool:
        """True if the table counts, by its game or by an act."""
        return table.scored is not None or table.number in self.decided

    def is_done(self, round_: TournamentRound) -> bool:
        """True if all tables of the round have results."""
        return round_.opened_at is not None and all(map(self.has_result, round_.tables))

    @property
    def running(self) -> TournamentRound | None:
        """The last paired round if it is not signed off yet, or None."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.standings is None else None

    @property
    def unscored(self) -> tuple[TournamentTable, ...]:
        """The tables whose games are in the log and not counted yet."""
        return tuple(each for each in self.games if each.scored is None)

    @property
    def outages(self) -> list[tuple[OnRecord, events.TournamentClocksAdjusted]]:
        """The acts whose outages the games have not recorded yet."""
        adjusted = self.holding(events.TournamentClocksAdjusted)
        return [(act, event) for act, event in adjusted if act.version not in self.given_back]

    @property
    def disputes(self) -> tuple[OnRecord, ...]:
        """The disputes that wait for an answer."""
        answered = {event.dispute for _, event in self.holding(events.TournamentDisputeAnswered)}
        opened = self.holding(events.TournamentDisputeOpened)
        return tuple(each for each, _ in opened if each.version not in answered)


def game_id(tournament: GameId, number: int) -> GameId:
    """The id of the tournament's game of this number; it is derived, so each game is created only once."""
    return derived_game_id(events.EVENTS.kind, tournament, str(number))
