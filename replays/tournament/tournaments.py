"""The command handlers of tournaments, called by the API and the workers; nothing else changes one."""

from collections.abc import Callable
from dataclasses import replace

from replays.commands.handler import ChangedAggregate, CommandHandler, CommandReused, Decide
from replays.commands.series import UnknownSeries
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.events import tournament_events as events
from replays.events.game_events import Membership
from replays.log.event_log import CommandId, Conflict
from replays.log.life import KnownOutage, OutageReason
from replays.match.aggregate import Match, Sitter, bot_sitter
from replays.match.aggregate_cache import AggregateCache
from replays.match.deciding.decisions import FullTable, Refusal
from replays.match.deciding.outages import due_outages
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament, TournamentRound, TournamentTable
from replays.tournament.deciding import opening, rounds
from replays.tournament.deciding.directing import check_directs
from replays.tournament.due import games_over, next_revealed
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.lots import game_seed, number_of_games, number_of_lots
from replays.tournament.schedules.forms import Player

COUNTED_AT_ONCE = 50
"""The number of games that one append counts."""


class Tournaments:
    """The tournaments of a log; `tables` handles their games. Safe to share between threads.

    `clock` returns ms UTC. Methods raise the log's errors, `UnknownSeries`, `Damaged`, and `CommandReused`
    for a command id that was used for another request.
    """

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self.log = tables.log
        self.aggregates = AggregateCache(tables.log, TOURNAMENTS, metrics=tables.matches.metrics)
        self._tables = tables
        self._changes = CommandHandler(tables.log, TOURNAMENTS, self.aggregates, clock)

    def tournament(self, tournament: GameId) -> Tournament:
        """The current state of the tournament; raises `UnknownSeries`."""
        found = self.aggregates.current(tournament)
        if found is None:
            raise UnknownSeries(TOURNAMENTS.name, tournament)
        return found

    def found(
        self, tournament: GameId, plan: opening.Announcement, director: str, command: CommandId | None = None
    ) -> ChangedAggregate[Tournament]:
        """Announce a tournament under a new id; raises `RuleViolation` and `Refusal`.

        If the id is derived from the command, a repeated command announces only one tournament.
        """
        seeds = [self._tables.new_seed() for _ in range(events.SEEDS_PER_ROUND * plan.rounds)]
        drafts = opening.found(plan, seeds, director)
        try:
            sealed = self._tables.secrets.sealed(tournament, *seeds)
            return self._changes.begin(tournament, drafts, command, sealed)
        except Conflict as conflict:  # the command id expired, a week after the tournament's end
            raise CommandReused from conflict

    def change(
        self, tournament: Tournament, decide: Decide[Tournament], command: CommandId | None = None
    ) -> ChangedAggregate[Tournament]:
        """Append the drafts of `decide`; raises `Refusal` if the decision is a refusal."""
        return self._changes.change(tournament, decide, command)

    def close(
        self, tournament: Tournament, number: int, by: str, command: CommandId | None = None
    ) -> ChangedAggregate[Tournament]:
        """Sign a round off; raises `Refusal`."""

        def decide(now: Tournament, at: int) -> list[EventDraft]:
            check_directs(now, by)  # before hundreds of games are read for a stranger
            waiting = (table for table in now.games if not now.has_result(table))
            matches = {table.number: self._tables.match(table.id) for table in waiting}
            return rounds.close(now, number, by, matches, at)

        return self.change(self._counted(tournament), decide, command)

    def abort_unfilled(self, tournament: Tournament, open_ms: int) -> Tournament:
        """Call the tournament off if it was not started for `open_ms`; else return it unchanged."""
        return self._change(tournament, lambda found, now: opening.expire(found, now, open_ms))

    def advance(self, series: GameId) -> Tournament:
        """Carry out all due steps: pair and open a round, count its games, reveal its seed, end the record.

        Each step reads the log and appends only what is missing. So it may be interrupted after any append,
        repeated, or run by two workers at once: a round is paired once, and each game is started and counted
        once.
        """
        now = self.tournament(series)
        while (after := self._step(now)).head != now.head:
            now = after
        return after

    def _step(self, tournament: Tournament) -> Tournament:
        """The tournament after the next due step; unchanged if nothing is due."""
        steps = (self._pair, self._open, self._give_time_back, self._counted, self._reveal, self._end)
        for step in steps:
            after = step(tournament)
            if after.head != tournament.head:
                return after
        return tournament

    def _pair(self, tournament: Tournament) -> Tournament:
        if not rounds.is_to_be_paired(tournament):
            return tournament
        seed = self._seed(tournament, number_of_lots(tournament.paired + 1))
        return self._change(tournament, lambda now, _: rounds.pair(now, tournament.paired + 1, seed))

    def _seed(self, tournament: Tournament, number: int) -> bytes:
        """The seed to which the first event committed under this number, from 1."""
        committed = tournament.created.commitments[number - 1]
        return self._tables.secrets.seed_in(tournament.id, number, committed)

    def _open(self, tournament: Tournament) -> Tournament:
        """Start all games of a round before the tournament records it, so that every recorded game exists."""
        round_ = tournament.running
        if round_ is None or round_.opened_at is not None:
            return tournament
        seed = self._seed(tournament, number_of_games(round_.number))
        then = at_pairing(tournament, round_.number)
        for table in round_.tables:
            self._start(then, round_, table, seed)
        return self._change(tournament, lambda now, _: rounds.opened(now, round_.number))

    def _start(self, then: Tournament, round_: TournamentRound, table: TournamentTable, seed: bytes) -> Match:
        full = full_table(then, round_, table)
        return self._tables.start(table.id, full, lambda: game_seed(seed, table.number))

    def _counted(self, tournament: Tournament) -> Tournament:
        """The tournament with the games counted that are over, some at a time."""
        over = games_over(self.log, tournament)
        due = [table for table in tournament.unscored if table.id in over][:COUNTED_AT_ONCE]
        if not due:
            return tournament
        matches = [self._tables.match(table.id) for table in due]
        return self._change(tournament, lambda now, _: rounds.counted(now, matches))

    def _give_time_back(self, tournament: Tournament) -> Tournament:
        """Give the time of an outage back in the games that run, then record that it is done.

        A game in which it is recorded gets it no second time, so a killed process repeats this.
        """
        if not tournament.outages:
            return tournament
        act, event = tournament.outages[0]
        known = KnownOutage(event.began, event.ended, OutageReason.HALTED, act.by)
        running = {table.number: table.id for table in tournament.unscored}
        for number in event.numbers:
            if number in running:
                self._give_back(running[number], known)
        return self._change(tournament, lambda now, _: rounds.given_back(now, act.version))

    def _give_back(self, game: GameId, outage: KnownOutage) -> None:
        def decide(match: Match, now: int) -> list[EventDraft]:
            drafts = due_outages(match, now, (outage,)) if match.clocks else []
            if not drafts:
                raise Refusal("outage/no-time", "the time is given back already, or none ran")
            return drafts

        self._tables.attempt(self._tables.match(game), decide)

    def _reveal(self, tournament: Tournament) -> Tournament:
        """Reveal the seed of a round whose games are all over."""
        over = next_revealed(tournament, games_over(self.log, tournament))
        if over is None:
            return tournament
        seed = self._seed(tournament, number_of_games(over.number))
        return self._change(tournament, lambda now, _: rounds.revealed(now, over.number, seed))

    def _end(self, tournament: Tournament) -> Tournament:
        if not rounds.is_to_be_ended(tournament):
            return tournament
        return self._change(tournament, lambda now, _: rounds.ended(now))

    def _change(self, tournament: Tournament, decide: Decide[Tournament]) -> Tournament:
        """The tournament after this step; a refusal means that another process has done the step."""
        try:
            return self.change(tournament, decide).after
        except Refusal:
            return self.tournament(tournament.id)


def full_table(then: Tournament, round_: TournamentRound, table: TournamentTable) -> FullTable:
    """The game of a table as it is started: players by seat, options, and its place in the tournament.

    `then` is the tournament `at_pairing` of the round, so the game is the same whenever it is started.
    """
    sitters = tuple(sitter_at(then, entrant, round_.number) for entrant in table.entrants)
    place = Membership(TOURNAMENTS.name, then.id, table.number)
    agreed = then.created.options
    rated = agreed.rated if all(sitter.bot is None for sitter in sitters) else None
    options = replace(agreed, series=place, rated=rated, invited=None)
    return FullTable(then.rules, sitters, options, then.opening)


def at_pairing(tournament: Tournament, number: int) -> Tournament:
    """The tournament with the acts from before the pairing of a round: later ones change no seat in it."""
    return replace(tournament, acts=tuple(act for act in tournament.acts if act.rounds < number))


def sitter_at(then: Tournament, entrant: Player, number: int) -> Sitter:
    """Who plays for an entrant in a round: the bot of the regulations for one who was out at the pairing.

    `then` is the tournament `at_pairing` of this round.
    """
    vacancy = then.created.regulations.vacancy
    if vacancy is not None and entrant in then.withdrawn:
        return bot_sitter(vacancy)
    return then.sitter_in(entrant, number)
